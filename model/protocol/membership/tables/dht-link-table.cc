/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-table.h"

#include <algorithm>
#include <utility>

namespace dht
{

LinkTable::LinkTable(const Key& self, LinkIndex links)
    : m_self(self),
      m_size(links)
{
}

LinkTable::Change
LinkTable::Set(const RingNodes& wanted, const RingNodes& idle)
{
    Change change;
    RingNodes missing;
    std::copy_if(wanted.begin(),
                 wanted.end(),
                 std::back_inserter(missing),
                 [this](const RingNode& node) { return !Find(node.endpoint); });
    std::vector<LinkIndex> free;
    for (LinkIndex link = 0; link < m_slots.size(); ++link)
    {
        if (!m_slots[link])
        {
            free.push_back(link);
        }
        else if (!FindNode(wanted, m_slots[link]->node.endpoint))
        {
            change.removed.emplace_back(link, m_slots[link]->node);
            m_slots[link].reset();
        }
    }
    for (const RingNode& node : missing)
    {
        if (free.empty() && m_slots.size() == m_size)
        {
            break;
        }
        if (free.empty())
        {
            free.push_back(static_cast<LinkIndex>(m_slots.size()));
            m_slots.emplace_back();
        }
        m_slots[free.front()] = Slot{node};
        change.made.emplace_back(free.front(), node);
        free.erase(free.begin());
    }
    for (auto& slot : m_slots)
    {
        const bool isIdle = slot && FindNode(idle, slot->node.endpoint);
        change.isRouted = change.isRouted || (slot && slot->isIdle && !isIdle);
        if (slot)
        {
            slot->isIdle = isIdle;
        }
    }
    UpdateRoutes();
    return change;
}

std::optional<LinkIndex>
LinkTable::SetSuspect(const Endpoint& endpoint, bool suspect)
{
    const auto link = Find(endpoint);
    if (!link || m_slots[*link]->suspect == suspect)
    {
        return std::nullopt;
    }
    m_slots[*link]->suspect = suspect;
    UpdateRoutes();
    return link;
}

bool
LinkTable::IsSuspect(const Endpoint& endpoint) const
{
    const auto link = Find(endpoint);
    return link && m_slots[*link]->suspect;
}

bool
LinkTable::SetSlow(LinkIndex link, bool slow)
{
    if (std::exchange(m_slots.at(link)->isSlow, slow) == slow)
    {
        return false;
    }
    UpdateRoutes();
    return true;
}

bool
LinkTable::IsAvoided(const Endpoint& endpoint) const
{
    const auto link = Find(endpoint);
    return link && (m_slots[*link]->suspect || m_slots[*link]->isSlow);
}

void
LinkTable::SetStuck(Time now, LinkIndex link, bool stuck)
{
    Slot& slot = *m_slots.at(link);
    slot.answers = slot.answers && Fails(slot);
    slot.stuckSince = slot.isStuck ? slot.stuckSince : now;
    slot.isStuck = stuck;
    slot.isUseless = slot.isUseless && stuck;
}

void
LinkTable::SetUseless(LinkIndex link)
{
    Slot& slot = *m_slots.at(link);
    slot.answers = slot.answers && Fails(slot);
    slot.isUseless = true;
}

void
LinkTable::OnAnswer(const Endpoint& endpoint)
{
    if (const auto link = Find(endpoint))
    {
        m_slots[*link]->answers = true;
    }
}

LinkTable::Failing
LinkTable::CountFailing(Time now, Time brief) const
{
    Failing count;
    for (const auto& slot : m_slots)
    {
        const bool fails = slot && Fails(*slot) && slot->answers;
        count.all += slot.has_value();
        count.working += slot && slot->isMade && !Fails(*slot);
        count.some += fails;
        const auto isLong = [&](Time since) { return Later(since, brief) <= now; };
        const bool isDown =
            slot && ((slot->isDown && (slot->failures > 1 || isLong(slot->lastFailure))) ||
                     (slot->isStuck && !slot->isMade && isLong(slot->stuckSince)));
        count.lasting += fails && (slot->isUseless || isDown);
    }
    return count;
}

bool
LinkTable::Fails(const Slot& slot)
{
    return slot.isDown || slot.isStuck || slot.isUseless;
}

unsigned
LinkTable::CountFailure(Time now, LinkIndex link, Time apart)
{
    Slot& slot = *m_slots.at(link);
    slot.answers = slot.answers && Fails(slot);
    slot.failures = now - slot.lastFailure < apart ? slot.failures + 1 : 1;
    slot.lastFailure = now;
    slot.isDown = true;
    return slot.failures;
}

const RingNode*
LinkTable::Restore(LinkIndex link)
{
    if (!At(link))
    {
        return nullptr;
    }
    m_slots[link]->isUseless = false;
    m_slots[link]->isMade = true;
    if (!std::exchange(m_slots[link]->isDown, false))
    {
        return nullptr;
    }
    return m_slots[link]->failures > 1 ? At(link) : nullptr;
}

bool
LinkTable::IsBroken(Time now, const Endpoint& endpoint, Time apart) const
{
    const auto link = Find(endpoint);
    if (!link)
    {
        return false;
    }
    const Slot& slot = *m_slots[*link];
    // once may be chance
    return slot.isStuck || slot.isUseless ||
           (slot.isDown && slot.failures > 1 && now - slot.lastFailure < apart);
}

const RingNode*
LinkTable::At(LinkIndex link) const
{
    return link < m_slots.size() && m_slots[link] ? &m_slots[link]->node : nullptr;
}

std::vector<LinkTable::Route>::const_iterator
LinkTable::EndOfRoutes(const Key& key) const
{
    const Key distance = Distance(m_self, key);
    return std::upper_bound(m_routes.begin(),
                            m_routes.end(),
                            distance,
                            [](const Key& a, const Route& b) { return a < b.distance; });
}

RingNodes
LinkTable::NearestTo(const Key& key, const Endpoint& asker, std::size_t most) const
{
    RingNodes nodes;
    for (auto route = EndOfRoutes(key); route != m_routes.begin() && nodes.size() < most;)
    {
        --route;
        // a slow link is no reason to ask somebody else
        const RingNode& node = m_slots[route->link]->node;
        if (!m_slots[route->link]->suspect && !route->idle && !(node.endpoint == asker))
        {
            nodes.push_back(node);
        }
    }
    const auto next = nodes.empty() ? StraightHop(key) : std::nullopt;
    if (next)
    {
        nodes.push_back(*At(*next));
    }
    return nodes;
}

bool
LinkTable::IsDown(LinkIndex link) const
{
    return m_slots.at(link)->isDown;
}

void
LinkTable::SetDetours(std::vector<Detour> detours)
{
    m_detours = std::move(detours);
}

bool
LinkTable::HasDetour(const Endpoint& to) const
{
    return std::any_of(m_detours.begin(), m_detours.end(), [&](const Detour& detour) {
        return detour.to == to;
    });
}

std::optional<LinkIndex>
LinkTable::NextHop(const Key& key) const
{
    const auto hop = StraightHop(key);
    if (hop && !m_detours.empty())
    {
        const Slot& slot = *m_slots[*hop];
        for (const Detour& detour : m_detours)
        {
            const auto via = detour.to == slot.node.endpoint ? Find(detour.via) : std::nullopt;
            if (via && slot.suspect && !m_slots[*via]->suspect)
            {
                return via;
            }
        }
    }
    return hop;
}

std::optional<LinkIndex>
LinkTable::StraightHop(const Key& key) const
{
    auto route = EndOfRoutes(key);
    std::optional<LinkIndex> farthest;
    while (route != m_routes.begin())
    {
        --route;
        if (!route->avoided && !route->idle)
        {
            return route->link;
        }
        if (!farthest && !route->idle)
        {
            farthest = route->link;
        }
    }
    return farthest;
}

LinkIndex
LinkTable::Size() const
{
    return m_size;
}

LinkIndex
LinkTable::InUse() const
{
    return static_cast<LinkIndex>(m_routes.size());
}

std::optional<LinkIndex>
LinkTable::Find(const Endpoint& endpoint) const
{
    for (LinkIndex link = 0; link < m_slots.size(); ++link)
    {
        if (m_slots[link] && m_slots[link]->node.endpoint == endpoint)
        {
            return link;
        }
    }
    return std::nullopt;
}

void
LinkTable::UpdateRoutes()
{
    m_routes.clear();
    for (LinkIndex link = 0; link < m_slots.size(); ++link)
    {
        if (const auto& slot = m_slots[link])
        {
            m_routes.push_back({Distance(m_self, slot->node.id),
                                link,
                                slot->suspect || slot->isSlow,
                                slot->isIdle});
        }
    }
    std::sort(m_routes.begin(), m_routes.end(), [](const Route& a, const Route& b) {
        return a.distance < b.distance;
    });
}

} // namespace dht
