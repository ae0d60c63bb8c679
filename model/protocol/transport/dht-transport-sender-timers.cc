/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-sender.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Probe timeouts double so often.
constexpr unsigned kMostBackoff = 6;
/// A closed window is asked for at least this often, after more doublings than it takes.
constexpr Time kMostWindowProbe = FromSeconds(8);
constexpr unsigned kMostWindowBackoff = 16;
/// A silent other end is told of at most this often.
constexpr Time kSilenceInterval = FromSeconds(31);
/// Memory is given back when nothing has happened for so long.
constexpr Time kShrinkAfter = FromSeconds(1);

} // namespace

void
TransportSender::OnTimer(Time now)
{
    if ((m_opening && m_opening->IsTooLate(now)) || now >= GiveUpTime())
    {
        m_loss = TransportLoss::kSilence;
        return;
    }
    const Time suspect = m_packets.SuspectSince();
    if (suspect != kNever && now >= suspect + m_path.LossDelay())
    {
        DetectLosses(now);
    }
    ProbeIfDue(now);
    if (m_packets.InFlight() == 0 && now >= m_lastUse + kShrinkAfter && !m_isShrunk)
    {
        m_packets.ForgetLost(now);
        m_packets.Shrink();
        m_source.Shrink();
        m_isShrunk = true;
    }
}

Time
TransportSender::NextTimer() const
{
    Time next = std::min({GiveUpTime(), ProbeTime(), WindowProbeTime(), KeepAliveTime()});
    next = m_opening ? std::min(next, m_opening->NextTimer()) : next;
    if (m_packets.SuspectSince() != kNever)
    {
        next = std::min(next, m_packets.SuspectSince() + m_path.LossDelay());
    }
    if (!m_isShrunk && m_packets.InFlight() == 0)
    {
        next = std::min(next, m_lastUse + kShrinkAfter);
    }
    // a departure that is past was a reason to wait when it was still to come
    return m_isPaced ? std::min(next, m_context.control.NextDeparture(Time(0))) : next;
}

void
TransportSender::ProbeIfDue(Time now)
{
    if (now >= ProbeTime())
    {
        m_probesDue = 2;
        ++m_backoff;
        if (m_backoff >= 2)
        {
            StepAside();
        }
        const bool isTold = m_silent && now < *m_silent + kSilenceInterval;
        if (m_backoff >= 2 && !isTold)
        {
            m_silent = now;
            m_news.isSilent = true;
        }
        m_lastUse = now;
    }
    else if (now >= WindowProbeTime())
    {
        m_probesDue = 1;
        ++m_windowBackoff;
        m_lastUse = now;
    }
    else if (now >= KeepAliveTime())
    {
        m_probesDue = 1;
        m_lastUse = now;
    }
}

Time
TransportSender::ProbeTime() const
{
    if (m_packets.InFlight() == 0)
    {
        return kNever;
    }
    return m_lastUse + m_path.ProbeTimeout() * (1 << std::min(m_backoff, kMostBackoff));
}

Time
TransportSender::WindowProbeTime() const
{
    const bool isClosed = HasCookie() && m_source.Written() > m_edge && m_source.Sent() == m_edge;
    if (m_packets.InFlight() > 0 || !isClosed)
    {
        return kNever;
    }
    const Time wait = m_path.ProbeTimeout() * (1 << std::min(m_windowBackoff, kMostWindowBackoff));
    return m_lastUse + std::min(wait, kMostWindowProbe);
}

Time
TransportSender::KeepAliveTime() const
{
    const bool isIdle = !m_opening && m_packets.InFlight() == 0 && !m_source.IsWaiting();
    return isIdle ? Later(m_lastUse, m_context.options.keepAlive) : kNever;
}

Time
TransportSender::GiveUpTime() const
{
    return m_packets.InFlight() > 0 ? Later(m_unanswered, m_context.options.giveUp) : kNever;
}

} // namespace dht
