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
constexpr std::uint8_t kMostBackoff = 6;
/// A closed window is asked for at least this often, after more doublings than it takes.
constexpr Time kMostWindowProbe = FromSeconds(8);
constexpr std::uint8_t kMostWindowBackoff = 16;
/// A silent other end is told of at most this often.
constexpr Time kSilenceInterval = FromSeconds(31);
/// Memory is given back when nothing has happened for so long.
constexpr Time kShrinkAfter = FromSeconds(1);

/// @param times How often a time was doubled. @param most How often it ever is. @return Once more.
std::uint8_t
Doubled(std::uint8_t times, std::uint8_t most)
{
    return times < most ? times + 1 : most;
}

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
        m_context.control.Window().ForgetLosses(m_context.link);
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
        m_backoff = Doubled(m_backoff, kMostBackoff);
        if (m_backoff >= 2)
        {
            StepAside();
        }
        if (m_backoff >= 2 && now >= m_nextSilence)
        {
            m_nextSilence = now + kSilenceInterval;
            m_news.isSilent = true;
        }
        m_lastUse = now;
    }
    else if (now >= WindowProbeTime())
    {
        m_probesDue = 1;
        m_windowBackoff = Doubled(m_windowBackoff, kMostWindowBackoff);
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
    return m_lastUse + m_path.ProbeTimeout() * (1 << m_backoff);
}

Time
TransportSender::WindowProbeTime() const
{
    const bool isClosed = HasCookie() && m_source.Written() > m_edge && m_source.Sent() == m_edge;
    if (m_packets.InFlight() > 0 || !isClosed)
    {
        return kNever;
    }
    const Time wait = m_path.ProbeTimeout() * (1 << m_windowBackoff);
    return m_lastUse + std::min(wait, kMostWindowProbe);
}

Time
TransportSender::KeepAliveTime() const
{
    const bool isIdle = !m_opening && m_packets.InFlight() == 0 && !m_source.IsWaiting();
    return isIdle ? Later(m_lastUse, m_context.shared.options.keepAlive) : kNever;
}

Time
TransportSender::GiveUpTime() const
{
    return m_packets.InFlight() > 0 ? Later(m_unanswered, m_context.shared.options.giveUp) : kNever;
}

} // namespace dht
