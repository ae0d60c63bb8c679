/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-window-delays.h"

#include <algorithm>

namespace dht
{

WindowDelays::WindowDelays(const DelayFilterOptions& options)
    : m_options(options)
{
}

void
WindowDelays::OnSample(Time now, std::uint32_t number, const PathSample& sample)
{
    // a filter is made for a new link alone, as that takes memory
    const auto known = m_links.find(number);
    Link& link = known != m_links.end()
                     ? known->second
                     : m_links.emplace(number, Link{DelayFilter(m_options)}).first->second;
    if (link.isCounted)
    {
        Leave(link);
    }
    link.filter.OnSample(now, sample);
    link.queueing = link.filter.Queueing();
    link.leastRoundTrip = link.filter.LeastRoundTrip();
    link.recent = now + sample.roundTrip;
    link.isCounted = true;
    m_queueings.Add(link.queueing);
    m_leastRoundTrips.Add(link.leastRoundTrip);
    if (link.recent < link.expiry)
    {
        Watch(number, link);
    }
    LetExpire(now);
    m_queueing = m_queueings.Median();
    m_leastRoundTrip = m_leastRoundTrips.Median();
}

void
WindowDelays::Forget(std::uint32_t number)
{
    const auto found = m_links.find(number);
    if (found != m_links.end())
    {
        if (found->second.isCounted)
        {
            Leave(found->second);
        }
        m_links.erase(found);
    }
}

void
WindowDelays::Leave(Link& link)
{
    m_queueings.Remove(link.queueing);
    m_leastRoundTrips.Remove(link.leastRoundTrip);
    link.isCounted = false;
}

void
WindowDelays::LetExpire(Time now)
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
WindowDelays::Watch(std::uint32_t number, Link& link)
{
    link.expiry = link.recent;
    m_expiries.push_back({link.expiry, number});
    std::push_heap(m_expiries.begin(), m_expiries.end());
}

Time
WindowDelays::Queueing() const
{
    return m_queueing;
}

Time
WindowDelays::LeastRoundTrip() const
{
    return m_leastRoundTrip;
}

} // namespace dht
