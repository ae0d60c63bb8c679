/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-fragment-offers.h"

#include <algorithm>
#include <iterator>

namespace dht
{

FragmentOffers::FragmentOffers(const MovingParts& parts)
    : m_context(parts.context),
      m_store(parts.store),
      m_puts(parts.puts),
      m_share(parts.share)
{
}

void
FragmentOffers::ForgetGone()
{
    for (auto entry = m_uncertain.begin(); entry != m_uncertain.end();)
    {
        const bool isHere = !m_store.Keys(entry->first, entry->first + Key(1), 1).empty();
        entry = isHere ? std::next(entry) : m_uncertain.erase(entry);
    }
}

void
FragmentOffers::ForgetOthers(const KeyRange& arc, const std::vector<Endpoint>& followers)
{
    for (auto entry = m_uncertain.begin(); entry != m_uncertain.end();)
    {
        const bool isGone =
            IsIn(arc, entry->first) &&
            std::find(followers.begin(), followers.end(), entry->second) == followers.end();
        entry = isGone ? m_uncertain.erase(entry) : std::next(entry);
    }
}

void
FragmentOffers::Add(const KeyRange& arc, const Endpoint& peer, const KeyDifference& difference)
{
    m_silent = 0;
    const bool isWhole = difference.hasAnswered && difference.rest.empty();
    const std::set<Key> missing{difference.missing.begin(), difference.missing.end()};
    for (auto entry = m_uncertain.begin(); entry != m_uncertain.end();)
    {
        const bool isSettled = isWhole && entry->second == peer && IsIn(arc, entry->first);
        if (isSettled && missing.count(entry->first) == 0)
        {
            m_waiting.push_back({entry->first, peer, true}); // of that block, but which one?
        }
        entry = isSettled ? m_uncertain.erase(entry) : std::next(entry);
    }
    for (const Key& key : difference.missing)
    {
        if (m_uncertain.count(key) == 0)
        {
            m_waiting.push_back({key, peer, false});
        }
    }
}

void
FragmentOffers::Go(Time now, Time least)
{
    while (!m_waiting.empty() && m_offered.size() < kMostRepairs && m_share.Take(1) > 0)
    {
        const auto [key, holder, asksFirst] = m_waiting.front();
        m_waiting.pop_front();
        auto fragment = m_store.Get(now, key);
        if (!fragment || fragment->left <= least + kOnTheirWay)
        {
            m_share.Give(1);
            continue;
        }
        ++m_context.counters.moves;
        m_offered.emplace(key, holder);
        const Time left = fragment->left - kOnTheirWay;
        m_puts.BeginAt(now, *this, {key, {}, 1, std::move(fragment), left, {holder}, 1, asksFirst});
    }
}

void
FragmentOffers::OnHeld(Time /* now */,
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
FragmentOffers::OnPutEnded(Time /* now */, const PutReport& report)
{
    m_share.Give(1);
    const Endpoint holder = m_offered.at(report.key);
    m_offered.erase(report.key);
    const bool isTaken = m_taken.erase(report.key) > 0;
    m_silent = report.silent > 0 ? m_silent + 1 : 0;
    if (m_silent >= kMostSilent)
    {
        m_waiting.clear(); // all of it is for that peer
    }
    ++(isTaken ? m_context.counters.moved : m_context.counters.movesFailed);
    if (isTaken)
    {
        m_store.HandOver(report.key);
    }
    else if (report.silent > 0 && !m_context.isLeaving)
    {
        m_uncertain[report.key] = holder; // two with the same row are worth as much as one
    }
}

bool
FragmentOffers::IsDone() const
{
    return m_waiting.empty() && m_offered.empty();
}

std::size_t
FragmentOffers::UnderWay() const
{
    return m_offered.size();
}

} // namespace dht
