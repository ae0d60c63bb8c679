/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-window-delays.h"

#include <utility>

namespace dht
{

WindowDelays::WindowDelays(const DelayFilterOptions& options)
    : m_delays{DelayFilter(options)}
{
}

void
WindowDelays::OnSample(Time now, std::uint32_t link, const PathSample& sample)
{
    if (IsOnly(link))
    {
        m_only = link;
        m_delays.filter.OnSample(now, sample);
        m_delays.recent = now + sample.roundTrip;
        m_queueing = m_delays.filter.Queueing();
        m_leastRoundTrip = m_delays.filter.LeastRoundTrip();
        return;
    }
    if (!m_medians)
    {
        m_medians = std::make_unique<LinkMedians>();
        m_medians->Add(*m_only, std::exchange(m_delays, Unheard()));
    }
    m_medians->OnSample(now, link, sample, m_delays.filter.Options());
    m_queueing = m_medians->Queueing();
    m_leastRoundTrip = m_medians->LeastRoundTrip();
}

void
WindowDelays::Forget(std::uint32_t link)
{
    if (m_medians)
    {
        m_medians->Forget(link);
    }
    else if (m_only == link)
    {
        m_only.reset();
        m_delays = Unheard();
    }
}

LinkDelays
WindowDelays::Unheard() const
{
    return {DelayFilter(m_delays.filter.Options())};
}

} // namespace dht
