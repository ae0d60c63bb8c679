/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-neighbours.h"

#include "dht-network-share.h"

#include <algorithm>
#include <iterator>

namespace dht
{

namespace
{

/// Peers that are asked at a time of which it is only hearsay that they are there.
constexpr std::size_t kMostCandidateQueries = 4;
/// The same of those that the successor names.
constexpr std::size_t kMostSpareQueries = 4;
/// How long who lost everybody takes itself for cut off, and not for the last one. Those it has
/// lost are asked in turn meanwhile.
constexpr Time kCutOff = FromSeconds(10);

} // namespace

Neighbours::Neighbours(MaintenanceContext& context,
                       RingView& view,
                       LinkKeeper& links,
                       Correspondence& correspondence)
    : m_context(context),
      m_view(view),
      m_links(links),
      m_correspondence(correspondence)
{
}

void
Neighbours::Clear(Time now)
{
    m_view.Clear();
    m_links.Update(now);
}

void
Neighbours::Settle(Time now, const RingNode& before, RingNodes next)
{
    if (!(before == m_view.self))
    {
        // in a small ring, who comes before also comes after the others
        next.push_back(before);
        m_view.successors.Merge(next);
        m_view.predecessor = before;
        m_view.fingers.Insert(before);
    }
    m_links.Update(now);
}

void
Neighbours::Begin(Time now)
{
    Stabilise(now);
    // those who begin at the same time need not go on at the same times
    const Time interval = m_context.options.stabiliseInterval;
    m_stabiliseAt = Later(now, FromSeconds(ToSeconds(interval) * m_context.random.Uniform()));
}

void
Neighbours::Rest()
{
    m_stabiliseAt = m_aloneAt = kNever;
}

void
Neighbours::Stabilise(Time now)
{
    m_stabiliseAt = Later(now, m_context.options.stabiliseInterval);
    // while the successor is in doubt, those after it must not be found dead one after the other
    RingNodes next = m_view.successors.All();
    const bool isInDoubt = !next.empty() && m_view.links.IsSuspect(next.front().endpoint);
    next.resize(isInDoubt ? next.size() : std::min<std::size_t>(next.size(), 1));
    for (const RingNode& node : next)
    {
        Ask(now, node);
    }
    if (m_view.predecessor)
    {
        Ask(now, *m_view.predecessor);
    }
    if (const auto liar = m_view.lost.TakeLiar(now))
    {
        m_correspondence.Ask(now, liar->node, liar->key, QueryPurpose::kAmends, 1);
    }
}

void
Neighbours::Ask(Time now, const RingNode& node)
{
    if (!m_correspondence.IsAsking(node.endpoint))
    {
        const unsigned attempts = m_correspondence.AttemptsToDecide();
        m_correspondence.Ask(now, node, node.id, QueryPurpose::kNeighbour, attempts);
    }
}

void
Neighbours::AskUrgently(Time now, const RingNode& node)
{
    if (m_correspondence.IsAskingUrgently(node.endpoint))
    {
        return;
    }
    m_correspondence.Cancel(node.endpoint);
    const unsigned attempts = m_correspondence.AttemptsToDecide();
    m_correspondence.AskUrgently(now, node, node.id, QueryPurpose::kNeighbour, attempts);
}

void
Neighbours::Introduce(Time now, const Endpoint& from)
{
    const auto node = m_view.Node(from);
    if (!node)
    {
        return;
    }
    const auto& before = m_view.predecessor;
    if (m_view.lost.Contains(from) || m_view.successors.IsNearest(*node) || !before ||
        IsBetween(before->id, node->id, m_view.self.id))
    {
        TryCandidate(now, *node);
    }
}

void
Neighbours::OnNotify(Time now, const Endpoint& from)
{
    const auto& before = m_view.predecessor;
    if (before && !(before->endpoint == from) &&
        !m_correspondence.IsThere(now, before->endpoint, 2 * m_context.options.stabiliseInterval))
    {
        AskUrgently(now, *before);
    }
}

void
Neighbours::TryCandidate(Time now, const RingNode& node)
{
    const bool isOut =
        m_view.lost.IsBanned(now, node.endpoint) && !m_view.lost.MayProve(now, node.endpoint);
    if (!isOut && !m_correspondence.IsAsking(node.endpoint) &&
        (m_correspondence.Count(QueryPurpose::kCandidate) < kMostCandidateQueries ||
         m_correspondence.MakeRoom(QueryPurpose::kCandidate, node.endpoint)))
    {
        const unsigned attempts = Correspondence::kHearsayAttempts;
        m_correspondence.Ask(now, node, node.id, QueryPurpose::kCandidate, attempts);
    }
}

bool
Neighbours::OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer)
{
    const RingNode& node = query.to;
    RingNodes next = m_view.Nodes(answer.peers);
    const auto banned = [&](const RingNode& peer) {
        return m_view.lost.IsBanned(now, peer.endpoint);
    };
    next.erase(std::remove_if(next.begin(), next.end(), banned), next.end());
    const auto before = m_view.PredecessorIn(answer);
    RingNodes spares;
    std::copy_if(next.begin(), next.end(), std::back_inserter(spares), [&](const RingNode& peer) {
        return m_correspondence.HasAnswered(peer.endpoint) ||
               FindNode(m_view.successors.All(), peer.endpoint);
    });
    const bool isNews = m_view.Meet(node, next, spares);
    m_aloneAt = kNever;
    if (query.purpose == QueryPurpose::kSpare)
    {
        m_view.successors.Merge({node});
    }
    m_links.Update(now);
    if (*m_view.successors.First() == node)
    {
        TrySpares(now, next);
        if (!answer.predecessor || !(*answer.predecessor == m_view.self.endpoint))
        {
            MaintenanceMessage notify;
            notify.kind = MaintenanceKind::kNotify;
            m_correspondence.Send(node.endpoint, notify);
        }
        if (before && m_view.successors.IsNearest(*before))
        {
            TryCandidate(now, *before);
        }
    }
    if (m_view.predecessor == node && !next.empty() &&
        IsBetween(node.id, next.front().id, m_view.self.id))
    {
        TryCandidate(now, next.front());
    }
    return isNews;
}

