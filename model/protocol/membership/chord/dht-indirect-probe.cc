/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-indirect-probe.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Others that are asked about a peer.
constexpr std::size_t kMostAsked = 4;
/// Peers out of reach that others are asked about at once.
constexpr std::size_t kMostCases = 4;
/// Links that others may have asked for at once, and how long one stays after the last question.
constexpr std::size_t kMostLent = 4;
constexpr Time kLent = FromSeconds(10);
/// Who vouches for a peer has had an answer from it within this.
constexpr Time kJustNow = FromSeconds(0.3);

} // namespace

IndirectProbe::IndirectProbe(MaintenanceContext& context,
                             RingView& view,
                             LinkKeeper& links,
                             Correspondence& correspondence)
    : m_context(context),
      m_view(view),
      m_links(links),
      m_correspondence(correspondence)
{
}

std::vector<IndirectProbe::Case>::iterator
IndirectProbe::Find(const Endpoint& endpoint)
{
    return std::find_if(m_cases.begin(), m_cases.end(), [&](const Case& one) {
        return one.node.endpoint == endpoint;
    });
}

void
IndirectProbe::Doubt(Time now, const RingNode& node)
{
    const RingNodes& next = m_view.successors.All();
    const auto bound = std::find_if(next.begin(), next.end(), [&](const RingNode& other) {
        const auto found = Find(other.endpoint);
        return found == m_cases.end() || !found->isKept;
    });
    if (bound == next.end() || !(*bound == node) || Find(node.endpoint) != m_cases.end() ||
        m_cases.size() >= kMostCases)
    {
        return;
    }
    m_cases.emplace_back();
    m_cases.back().node = node;
    AskOthers(now, m_cases.back());
    m_askAt = std::min(m_askAt, Later(now, m_context.options.stabiliseInterval));
}

void
IndirectProbe::AskOthers(Time now, Case& one)
{
    one.asked.clear();
    RingNodes others;
    const RingNodes& next = m_view.successors.All();
    for (const RingNodes& nodes :
         {RingNodes(next.begin(), next.begin() + std::min<std::size_t>(next.size(), 3)),
          RingNodes(m_view.predecessor ? 1 : 0, m_view.predecessor.value_or(m_view.self)),
          next,
          m_view.fingers.All()})
    {
        for (const RingNode& node : nodes)
        {
            const bool isOut = node == one.node || FindNode(others, node.endpoint) ||
                               Find(node.endpoint) != m_cases.end();
            if (!isOut && others.size() < kMostAsked)
            {
                others.push_back(node);
            }
        }
    }
    for (const RingNode& node : others)
    {
        one.asked.push_back(node);
        m_correspondence.AskUrgently(now, node, one.node.id, QueryPurpose::kIndirect, 1);
    }
}

bool
IndirectProbe::Keeps(Time now, const RingNode& node, bool isBan)
{
    Doubt(now, node);
    const auto found = Find(node.endpoint);
    // who has fallen silent was asked about before; a link may fail all at once
    const bool isPending = isBan && found != m_cases.end() && !found->asked.empty();
    if (found == m_cases.end() || (found->by.empty() && !isPending))
    {
        return false;
    }
    found->isKept = true;
    found->isBan = found->isBan || isBan;
    Update(now);
    return true;
}

void
IndirectProbe::OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer)
{
    const auto isMeant = [&](const Endpoint& endpoint) {
        const auto found = Find(endpoint);
        return found != m_cases.end() && found->node.id == query.key;
    };
    Take(now,
         query.key,
         query.to,
         std::any_of(answer.peers.begin(), answer.peers.end(), isMeant) && !answer.responsible);
}

void
IndirectProbe::OnUnanswered(Time now, const Query& query)
{
    Take(now, query.key, query.to, false);
}

void
IndirectProbe::Take(Time now, const Key& key, const RingNode& from, bool isThere)
{
    for (Case& one : m_cases)
    {
        if (one.node.id != key)
        {
            continue;
        }
        RemoveNode(one.asked, from.endpoint);
        const bool wasThere = FindNode(one.by, from.endpoint);
        if (isThere && !wasThere)
        {
            one.by.push_back(from);
        }
        else if (!isThere)
        {
            RemoveNode(one.by, from.endpoint);
        }
        one.isLost = one.by.empty() && one.asked.empty();
        if (isThere != wasThere && one.isKept)
        {
            Update(now);
        }
    }
}

