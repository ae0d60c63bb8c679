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
    // an event that is due before does no harm, and sees to the next one
    if (time < (m_events.empty() ? dht::kNever : m_events.back().due))
    {
        const Time delay = NanoSeconds((time - DhtPresent()).count());
        m_events.push_back({time, Simulator::Schedule(delay, &DhtWakeTimer::OnEvent, this)});
    }
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
