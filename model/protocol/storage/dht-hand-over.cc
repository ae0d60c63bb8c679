/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-hand-over.h"

#include <algorithm>
#include <iterator>

namespace dht
{

HandOver::HandOver(const MovingParts& parts)
    : m_context(parts.context),
      m_store(parts.store),
      m_locator(parts.locator),
      m_comparisons(parts.comparisons),
      m_offers(parts)
{
}

void
HandOver::Begin(Time now, Time end)
{
    m_end = end;
    m_arc.to = m_context.ring.Self().id + Key(1);
    NextArc(now);
}

void
HandOver::NextArc(Time now)
{
    // the keys of one arc after the other, up to this peer's own id
    const Key last = m_context.ring.Self().id + Key(1);
    const bool isAround = m_state != State::kIdle && m_arc.to == last;
    const std::vector<Key> next = isAround ? std::vector<Key>() : m_store.Keys(m_arc.to, last, 1);
    if (next.empty() || now >= m_end || m_silent >= kMostSilent)
    {
        m_state = State::kIdle;
        m_end = kNever;
        return;
    }
    m_state = State::kLocating;
    m_arc.from = next.front();
    m_locator.Begin(now, *this, 0, m_arc.from, kOnlyResponsible);
}

void
HandOver::OnLocateEnded(Time now,
                        std::uint64_t /* tag */,
                        const std::vector<LocatedPeer>& peers,
                        const LocateReport& report)
{
    if (!IsUnderWay())
    {
        return; // its time was up before
    }
    const RingNode self = m_context.ring.Self();
    m_followers.clear();
    for (const LocatedPeer& peer : peers)
    {
        if (report.complete && !(peer.endpoint == self.endpoint))
        {
            m_followers.push_back(peer.endpoint);
        }
    }
    // up to their first follower, and this peer is one, all keys have the same
    const bool isNamed = report.complete && !peers.empty();
    m_silent = isNamed ? m_silent : m_silent + 1;
    const Key first = isNamed ? m_context.ring.IdOf(peers.front().endpoint) : m_arc.from + Key(1);
    const bool isBefore = Distance(m_arc.from, first) < Distance(m_arc.from, self.id);
    m_arc.to = isBefore && first != m_arc.from ? first : self.id + Key(1);
    const auto holders = std::min<std::size_t>(m_context.options.fragments, m_followers.size());
    if (holders > 0)
    {
        std::rotate(m_followers.begin(),
                    m_followers.begin() + static_cast<std::ptrdiff_t>(holders - 1),
                    m_followers.end());
        std::reverse(m_followers.begin(), m_followers.end());
    }
    m_offers.ForgetOthers(m_arc, m_followers);
    NextFollower(now);
}

void
HandOver::NextFollower(Time now)
{
    const bool isAllGone = m_store.Keys(m_arc.from, m_arc.to, 1).empty();
    if (isAllGone || m_followers.empty() || m_silent >= kMostSilent)
    {
        NextArc(now);
        return;
    }
    m_state = State::kComparing;
    const Endpoint follower = m_followers.back();
    m_followers.pop_back();
    m_comparisons.Begin(now, *this, follower, {m_arc}, m_end - now);
}

void
HandOver::OnCompared(Time /* now */, const Endpoint& peer, const KeyDifference& difference)
{
    if (!IsUnderWay())
    {
        return; // likewise
    }
    m_silent = difference.hasAnswered ? 0 : m_silent + 1;
    m_state = State::kOffering;
    m_offers.Add(m_arc, peer, difference);
}

void
HandOver::Go(Time now)
{
    if (now >= m_end)
    {
        m_state = State::kIdle;
        m_end = kNever;
    }
    if (!IsUnderWay())
    {
        return;
    }
    m_offers.Go(now, Time(0));
    if (m_state == State::kOffering && m_offers.IsDone())
    {
        NextFollower(now);
    }
}

Time
HandOver::NextWake() const
{
    return m_end;
}

bool
HandOver::IsUnderWay() const
{
    return m_state != State::kIdle;
}

std::size_t
HandOver::UnderWay() const
{
    return m_offers.UnderWay();
}

} // namespace dht
