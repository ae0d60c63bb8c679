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
    Link& link =
        m_links.try_emplace(number, Link{DelayFilter(m_options), now, Time(0)}).first->second;
    link.filter.OnSample(now, sample);
    link.heard = now;
    link.roundTrip = sample.roundTrip;
    m_queueing = Median(now);
    m_leastRoundTrip = link.filter.LeastRoundTrip();
}

void
WindowDelays::Forget(std::uint32_t link)
{
    m_links.erase(link);
}

Time
WindowDelays::Median(Time now)
{
    m_recent.clear();
    for (const auto& [number, link] : m_links)
    {
        if (now - link.heard <= link.roundTrip)
        {
            m_recent.push_back(link.filter.Queueing());
        }
    }
    const auto middle = m_recent.begin() + (m_recent.size() - 1) / 2;
    std::nth_element(m_recent.begin(), middle, m_recent.end());
    return *middle;
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
