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

constexpr std::size_t kMostBans = 32;
constexpr std::size_t kMostRemembered = 64;
/// Somebody is tried after this, then after twice as long each time, up to the longest.
constexpr Time kFirstWait = FromSeconds(10);
constexpr Time kLostLongestWait = FromSeconds(120);
/// A ban is longer each time, up to the longest; after twice that without another it is forgotten.
constexpr int kBanFactor = 4;
constexpr Time kFirstBan = FromSeconds(30);
constexpr Time kLongestBan = FromSeconds(600);
/// The first one of those who can prove the contrary, and all of those who may not be to blame.
constexpr Time kBriefBan = FromSeconds(2);
/// Bans that are not farther apart say more about this peer or its network than about others.
constexpr Time kTogether = FromSeconds(60);
/// Between two questions to somebody who has lied whether it still does.
constexpr Time kAskInterval = FromSeconds(5);

/// @param now The present. @param wait How long to wait, about. @param random How much more or
/// less.
/// @return When that is over.
Time
About(Time now, Time wait, Random& random)
{
    return Later(now, FromSeconds((0.5 + random.Uniform()) * ToSeconds(wait)));
}

} // namespace

void
LostPeers::Add(Time now, const RingNode& node, Time until, Random& random)
{
    Remove(node.endpoint);
    // who is banned is back as soon as that is over, as far as anybody knows
    const Time due = until > now ? until : About(now, kFirstWait, random);
    const Entry entry{node, until, due, kFirstWait};
    if (m_entries.size() < kMostRemembered)
    {
        m_entries.push_back(entry);
        return;
    }
    const double draw = random.Uniform() * static_cast<double>(m_entries.size());
    m_entries[std::min(static_cast<std::size_t>(draw), m_entries.size() - 1)] = entry;
}

Time
LostPeers::NextBan(Time now, const Endpoint& endpoint, const Grounds& grounds)
{
    const auto isForgotten = [&](const Ban& ban) {
        return Later(ban.until, 2 * kLongestBan) < now;
    };
    m_bans.erase(std::remove_if(m_bans.begin(), m_bans.end(), isForgotten), m_bans.end());
    auto ban = std::find_if(m_bans.begin(), m_bans.end(), [&](const Ban& known) {
        return known.endpoint == endpoint;
    });
    if (ban == m_bans.end())
    {
        if (m_bans.size() == kMostBans)
        {
            m_bans.erase(m_bans.begin());
        }
        m_bans.push_back({endpoint, Time(0), now, false, std::nullopt, kNever});
        ban = std::prev(m_bans.end());
    }
    const bool isOld = ban->unproven && !grounds.lie; // it has not been of any use since
    const bool isBlamed =
        !isOld && !grounds.isLossy && 2 * CountOthers(now, endpoint) < grounds.known;
    if (isBlamed)
    {
        const Time first = m_demandsProof && !grounds.lie ? kBriefBan : kFirstBan;
        ban->length = std::clamp(kBanFactor * ban->length, first, kLongestBan);
    }
    ban->until = Later(now, isBlamed ? ban->length : kBriefBan);
    ban->unproven = m_demandsProof;
    ban->lie = grounds.lie;
    ban->askAt = grounds.lie ? Later(now, kAskInterval) : kNever;
    return ban->until;
}

std::optional<LostPeers::Liar>
LostPeers::TakeLiar(Time now)
{
    for (Ban& ban : m_bans)
    {
        const auto entry = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& one) {
            return one.node.endpoint == ban.endpoint;
        });
        if (ban.askAt <= now && now < ban.until && entry != m_entries.end())
        {
            ban.askAt = Later(now, kAskInterval);
            return Liar{entry->node, *ban.lie};
        }
    }
    return std::nullopt;
}

void
LostPeers::Forgive(Time now, const Endpoint& endpoint)
{
    for (Ban& ban : m_bans)
    {
        if (ban.endpoint == endpoint && ban.lie)
        {
            ban.until = std::min(ban.until, now);
        }
    }
    for (Entry& entry : m_entries)
    {
        if (entry.node.endpoint == endpoint)
        {
            entry.until = std::min(entry.until, now);
        }
    }
}

const LostPeers::Ban*
LostPeers::Find(const Endpoint& endpoint) const
{
    const auto found = std::find_if(m_bans.begin(), m_bans.end(), [&](const Ban& ban) {
        return ban.endpoint == endpoint;
    });
    return found == m_bans.end() ? nullptr : &*found;
}

std::size_t
LostPeers::CountOthers(Time now, const Endpoint& endpoint) const
{
    return std::count_if(m_bans.begin(), m_bans.end(), [&](const Ban& ban) {
        return !(ban.endpoint == endpoint) && now < Later(ban.until, kTogether);
    });
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
LostPeers::Defer(Time now, const Endpoint& endpoint)
{
    for (Entry& entry : m_entries)
    {
        entry.due = entry.node.endpoint == endpoint ? Later(now, kBriefBan) : entry.due;
    }
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

Time
LostPeers::DueOf(const Entry& entry)
{
    return std::max(entry.due, entry.until);
}

std::optional<RingNode>
LostPeers::TakeDue(Time now, std::size_t known, Random& random)
{
    const auto next =
        std::min_element(m_entries.begin(), m_entries.end(), [](const Entry& a, const Entry& b) {
            return DueOf(a) < DueOf(b);
        });
    if (next == m_entries.end() || now < (known > 0 ? DueOf(*next) : next->until))
    {
        return std::nullopt;
    }
    const Time inTurn = kFirstWait * static_cast<Time::rep>(m_entries.size());
    const Time longest = known > m_entries.size() ? std::max(kLostLongestWait, inTurn) : inTurn;
    next->wait = std::min(2 * next->wait, longest);
    next->due = About(now, next->wait, random);
    return next->node;
}

Time
LostPeers::NextDue() const
{
    Time due = kNever;
    for (const Entry& entry : m_entries)
    {
        due = std::min(due, DueOf(entry));
    }
    return due;
}

RingNodes
LostPeers::All() const
{
    RingNodes nodes;
    for (const Entry& entry : m_entries)
    {
        nodes.push_back(entry.node);
    }
    return nodes;
}

void
LostPeers::Clear()
{
    m_entries.clear();
    m_bans.clear();
}

} // namespace dht
