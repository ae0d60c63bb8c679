/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rpc-record.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Later, an answer says nothing of a round-trip time that anybody would believe.
constexpr Time kRemembered = FromSeconds(4);

} // namespace

bool
RpcRecord::MayBeAnswered() const
{
    return std::any_of(transmissions.begin(),
                       transmissions.end(),
                       [](const RpcTransmission& transmission) {
                           return transmission.fate != RpcFate::kAnswered;
                       });
}

Rpc
RpcRecord::Last(std::uint64_t id) const
{
    return {id, tag, static_cast<std::uint8_t>(transmissions.size()), transmissions.back().to};
}

RpcTransmission*
RpcRecord::FindTransmission(const Endpoint& from, std::uint8_t attempt)
{
    if (attempt == 0 || attempt > transmissions.size())
    {
        return nullptr;
    }
    RpcTransmission& found = transmissions[attempt - 1];
    return found.to == from && found.fate != RpcFate::kAnswered ? &found : nullptr;
}

void
PastRpcs::Add(Time now, std::uint64_t id, RpcRecord record)
{
    Expire(now);
    m_records[id] = std::move(record);
    m_deadlines.emplace_back(Later(now, kRemembered), id);
}

RpcRecord*
PastRpcs::Find(Time now, std::uint64_t id)
{
    Expire(now);
    const auto found = m_records.find(id);
    return found == m_records.end() ? nullptr : &found->second;
}

void
PastRpcs::Forget(const RpcCaller& caller)
{
    for (auto& [id, record] : m_records)
    {
        record.caller = record.caller == &caller ? nullptr : record.caller;
    }
}

std::size_t
PastRpcs::Size() const
{
    return m_records.size();
}

void
PastRpcs::Expire(Time now)
{
    while (!m_deadlines.empty() && m_deadlines.front().first <= now)
    {
        m_records.erase(m_deadlines.front().second);
        m_deadlines.pop_front();
    }
}

} // namespace dht
