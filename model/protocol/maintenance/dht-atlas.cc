/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-atlas.h"

#include <algorithm>

namespace dht
{

namespace
{

/// For so long a peer is vouched for by what the next one has said once.
constexpr Time kVouched = FromSeconds(120);
/// A peer that has not been heard of for so long has begun anew when it is heard of again.
constexpr Time kForgetful = FromSeconds(120);

} // namespace

Atlas::Entry&
Atlas::Need(Time now, const RingNode& node)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.node == node;
    });
    if (found != m_entries.end())
    {
        return *found;
    }
    if (m_entries.size() < kMostNodes)
    {
        m_entries.push_back({node, kNever, Time(0), std::nullopt, now});
        return m_entries.back();
    }
    const auto oldest =
        std::min_element(m_entries.begin(), m_entries.end(), [](const Entry& a, const Entry& b) {
            return std::max(a.answered, a.vouched) < std::max(b.answered, b.vouched);
        });
    *oldest = {node, kNever, Time(0), std::nullopt, now};
    return *oldest;
}

void
Atlas::Hear(Time now, const RingNode& node)
{
    Entry& entry = Need(now, node);
    if (entry.since == kNever || Later(entry.answered, kForgetful) <= now)
    {
        entry.since = now;
    }
    entry.answered = now;
}

void
Atlas::Vouch(Time now, const RingNode& before, const RingNode& node)
{
    Entry& entry = Need(now, before);
    entry.next = node;
    entry.vouched = now;
}

void
Atlas::Forget(const Endpoint& node)
{
    const auto rest = std::remove_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.node.endpoint == node;
    });
    m_entries.erase(rest, m_entries.end());
    for (Entry& entry : m_entries)
    {
        if (entry.next && entry.next->endpoint == node)
        {
            entry.next.reset(); // it was its word
        }
    }
}

void
Atlas::Clear()
{
    m_entries.clear();
}

bool
Atlas::IsVouched(Time now, const RingNode& responsible, const Key& key) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.node == responsible;
    });
    if (found == m_entries.end() || !found->next || Later(found->vouched, kVouched) <= now)
    {
        return false;
    }
    const Key& end = found->next->id;
    return (key == responsible.id || IsBetween(responsible.id, key, end)) &&
           !LastBetween(now, responsible.id, end, kVouched);
}

std::optional<RingNode>
Atlas::LastBetween(Time now, const Key& from, const Key& to, Time age) const
{
    const Entry* best = nullptr;
    for (const Entry& entry : m_entries)
    {
        if (entry.since != kNever && now <= Later(entry.answered, age) &&
            IsBetween(from, entry.node.id, to) &&
            (!best || Distance(from, best->node.id) < Distance(from, entry.node.id)))
        {
            best = &entry;
        }
    }
    return best ? std::optional(best->node) : std::nullopt;
}

RingNodes
Atlas::FirstBetween(Time now, const Key& from, const Key& to, Time age, std::size_t most) const
{
    RingNodes nodes;
    for (const Entry& entry : m_entries)
    {
        if (entry.since != kNever && now <= Later(entry.answered, age) &&
            IsBetween(from, entry.node.id, to))
        {
            nodes.push_back(entry.node);
        }
    }
    std::sort(nodes.begin(), nodes.end(), [&](const RingNode& a, const RingNode& b) {
        return Distance(from, a.id) < Distance(from, b.id);
    });
    nodes.resize(std::min(nodes.size(), most));
    return nodes;
}

RingNodes
Atlas::NearestTo(const Key& key, std::size_t most) const
{
    RingNodes nodes;
    for (const Entry& entry : m_entries)
    {
        nodes.push_back(entry.node);
    }
    std::sort(nodes.begin(), nodes.end(), [&](const RingNode& a, const RingNode& b) {
        return Distance(a.id, key) < Distance(b.id, key);
    });
    nodes.resize(std::min(nodes.size(), most));
    return nodes;
}

std::optional<Time>
Atlas::Since(const Endpoint& node) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.node.endpoint == node && entry.since != kNever;
    });
    return found == m_entries.end() ? std::nullopt : std::optional(found->since);
}

} // namespace dht
