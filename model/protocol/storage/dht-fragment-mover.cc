/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-fragment-mover.h"

#include <algorithm>

namespace dht
{

FragmentMover::FragmentMover(const MovingParts& parts)
    : m_context(parts.context),
      m_store(parts.store),
      m_locator(parts.locator),
      m_comparisons(parts.comparisons),
      m_offers(parts)
{
}

// ---- What is in the wrong place

void
FragmentMover::Sweep(Time now)
{
    if (m_state != State::kIdle || m_context.ring.IsWhole())
    {
        return;
    }
    ++m_context.counters.sweeps;
    m_lookups = kMostLookups;
    m_offers.ForgetGone();
    m_arc.to = m_resume.value_or(m_context.ring.Self().id);
    NextArc(now);
}

void
FragmentMover::NextArc(Time now)
{
    const std::vector<Key> next = m_store.Keys(m_arc.to, m_context.ring.Self().id, 1);
    if (next.empty() || m_lookups == 0)
    {
        m_state = State::kIdle;
        // as many lookups as this had do not always reach around
        m_resume = next.empty() ? std::nullopt : std::optional<Key>(m_arc.to);
        return;
    }
    --m_lookups;
    m_state = State::kLocating;
    m_arc.from = next.front();
    m_locator.Begin(now, *this, 0, m_arc.from, kOnlyResponsible);
}

void
FragmentMover::SkipArc(Time now)
{
    const Key self = m_context.ring.Self().id;
    const auto predecessor = m_context.ring.Predecessor();
    const Key arc = predecessor ? Distance(predecessor->id, self) : Key(1);
    if (Distance(m_arc.from, self) <= arc)
    {
        m_state = State::kIdle;
        m_resume.reset();
        return;
    }
    m_arc.to = m_arc.from + arc;
    NextArc(now);
}

bool
FragmentMover::IsNear(const Key& key) const
{
    const RingNodes successors = m_context.ring.Successors();
    if (successors.empty())
    {
        return true;
    }
    const std::size_t near =
        std::min<std::size_t>(m_context.options.fragments + std::size_t{2}, successors.size());
    const Key self = m_context.ring.Self().id;
    return Distance(key, self) < Distance(self, successors[near - 1].id) >> 1;
}

std::optional<bool>
FragmentMover::IsForeign(const Key& key, const std::vector<LocatedPeer>& peers) const
{
    const RingNode self = m_context.ring.Self();
    const std::size_t near =
        std::min<std::size_t>(m_context.options.fragments + std::size_t{2}, kMaximumLocated);
    if (IsNear(key))
    {
        return false;
    }
    if (peers.size() < near)
    {
        return std::nullopt;
    }
    const auto predecessor = m_context.ring.Predecessor();
    const Key gap = predecessor ? Distance(predecessor->id, self.id) : Key(0);
    Key before = key;
    for (std::size_t i = 0; i < near; ++i)
    {
        const Key id = m_context.ring.IdOf(peers[i].endpoint);
        if (peers[i].endpoint == self.endpoint)
        {
            return false;
        }
        // they follow on each other, and this peer would be among them if it was nearer; between
        // its predecessor and itself is nobody
        const bool isInOrder = i == 0 || Distance(key, before) < Distance(key, id);
        const bool isBehind = Distance(key, id) < Distance(key, self.id);
        if (!isInOrder || !isBehind || Distance(id, self.id) < gap)
        {
            return std::nullopt;
        }
        before = id;
    }
    return true;
}

void
FragmentMover::OnLocateEnded(Time now,
                             std::uint64_t /* tag */,
                             const std::vector<LocatedPeer>& peers,
                             const LocateReport& report)
{
    const auto isForeign =
        IsForeign(m_arc.from, report.complete ? peers : std::vector<LocatedPeer>{});
    if (!isForeign)
    {
        SkipArc(now);
        return;
    }
    if (!*isForeign)
    {
        m_state = State::kIdle; // all that follows is nearer
        m_resume.reset();
        return;
    }
    m_followers.clear();
    for (std::size_t i = 0; i < m_context.options.fragments && i < peers.size(); ++i)
    {
        m_followers.push_back(peers[i].endpoint);
    }
    m_arc.to = m_context.ring.IdOf(m_followers.front());
    m_offers.ForgetOthers(m_arc, m_followers);
    const std::vector<Key> keys = m_store.Keys(m_arc.from, m_arc.to, SIZE_MAX);
    m_keys = {keys.begin(), keys.end()};
    m_turn = 0;
    m_haveAllAnswered = true;
    NextFollower(now);
}

void
FragmentMover::NextFollower(Time now)
{
    if (m_store.Keys(m_arc.from, m_arc.to, 1).empty())
    {
        NextArc(now);
    }
    else if (m_turn < m_followers.size())
    {
        m_state = State::kComparing;
        m_comparisons.Begin(now, *this, m_followers[m_turn++], {m_arc}, RoundOf(m_context.options));
    }
    else
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
        if (m_haveAllAnswered && m_store.HandOver(key))
        {
            ++m_context.counters.needless;
        }
    }
}

// ---- Taking it where it belongs

void
FragmentMover::OnCompared(Time /* now */, const Endpoint& peer, const KeyDifference& difference)
{
    m_state = State::kOffering;
    m_haveAllAnswered = m_haveAllAnswered && difference.hasAnswered && difference.rest.empty();
    for (const Key& key : difference.missing)
    {
        m_keys.erase(key);
    }
    m_offers.Add(m_arc, peer, difference);
}

void
FragmentMover::Go(Time now)
{
    // what ends soon is not worth it
    m_offers.Go(now, RoundOf(m_context.options));
    if (m_state == State::kOffering && m_offers.IsDone())
    {
        NextFollower(now);
    }
}

std::size_t
FragmentMover::UnderWay() const
{
    return m_offers.UnderWay();
}

} // namespace dht
