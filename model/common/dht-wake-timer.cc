/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-wake-timer.h"

#include "dht-present-time.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

namespace
{

/// Cancelled events stay in the scheduler until they would have been due. Within such a time, they
/// do not pile up.
constexpr dht::Time SOON = dht::FromSeconds(60);

} // namespace

DhtWakeTimer::DhtWakeTimer(std::function<void()> wake)
    : m_wake(std::move(wake))
{
}

DhtWakeTimer::~DhtWakeTimer()
{
    for (Pending& pending : m_events)
    {
        pending.event.Cancel();
    }
}

void
DhtWakeTimer::SetAt(dht::Time time)
{
    m_wakeAt = time;
    if (!m_events.empty() && m_events.back().due <= time)
    {
        return; // it does no harm, and sees to the next one
    }
    const dht::Time now = DhtPresent();
    if (!m_events.empty() && m_events.back().due - now < SOON)
    {
        m_events.back().event.Cancel();
        m_events.pop_back();
    }
    const Time delay = NanoSeconds((time - now).count());
    m_events.push_back({time, Simulator::Schedule(delay, &DhtWakeTimer::OnEvent, this)});
}

void
DhtWakeTimer::OnEvent()
{
    m_events.pop_back();
    if (m_wakeAt <= DhtPresent())
    {
        m_wakeAt = dht::kNever;
        m_wake();
    }
    else
    {
        SetAt(m_wakeAt);
    }
}

} // namespace ns3
