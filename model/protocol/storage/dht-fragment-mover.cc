/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-fragment-mover.h"

#include <algorithm>
#include <iterator>

namespace dht
{

FragmentMover::FragmentMover(StorageContext& context,
                             BlockStore& store,
                             Locator& locator,
                             KeyComparisons& comparisons,
                             BlockPuts& puts,
                             RepairShare& share)
    : m_context(context),
      m_store(store),
      m_locator(locator),
      m_comparisons(comparisons),
      m_puts(puts),
      m_share(share)
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
    for (auto entry = m_uncertain.begin(); entry != m_uncertain.end();)
    {
        const bool isHere = !m_store.Keys(entry->first, entry->first + Key(1), 1).empty();
        entry = isHere ? std::next(entry) : m_uncertain.erase(entry);
    }
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
    for (auto entry = m_uncertain.begin(); entry != m_uncertain.end();)
    {
        const bool isGone =
            IsIn(m_arc, entry->first) &&
            std::find(m_followers.begin(), m_followers.end(), entry->second) == m_followers.end();
        entry = isGone ? m_uncertain.erase(entry) : std::next(entry);
    }
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
FragmentMover::Settle(const Endpoint& peer, const KeyDifference& difference)
{
    if (!difference.hasAnswered || !difference.rest.empty())
    {
        return;
    }
    const std::set<Key> missing{difference.missing.begin(), difference.missing.end()};
    for (auto entry = m_uncertain.begin(); entry != m_uncertain.end();)
    {
        const bool isSettled = entry->second == peer && IsIn(m_arc, entry->first);
        if (isSettled && missing.count(entry->first) == 0)
        {
            m_store.HandOver(entry->first);
        }
        entry = isSettled ? m_uncertain.erase(entry) : std::next(entry);
    }
}

void
FragmentMover::OnCompared(Time /* now */, const Endpoint& peer, const KeyDifference& difference)
{
    m_state = State::kOffering;
    Settle(peer, difference);
    m_haveAllAnswered = m_haveAllAnswered && difference.hasAnswered && difference.rest.empty();
    for (const Key& key : difference.missing)
    {
        m_keys.erase(key);
        if (m_uncertain.count(key) == 0)
        {
            m_waiting.emplace_back(key, peer);
        }
    }
}

void
FragmentMover::Go(Time now)
{
    while (!m_waiting.empty() && m_offered.size() < kMostRepairs && m_share.Take(1) > 0)
    {
        const auto [key, holder] = m_waiting.front();
        m_waiting.pop_front();
        auto fragment = m_store.Get(now, key);
        // what ends soon is not worth it
        if (!fragment || fragment->left <= RoundOf(m_context.options) + kOnTheirWay)
        {
            m_share.Give(1);
            continue;
        }
        ++m_context.counters.moves;
        m_offered.emplace(key, holder);
        const Time left = fragment->left - kOnTheirWay;
        m_puts.BeginAt(now, *this, {key, {}, 1, std::move(fragment), left, {holder}, 1});
    }
    if (m_state == State::kOffering && m_waiting.empty() && m_offered.empty())
    {
        NextFollower(now);
    }
}

void
FragmentMover::OnHeld(Time /* now */,
                      const Key& key,
                      const Endpoint& /* holder */,
                      StoredStatus status)
{
    // who had none when it was asked has it from here, and the first answer was lost
    if (status == StoredStatus::kStored || status == StoredStatus::kHad)
    {
        m_taken.insert(key);
    }
}

void
FragmentMover::OnPutEnded(Time /* now */, const PutReport& report)
{
    m_share.Give(1);
    const Endpoint holder = m_offered.at(report.key);
    m_offered.erase(report.key);
    const bool isTaken = m_taken.erase(report.key) > 0;
    ++(isTaken ? m_context.counters.moved : m_context.counters.movesFailed);
    if (isTaken)
    {
        m_store.HandOver(report.key);
    }
    else if (report.silent > 0)
    {
        m_uncertain[report.key] = holder; // two with the same row are worth as much as one
    }
}

std::size_t
FragmentMover::UnderWay() const
{
    return m_offered.size();
}

} // namespace dht
