/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-round-trip.h"

#include <algorithm>

namespace dht
{

namespace
{

constexpr Time kTimerGranularity = FromSeconds(0.001); // RFC 9002, section 6.1.2

} // namespace

void
RoundTrip::OnSample(Time time, Time hold)
{
    const bool isFirst = !IsKnown();
    m_latest = time;
    m_least = std::min(m_least, time);
    // a receiver may claim any hold, but none that makes the path shorter than it ever was
    const Time held = std::min(hold, kAckDelay);
    const Time adjusted = time - held >= m_least ? time - held : time;
    if (isFirst)
    {
        m_smoothed = adjusted;
        m_variation = adjusted / 2;
        return;
    }
    const Time deviation = std::max(m_smoothed - adjusted, adjusted - m_smoothed);
    m_variation = (3 * m_variation + deviation) / 4;
    m_smoothed = (7 * m_smoothed + adjusted) / 8;
}

void
RoundTrip::OnSpuriousLoss()
{
    m_patience = std::min(m_patience + 1, 8);
}

Time
RoundTrip::LossDelay() const
{
    return std::max(std::max(m_smoothed, m_latest) * (8 + m_patience) / 8, kTimerGranularity);
}

Time
RoundTrip::ProbeTimeout() const
{
    return m_smoothed + std::max(4 * m_variation, kTimerGranularity) + kAckDelay;
}

} // namespace dht
