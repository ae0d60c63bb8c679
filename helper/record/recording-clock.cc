/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-clock.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

RecordingClock::RecordingClock(dht::Time interval, std::function<void()> sample)
    : m_interval(NanoSeconds(interval.count())),
      m_sample(std::move(sample))
{
}

RecordingClock::~RecordingClock()
{
    Stop();
}

void
RecordingClock::Start()
{
    m_next = Simulator::Schedule(m_interval, &RecordingClock::Start, this);
    m_sample();
}

void
RecordingClock::Stop()
{
    m_next.Cancel();
}

} // namespace ns3