void
IndirectProbe::OnHeard(Time now, const RingNode& node)
{
    const auto found = Find(node.endpoint);
    if (found != m_cases.end() && (!found->isBan || !m_view.links.IsSuspect(node.endpoint)))
    {
        const bool wasKept = found->isKept;
        m_cases.erase(found);
        if (wasKept)
        {
            Update(now);
        }
    }
}

void
IndirectProbe::OnGone(Time now, const Endpoint& endpoint)
{
    const auto found = Find(endpoint);
    if (found != m_cases.end())
    {
        m_cases.erase(found);
    }
    const bool isBridge = FindNode(m_view.bridges, endpoint);
    for (Case& one : m_cases)
    {
        RemoveNode(one.by, endpoint);
        RemoveNode(one.asked, endpoint);
        one.isLost = one.by.empty() && one.asked.empty();
    }
    if (isBridge || m_view.links.HasDetour(endpoint))
    {
        Update(now);
    }
}

std::optional<std::pair<RingNode, bool>>
IndirectProbe::TakeLost()
{
    const auto lost = std::find_if(m_cases.begin(), m_cases.end(), [](const Case& one) {
        return one.isKept && one.isLost;
    });
    if (lost == m_cases.end())
    {
        return std::nullopt;
    }
    const std::pair result(lost->node, lost->isBan);
    m_cases.erase(lost);
    return result;
}

void
IndirectProbe::Update(Time now)
{
    std::vector<LinkTable::Detour> detours;
    m_view.bridges.clear();
    for (const Case& one : m_cases)
    {
        if (one.isKept && !one.by.empty())
        {
            detours.push_back({one.node.endpoint, one.by.front().endpoint});
            if (!FindNode(m_view.bridges, one.by.front().endpoint))
            {
                m_view.bridges.push_back(one.by.front());
            }
        }
    }
    m_view.links.SetDetours(std::move(detours));
    m_links.Update(now, true);
}

bool
IndirectProbe::Admits(Time now, const Key& key)
{
    const auto node = m_view.WithId(key);
    if (!node)
    {
        return true;
    }
    if (!m_correspondence.IsThere(now, node->endpoint, kJustNow))
    {
        if (!m_correspondence.IsAsking(node->endpoint))
        {
            // others' doubts are no reason to give anybody up, but its silence is
            const unsigned attempts = m_correspondence.AttemptsToDecide();
            m_correspondence.Ask(now, *node, node->id, QueryPurpose::kNeighbour, attempts);
        }
        return false;
    }
    m_lentUntil = Later(now, kLent);
    if (!FindNode(m_view.lent, node->endpoint) && m_view.lent.size() < kMostLent)
    {
        m_view.lent.push_back(*node);
        m_links.Update(now);
    }
    return true;
}

void
IndirectProbe::OnWake(Time now)
{
    if (m_lentUntil <= now)
    {
        m_lentUntil = kNever;
        m_view.lent.clear();
        m_links.Update(now);
    }
    if (m_askAt > now)
    {
        return;
    }
    m_askAt = kNever;
    const auto isOver = [&](const Case& one) {
        const Endpoint& endpoint = one.node.endpoint;
        return (!one.isKept && !m_view.links.IsSuspect(endpoint)) || !m_view.Knows(endpoint);
    };
    m_cases.erase(std::remove_if(m_cases.begin(), m_cases.end(), isOver), m_cases.end());
    for (Case& one : m_cases)
    {
        if (one.asked.empty())
        {
            AskOthers(now, one);
            one.isLost = one.asked.empty() && one.by.empty();
        }
    }
    if (!m_cases.empty())
    {
        m_askAt = Later(now, m_context.options.stabiliseInterval);
    }
}

Time
IndirectProbe::NextWake() const
{
    return std::min(m_askAt, m_lentUntil);
}

} // namespace dht
