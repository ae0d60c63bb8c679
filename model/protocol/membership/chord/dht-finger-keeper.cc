/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-finger-keeper.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// Peers before a finger that are asked before it is searched for.
constexpr unsigned kMostSteps = 3;
/// How much shorter the time between fingers is while some may be missing.
constexpr int kHurry = 8;

} // namespace

FingerKeeper::FingerKeeper(MaintenanceContext& context,
                           RingView& view,
                           LinkKeeper& links,
                           Correspondence& correspondence,
                           Finder& finder,
                           Neighbours& neighbours)
    : m_context(context),
      m_view(view),
      m_links(links),
      m_correspondence(correspondence),
      m_finder(finder),
      m_neighbours(neighbours),
      m_near(context, view, links, correspondence)
{
}

void
FingerKeeper::Begin(Time now)
{
    m_octave = 0;
    m_lookAt = now;
    m_isHurrying = true;
    m_near.Begin(now);
}

void
FingerKeeper::Rest()
{
    m_lookAt = kNever;
    m_near.Rest();
}

bool
FingerKeeper::IsLooking() const
{
    return m_finder.IsBusyFor(*this) || m_correspondence.Count(QueryPurpose::kFinger) > 0;
}

void
FingerKeeper::OnGone(Time now, bool wasLooking)
{
    m_isHurrying = true;
    m_isAnythingNew = true;
    if (wasLooking && !IsLooking())
    {
        TryNext(now);
    }
    if (!IsLooking())
    {
        m_octave = 0;
        m_lookAt = std::min(m_lookAt, Later(now, m_context.options.fingerInterval));
    }
}

void
FingerKeeper::Look(Time now)
{
    m_lookAt = Later(now, m_context.options.fingerInterval);
    const RingNode* const successor = m_view.successors.First();
    if (IsLooking() || !successor)
    {
        return;
    }
    // the successor is the finger of all that it covers
    m_octave = std::max(m_octave, OctaveOf(DistanceTo(*successor)) + 1);
    if (m_octave >= kKeyBits)
    {
        const bool areLinksNew = m_links.TakeNews();
        m_isHurrying = std::exchange(m_isAnythingNew, false) || areLinksNew;
        m_octave = 0;
        m_better = 0;
        return;
    }
    m_isSearched = false;
    m_steps = 0;
    m_candidates.clear();
    if (const RingNode* const known = m_view.fingers.From(m_octave))
    {
        if (m_view.links.IsSuspect(known->endpoint))
        {
            PassBy(now, *known);
        }
        else
        {
            Ask(now, *known);
        }
    }
    else if (!m_finder.IsBusy())
    {
        BeginSearch(now);
    }
}

void
FingerKeeper::BeginSearch(Time now)
{
    m_isSearched = true;
    const Key start = m_view.self.id + (Key(1) << m_octave);
    const auto nearest = m_view.NearestTo(start, m_view.self.endpoint, Finder::kMostAsked);
    m_finder.Find(now, *this, start, nearest);
}

void
FingerKeeper::OnFound(Time now, const RingNode& responsible, const RingNodes& next)
{
    // whoever is before the place where the finger begins is so by going round the ring
    const Key least = Key(1) << m_octave;
    const auto end = std::find_if(next.begin(), next.end(), [&](const RingNode& node) {
        return DistanceTo(node) < least;
    });
    m_candidates.assign(next.begin(), end);
    if (DistanceTo(responsible) == least)
    {
        m_candidates.insert(m_candidates.begin(), responsible);
    }
    if (m_candidates.empty())
    {
        GoOn(now, kKeyBits);
        return;
    }
    TryNext(now);
}

void
FingerKeeper::OnNotFound(Time now, bool /* answered */)
{
    GoOn(now, m_octave + 1);
}

void
FingerKeeper::TryNext(Time now)
{
    while (!m_candidates.empty())
    {
        const RingNode next = m_candidates.front();
        m_candidates.erase(m_candidates.begin());
        if (!m_correspondence.IsAsking(next.endpoint))
        {
            Ask(now, next);
            return;
        }
    }
    GoOn(now, m_octave + 1);
}

void
FingerKeeper::Ask(Time now, const RingNode& node)
{
    const unsigned attempts = m_view.Knows(node.endpoint) ? m_correspondence.AttemptsToDecide()
                                                          : Correspondence::kHearsayAttempts;
    m_correspondence.Ask(now, node, node.id, QueryPurpose::kFinger, attempts);
}

void
FingerKeeper::OnAnswer(Time now, const RingNode& node, const std::optional<RingNode>& before)
{
    const Key least = Key(1) << m_octave;
    const Key distance = DistanceTo(node);
    const bool isCovered = before && DistanceTo(*before) >= least &&
                           DistanceTo(*before) < distance &&
                           (!m_view.fingers.IsSurplus(*before) || m_view.fingers.IsSurplus(node));
    if (isCovered && m_steps < kMostSteps)
    {
        // most often one peer has come between, or a few
        ++m_steps;
        m_candidates = {*before};
        TryNext(now);
        return;
    }
    if (isCovered && !m_isSearched && !m_finder.IsBusy())
    {
        BeginSearch(now);
        return;
    }
    GoOn(now, std::max(m_octave, OctaveOf(distance)) + 1);
}

void
FingerKeeper::OnLate(Time now, Query query)
{
    // the other fingers need not wait for it; if it is asked as a neighbour, that query decides
    const Endpoint& endpoint = query.to.endpoint;
    if (!m_correspondence.IsAsking(endpoint))
    {
        query.purpose =
            m_view.Knows(endpoint) ? QueryPurpose::kNeighbour : QueryPurpose::kCandidate;
        m_correspondence.Repeat(query);
    }
    PassBy(now, query.to);
}

void
FingerKeeper::PassBy(Time now, const RingNode& node)
{
    if (m_view.Knows(node.endpoint))
    {
        GoOn(now, OctaveOf(DistanceTo(node)) + 1);
        return;
    }
    m_isAnythingNew = true; // it is looked for again
    TryNext(now);
}

void
FingerKeeper::OnNearness(Time now, const Query& query, const MaintenanceMessage& answer)
{
    m_near.OnAnswer(now, query, answer);
}

void
FingerKeeper::TryBetter(Time now, const RingNode& before)
{
    // a late answer says as much of the fingers as one in time. Each step may make and remove a
    // link: a long way is for a search, in the next round
    if (m_view.fingers.IsWanted(before) && m_better < kMostSteps)
    {
        ++m_better;
        m_neighbours.TryCandidate(now, before);
    }
}

void
FingerKeeper::GoOn(Time now, unsigned octave)
{
    m_candidates.clear();
    m_octave = octave;
    const Time interval = m_context.options.fingerInterval;
    m_lookAt = Later(now, m_isHurrying ? interval / kHurry : interval);
}

void
FingerKeeper::OnWake(Time now)
{
    if (m_lookAt <= now)
    {
        Look(now);
    }
    m_near.OnWake(now);
}

Time
FingerKeeper::NextWake() const
{
    return std::min(m_lookAt, m_near.NextWake());
}

Key
FingerKeeper::DistanceTo(const RingNode& node) const
{
    return Distance(m_view.self.id, node.id);
}

} // namespace dht
