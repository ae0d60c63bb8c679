/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-hand-over.h"

#include "dht-holder-spread.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>
#include <utility>

namespace dht
{

HandOver::HandOver(const MovingParts& parts)
    : m_tour(parts)
{
}

void
HandOver::Begin(Time now, Time end)
{
    m_end = end;
    m_tour.arc.to = m_tour.context.ring.Self().id + Key(1);
    NextArc(now);
}

void
HandOver::NextArc(Time now)
{
    const KeyRange& arc = m_tour.arc;
    if (std::exchange(m_isUnsettled, false))
    {
        m_round.isMoreLeft = m_round.isMoreLeft || !m_tour.store.Keys(arc.from, arc.to, 1).empty();
    }
    // the keys of one arc after the other, up to this peer's own id
    const Key last = m_tour.context.ring.Self().id + Key(1);
    const bool isAround = m_tour.state != FragmentTour::State::kIdle && arc.to == last;
    const std::vector<Key> next =
        isAround ? std::vector<Key>() : m_tour.store.Keys(arc.to, last, 1);
    if (next.empty() || now >= m_end || m_silent >= kMostSilent)
    {
        EndRound(now);
        return;
    }
    m_tour.Locate(now, *this, next.front());
}

void
HandOver::EndRound(Time now)
{
    const Round round = std::exchange(m_round, Round());
    // where all who follow are busy twice, all leave: once, they may have had too many questions
    const bool isInVain = !round.hasCompared && (m_silent > 0 || !round.busy.empty());
    if (!round.isMoreLeft || (isInVain && m_wasInVain) || m_pauses == kMostPauses || now >= m_end)
    {
        End();
        return;
    }
    m_wasInVain = isInVain;
    m_silent = 0;
    ++m_pauses;
    m_goesOn = Later(now, kPause);
    m_tour.state = FragmentTour::State::kIdle;
    m_tour.arc.to = m_tour.context.ring.Self().id + Key(1);
}

void
HandOver::End()
{
    m_tour.state = FragmentTour::State::kIdle;
    m_goesOn = kNever;
    m_end = kNever;
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
    const Key& key = m_tour.arc.from;
    const auto counted = report.complete ? m_tour.CountBefore(key, peers) : std::nullopt;
    const bool isKnown = counted.has_value();
    const std::size_t before = counted.value_or(0);
    const bool isAmong = isKnown && before < peers.size();
    const bool isNear = isAmong || m_tour.IsNear(key);
    const bool isFar = !isNear && isKnown && peers.size() >= m_tour.LeastFollowers();
    const std::size_t named = isAmong || isFar ? before : 0;
    std::vector<Endpoint>& all = m_tour.followers;
    all = EndpointsOfPeers(peers);
    all.resize(named);
    all.reserve(named + 1 + kMaximumLocated);
    if (isNear)
    {
        all.push_back(m_tour.context.self); // behind whom its successors follow
        AddSuccessors();
    }
    Drop(m_round.busy);
    if (isNear)
    {
        // who is farther from the key is found by no get
        all.resize(m_tour.Reach(all));
    }
    // an answer that was lost is no sign of leaving: nobody takes the place of who was silent
    Drop(m_round.silent);
    const bool isContradicted = report.complete && !isKnown;
    m_isUnsettled = m_isUnsettled || (!isNear && !isKnown);
    m_silent += isNear || isFar || isContradicted ? 0 : 1;
    m_tour.arc.to = named > 0 ? m_tour.context.ring.IdOf(peers.front().endpoint)
                              : EndOfArc(isAmong, isContradicted && !isNear);
    PutInOrder(isAmong || isFar);
    NextFollower(now);
}

Key
HandOver::EndOfArc(bool isOwn, bool isContradicted) const
{
    const RingNode self = m_tour.context.ring.Self();
    const Key& key = m_tour.arc.from;
    // up to their first follower, and this peer is one, all keys have the same; what contradicts
    // the ring does so for all keys of an arc, which is taken for as long as this peer's own
    const auto predecessor = m_tour.context.ring.Predecessor();
    const Key gap = isContradicted && predecessor ? Distance(predecessor->id, self.id) : Key(1);
    return isOwn || Distance(key, self.id) < gap ? self.id + Key(1) : key + gap;
}

void
HandOver::AddSuccessors()
{
    std::vector<Endpoint>& all = m_tour.followers;
    for (const RingNode& node : m_tour.context.ring.Successors())
    {
        // in a small ring they go around
        if (std::find(all.begin(), all.end(), node.endpoint) == all.end())
        {
            all.push_back(node.endpoint);
        }
    }
}

void
HandOver::Drop(const std::vector<Endpoint>& peers)
{
    std::vector<Endpoint>& all = m_tour.followers;
    const auto isToGo = [&](const Endpoint& peer) {
        return std::find(peers.begin(), peers.end(), peer) != peers.end();
    };
    all.erase(std::remove_if(all.begin(), all.end(), isToGo), all.end());
}

void
HandOver::PutInOrder(bool isLastFirst)
{
    const auto has = [](const std::vector<Endpoint>& peers, const Endpoint& peer) {
        return std::find(peers.begin(), peers.end(), peer) != peers.end();
    };
    std::vector<Endpoint>& all = m_tour.followers;
    const StorageOptions& options = m_tour.context.options;
    const std::vector<Endpoint> present = HoldersAmong(all, options).first;
    Drop({m_tour.context.self});
    const std::vector<Endpoint> future = HoldersAmong(all, options).first;
    if (future.empty() || !isLastFirst)
    {
        return;
    }
    // in a ring that is no larger than that, nobody takes its place
    std::vector<Endpoint> order;
    std::copy_if(future.begin(), future.end(), std::back_inserter(order), [&](const auto& peer) {
        return !has(present, peer);
    });
    if (order.empty())
    {
        order.push_back(future.back());
    }
    std::copy_if(all.begin(), all.end(), std::back_inserter(order), [&](const auto& peer) {
        return !has(future, peer);
    });
    std::copy_if(future.begin(), future.end(), std::back_inserter(order), [&](const auto& peer) {
        return !has(order, peer);
    });
    all = std::move(order);
}

void
HandOver::NextFollower(Time now)
{
    const KeyRange& arc = m_tour.arc;
    if (m_silent < kMostSilent && m_tour.CompareNext(now, *this, m_end - now))
    {
        return;
    }
    // without those who leave, too, others are among the holders
    if (std::exchange(m_isFewer, false) && m_silent < kMostSilent &&
        !m_tour.store.Keys(arc.from, arc.to, 1).empty())
    {
        m_tour.Locate(now, *this, arc.from);
        return;
    }
    NextArc(now);
}

void
HandOver::OnCompared(Time /* now */, const Endpoint& peer, const KeyDifference& difference)
{
    if (!IsUnderWay())
    {
        return; // likewise
    }
    // who leaves, too, is busy from the first question on
    const std::deque<KeyRange>& rest = difference.rest;
    const bool isBusy =
        difference.hasAnswered && !rest.empty() && rest.front().from == m_tour.arc.from;
    if (!difference.hasAnswered || isBusy)
    {
        (isBusy ? m_round.busy : m_round.silent).push_back(peer);
        m_isFewer = m_isFewer || isBusy;
        m_silent += isBusy ? 0 : 1;
    }
    else
    {
        m_round.hasCompared = true;
        m_silent = 0;
    }
    // who is busy once more after a pause leaves
    const bool mayLackMore = !difference.hasAnswered || (m_pauses == 0 && !rest.empty());
    m_isUnsettled = m_isUnsettled || mayLackMore;
    m_tour.Offer(peer, difference);
}

void
HandOver::Go(Time now)
{
    if (now >= m_end)
    {
        End();
    }
    else if (now >= m_goesOn)
    {
        m_goesOn = kNever;
        NextArc(now);
    }
    if (IsUnderWay() && m_tour.Go(now, Time(0)))
    {
        NextFollower(now);
    }
}

Time
HandOver::NextWake() const
{
    return std::min(m_end, m_goesOn);
}

bool
HandOver::IsUnderWay() const
{
    return m_end != kNever;
}

std::size_t
HandOver::UnderWay() const
{
    return m_tour.offers.UnderWay();
}

} // namespace dht