void
Neighbours::TrySpares(Time now, const RingNodes& next)
{
    std::size_t room = kMostSpareQueries - m_correspondence.Count(QueryPurpose::kSpare);
    const std::size_t places = m_context.options.successors;
    const RingNodes first(next.begin(), next.begin() + std::min(next.size(), places - 1));
    SharedPlaces shared = ShareOut(places, first);
    shared.within.insert(shared.within.end(), shared.surplus.begin(), shared.surplus.end());
    for (const RingNode& node : shared.within)
    {
        if (room > 0 && !m_correspondence.HasAnswered(node.endpoint) &&
            !m_correspondence.IsAsking(node.endpoint))
        {
            const unsigned attempts = Correspondence::kHearsayAttempts;
            m_correspondence.Ask(now, node, node.id, QueryPurpose::kSpare, attempts);
            --room;
        }
    }
    for (const RingNode& node : m_view.successors.Kept())
    {
        if (!m_correspondence.IsThere(now, node.endpoint))
        {
            Ask(now, node); // nobody else tells when it is gone
        }
    }
}

void
Neighbours::Suspect(Time now, const RingNode& node)
{
    if (!m_links.Suspect(now, node.endpoint))
    {
        return;
    }
    const RingNode* const first = m_view.successors.First();
    if (first && *first == node)
    {
        Stabilise(now);
    }
}

void
Neighbours::Trust(Time now, const Endpoint& endpoint)
{
    if (!m_view.lost.IsBanned(now, endpoint))
    {
        m_context.counters.returned += m_view.lost.Remove(endpoint);
    }
    m_links.Trust(now, endpoint);
}

void
Neighbours::OnGone(Time now)
{
    m_aloneAt = !m_view.IsCutOff() ? kNever : std::min(m_aloneAt, Later(now, kCutOff));
}

void
Neighbours::Remember(Time now, const RingNodes& met)
{
    for (const RingNode& node : met)
    {
        if (!m_view.Knows(node.endpoint))
        {
            m_view.lost.Add(now, node, Time(0), m_context.random);
        }
    }
}

std::optional<RingNode>
Neighbours::TakeLost(Time now)
{
    return m_view.lost.TakeDue(now, CountKnown(), m_context.random);
}

std::size_t
Neighbours::CountKnown() const
{
    return std::max(m_view.successors.All().size(), m_view.fingers.All().size());
}

void
Neighbours::OnWake(Time now)
{
    if (m_stabiliseAt <= now)
    {
        Stabilise(now);
    }
    if (m_aloneAt <= now)
    {
        m_view.isCutOff = false;
        m_aloneAt = kNever;
    }
}

Time
Neighbours::NextWake() const
{
    return std::min(m_stabiliseAt, m_aloneAt);
}

} // namespace dht
