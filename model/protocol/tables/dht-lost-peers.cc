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
/// A ban is longer each time, up to the longest; after twice that without another it is forgotten.
constexpr int kBanFactor = 4;
constexpr Time kFirstBan = FromSeconds(30);
constexpr Time kLongestBan = FromSeconds(600);

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

Time
LostPeers::NextBan(Time now, const Endpoint& endpoint)
{
    const auto isOld = [&](const Ban& ban) { return Later(ban.until, 2 * kLongestBan) < now; };
    m_bans.erase(std::remove_if(m_bans.begin(), m_bans.end(), isOld), m_bans.end());
    auto ban = std::find_if(m_bans.begin(), m_bans.end(), [&](const Ban& known) {
        return known.endpoint == endpoint;
    });
    if (ban == m_bans.end())
    {
        if (m_bans.size() == kMostRemembered)
        {
            m_bans.erase(m_bans.begin());
        }
        m_bans.push_back({endpoint, Time(0), now, false});
        ban = std::prev(m_bans.end());
    }
    ban->length = std::clamp(kBanFactor * ban->length, kFirstBan, kLongestBan);
    ban->until = Later(now, ban->length);
    ban->unproven = m_demandsProof;
    return ban->until;
}

const LostPeers::Ban*
LostPeers::Find(const Endpoint& endpoint) const
{
    const auto found = std::find_if(m_bans.begin(), m_bans.end(), [&](const Ban& ban) {
        return ban.endpoint == endpoint;
    });
    return found == m_bans.end() ? nullptr : &*found;
}

void
LostPeers::DemandProof()
{
    m_demandsProof = true;
}

bool
LostPeers::MayProve(Time now, const Endpoint& endpoint) const
{
    const Ban* const ban = Find(endpoint);
    return ban && ban->unproven && ban->until <= now;
}

void
LostPeers::Pardon(const Endpoint& endpoint)
{
    for (Ban& ban : m_bans)
    {
        ban.unproven = ban.unproven && !(ban.endpoint == endpoint);
    }
}

bool
LostPeers::HasRecord(const Endpoint& endpoint) const
{
    return Find(endpoint) != nullptr;
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
    const Ban* const ban = Find(endpoint);
    const auto isKept = [&](const Entry& entry) {
        return entry.node.endpoint == endpoint && now < entry.until;
    };
    return (ban && (now < ban->until || ban->unproven)) ||
           std::any_of(m_entries.begin(), m_entries.end(), isKept);
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
    m_bans.clear();
}

} // namespace dht
