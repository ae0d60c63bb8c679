/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-medians.h"

#include <algorithm>
#include <utility>

namespace dht
{

void
LinkMedians::Add(std::uint32_t number, LinkDelays delays)
{
    Link& link = m_links.emplace(number, Link{std::move(delays)}).first->second;
    Enter(number, link);
}

void
LinkMedians::OnSample(Time now,
                      std::uint32_t number,
                      const PathSample& sample,
                      const DelayFilterOptions& options)
{
    // a filter is made for a new link alone, as that takes memory
    const auto known = m_links.find(number);
    Link& link = known != m_links.end()
                     ? known->second
                     : m_links.emplace(number, Link{{DelayFilter(options)}}).first->second;
    if (link.isCounted)
    {
        Leave(link);
    }
    link.filter.OnSample(now, sample);
    if (known == m_links.end() && options.deducts)
    {
        LetExpire(now);
        Deduct(link, sample);
    }
    link.recent = now + sample.roundTrip;
    Enter(number, link);
    LetExpire(now);
}

void
LinkMedians::Deduct(Link& link, const PathSample& sample) const
{
    const Time waited = m_latest.IsEmpty() ? Time(0) : m_latest.Median();
    if (waited > Time(0) && waited < sample.roundTrip)
    {
        const Time queue = std::min(waited, sample.roundTrip * 2 / 3);
        link.filter.Assume(sample.oneWay - queue, sample.roundTrip - queue);
    }
}

void
LinkMedians::Forget(std::uint32_t number)
{
    const auto found = m_links.find(number);
    if (found != m_links.end())
    {
        if (found->second.isCounted)
        {
            Leave(found->second);
        }
        m_links.erase(found);
        Measure();
    }
}

void
LinkMedians::Measure()
{
    const auto isAssumed = [](const auto& link) { return link.second.filter.IsAssumed(); };
    if (!std::all_of(m_links.begin(), m_links.end(), isAssumed))
    {
        return;
    }
    for (auto& [number, link] : m_links)
    {
        const bool counts = link.isCounted;
        if (counts)
        {
            Leave(link);
        }
        link.filter.Measure();
        if (counts)
        {
            Enter(number, link);
        }
    }
}

void
LinkMedians::Enter(std::uint32_t number, Link& link)
{
    link.queueing = link.filter.Queueing();
    link.latest = link.filter.LatestQueueing();
    link.leastRoundTrip = link.filter.LeastRoundTrip();
    link.isCounted = true;
    m_queueings.Add(link.queueing);
    m_latest.Add(link.latest);
    m_leastRoundTrips.Add(link.leastRoundTrip);
    if (link.recent < link.expiry)
    {
        Watch(number, link);
    }
}

void
LinkMedians::Leave(Link& link)
{
    m_queueings.Remove(link.queueing);
    m_latest.Remove(link.latest);
    m_leastRoundTrips.Remove(link.leastRoundTrip);
    link.isCounted = false;
}

void
LinkMedians::LetExpire(Time now)
{
    while (!m_expiries.empty() && m_expiries.front().time < now)
    {
        const Expiry first = m_expiries.front();
        std::pop_heap(m_expiries.begin(), m_expiries.end());
        m_expiries.pop_back();
        const auto found = m_links.find(first.link);
        if (found == m_links.end() || found->second.expiry != first.time)
        {
            continue;
        }
        Link& link = found->second;
        if (link.recent >= now)
        {
            Watch(first.link, link);
            continue;
        }
        Leave(link);
        link.expiry = kNever;
    }
}

void
LinkMedians::Watch(std::uint32_t number, Link& link)
{
    link.expiry = link.recent;
    m_expiries.push_back({link.expiry, number});
    std::push_heap(m_expiries.begin(), m_expiries.end());
}

} // namespace dht
