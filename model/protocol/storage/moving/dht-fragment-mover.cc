/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-fragment-mover.h"

#include "dht-holder-spread.h"

#include <algorithm>

namespace dht
{

FragmentMover::FragmentMover(const MovingParts& parts)
    : m_tour(parts)
{
}

// ---- What is in the wrong place

void
FragmentMover::Sweep(Time now)
{
    if (m_tour.state != FragmentTour::State::kIdle || m_tour.context.ring.IsWhole())
    {
        return;
    }
    ++m_tour.context.counters.sweeps;
    m_lookups = kMostLookups;
    m_tour.offers.ForgetGone();
    m_tour.arc.to = m_resume.value_or(m_tour.context.ring.Self().id);
    NextArc(now);
}

void
FragmentMover::NextArc(Time now)
{
    const std::vector<Key> next =
        m_tour.store.Keys(m_tour.arc.to, m_tour.context.ring.Self().id, 1);
    if (next.empty() || m_lookups == 0 || m_tour.context.isLeaving)
    {
        m_tour.state = FragmentTour::State::kIdle;
        // as many lookups as this had do not always reach around
        m_resume = next.empty() ? std::nullopt : std::optional<Key>(m_tour.arc.to);
        return;
    }
    --m_lookups;
    m_tour.Locate(now, *this, next.front());
}

void
FragmentMover::SkipArc(Time now)
{
    const Key self = m_tour.context.ring.Self().id;
    const auto predecessor = m_tour.context.ring.Predecessor();
    const Key arc = predecessor ? Distance(predecessor->id, self) : Key(1);
    if (Distance(m_tour.arc.from, self) <= arc)
    {
        m_tour.state = FragmentTour::State::kIdle;
        m_resume.reset();
        return;
    }
    m_tour.arc.to = m_tour.arc.from + arc;
    NextArc(now);
}

std::optional<FragmentMover::Place>
FragmentMover::PlaceAmong(std::vector<LocatedPeer> peers) const
{
    const std::size_t near = m_tour.LeastFollowers();
    if (m_tour.IsNear(m_tour.arc.from))
    {
        return Place::kNear;
    }
    if (peers.size() < near)
    {
        return std::nullopt;
    }
    peers.resize(m_tour.Reach(EndpointsOfPeers(peers)));
    const auto before = m_tour.CountBefore(m_tour.arc.from, peers);
    if (!before)
    {
        return std::nullopt;
    }
    const Place beyond = *before == peers.size() ? Place::kForeign : Place::kFar;
    return *before < near ? Place::kNear : beyond;
}

void
FragmentMover::OnLocateEnded(Time now,
                             std::uint64_t /* tag */,
                             const std::vector<LocatedPeer>& peers,
                             const LocateReport& report)
{
    const auto place = PlaceAmong(report.complete ? peers : std::vector<LocatedPeer>{});
    if (!place)
    {
        SkipArc(now);
        return;
    }
    if (*place == Place::kNear)
    {
        m_tour.state = FragmentTour::State::kIdle; // all that follows is nearer
        m_resume.reset();
        return;
    }
    m_tour.arc.to = m_tour.context.ring.IdOf(peers.front().endpoint);
    if (*place == Place::kFar)
    {
        NextArc(now); // of a nearer key, more may be settled
        return;
    }
    m_tour.followers = HoldersAmong(EndpointsOfPeers(peers), m_tour.context.options).first;
    m_tour.offers.ForgetOthers(m_tour.arc, m_tour.followers);
    const std::vector<Key> keys = m_tour.store.Keys(m_tour.arc.from, m_tour.arc.to, SIZE_MAX);
    m_keys = {keys.begin(), keys.end()};
    m_haveAllAnswered = true;
    NextFollower(now);
}

void
FragmentMover::NextFollower(Time now)
{
    if (!m_tour.CompareNext(now, *this, RoundOf(m_tour.context.options)))
    {
        GiveUp();
        NextArc(now);
    }
}

void
FragmentMover::GiveUp()
{
    for (const Key& key : m_keys)
    {
        if (m_haveAllAnswered && m_tour.store.HandOver(key))
        {
            ++m_tour.context.counters.needless;
        }
    }
}

// ---- Taking it where it belongs

void
FragmentMover::OnCompared(Time /* now */, const Endpoint& peer, const KeyDifference& difference)
{
    m_haveAllAnswered = m_haveAllAnswered && difference.hasAnswered && difference.rest.empty();
    for (const Key& key : difference.missing)
    {
        m_keys.erase(key);
    }
    m_tour.Offer(peer, difference);
}

void
FragmentMover::Go(Time now)
{
    // what ends soon is not worth it
    if (m_tour.Go(now, RoundOf(m_tour.context.options)))
    {
        NextFollower(now);
    }
}

std::size_t
FragmentMover::UnderWay() const
{
    return m_tour.offers.UnderWay();
}

} // namespace dht
