/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "simulated-statistics.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

namespace
{

const Time TICK = Seconds(dht::RingStatistics::kTick);

double
Present()
{
    return Simulator::Now().GetSeconds();
}

} // namespace

SimulatedStatistics::SimulatedStatistics(dht::RingStatistics::Look look,
                                         std::ostream* series,
                                         dht::RingSums* sums)
    : m_statistics(std::move(look), Present(), series, sums),
      m_tick(Simulator::Schedule(TICK, &SimulatedStatistics::Tick, this))
{
}

SimulatedStatistics::~SimulatedStatistics()
{
    m_tick.Cancel();
}

void
SimulatedStatistics::Begin()
{
    m_statistics.Begin(Present());
}

void
SimulatedStatistics::End()
{
    m_statistics.End(Present());
}

dht::RingStatistics&
SimulatedStatistics::Get()
{
    return m_statistics;
}

dht::RingResults
SimulatedStatistics::GetResults() const
{
    return m_statistics.GetResults(Present());
}

void
SimulatedStatistics::Tick()
{
    m_tick = Simulator::Schedule(TICK, &SimulatedStatistics::Tick, this);
    m_statistics.Tick(Present());
}

} // namespace ns3
