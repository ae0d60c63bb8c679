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
    m_event.Cancel();
}

void
DhtWakeTimer::SetAt(dht::Time time)
{
    m_wakeAt = time;
    // an event that is due before does no harm, and sees to the next one
    if (time < m_eventAt)
    {
        m_event.Cancel();
        m_eventAt = time;
        m_event = Simulator::Schedule(NanoSeconds((time - DhtPresent()).count()),
                                      &DhtWakeTimer::OnEvent,
                                      this);
    }
}

void
DhtWakeTimer::OnEvent()
{
    m_eventAt = dht::kNever;
    if (m_wakeAt <= DhtPresent())
    {
        m_wake();
    }
    else
    {
        SetAt(m_wakeAt);
    }
}

} // namespace ns3
