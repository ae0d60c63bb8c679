/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-lost-peers.h"

#include <algorithm>

namespace dht
{

namespace
{

constexpr std::size_t kMostRemembered = 32;
constexpr std::uint8_t kMostTrials = 12;

} // namespace

void
LostPeers::Add(const RingNode& node, Time until)
{
    Remove(node.endpoint);
    if (m_entries.size() == kMostRemembered)
    {
        m_entries.erase(m_entries.begin());
    }
    m_entries.push_back({node, until, 0});
}

bool
LostPeers::Remove(const Endpoint& endpoint)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.node.endpoint == endpoint;
    });
    if (found == m_entries.end())
    {
        return false;
    }
    m_entries.erase(found);
    return true;
}

bool
LostPeers::Contains(const Endpoint& endpoint) const
{
    return std::any_of(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.node.endpoint == endpoint;
    });
}

bool
LostPeers::IsBanned(Time now, const Endpoint& endpoint) const
{
    return std::any_of(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.node.endpoint == endpoint && now < entry.until;
    });
}

std::optional<RingNode>
LostPeers::TakeNext(Time now, bool forget)
{
    const auto next = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.until <= now;
    });
    if (next == m_entries.end())
    {
        return std::nullopt;
    }
    Entry entry = *next;
    m_entries.erase(next);
    entry.trials = static_cast<std::uint8_t>(std::min(entry.trials + 1, 255));
    if (!forget || entry.trials < kMostTrials)
    {
        m_entries.push_back(entry);
    }
    return entry.node;
}

void
LostPeers::Clear()
{
    m_entries.clear();
}

} // namespace dht
