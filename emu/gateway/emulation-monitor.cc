/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "emulation-monitor.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <unistd.h>

namespace ns3
{

namespace
{

const Time TICK = Seconds(1);
/// Seconds from line to line where no terminal is.
constexpr uint64_t PAUSE = 10;

} // namespace

EmulationMonitor::EmulationMonitor(const EmulatedNetwork& network,
                                   const SimulatedPeers& peers,
                                   RealtimeLoop& loop,
                                   std::ostream* series,
                                   bool quiet)
    : m_network(network),
      m_peers(peers),
      m_loop(loop),
      m_series(series),
      m_quiet(quiet),
      m_terminal(isatty(STDERR_FILENO) == 1)
{
    if (m_series)
    {
        *m_series
            << "time_s,events,read,delivered,dropped,achieved,lag_p50_ms,lag_p99_ms,lag_max_ms"
            << std::endl;
    }
    m_tick = Simulator::Schedule(TICK, &EmulationMonitor::Tick, this);
}

EmulationMonitor::~EmulationMonitor()
{
    m_tick.Cancel();
    if (m_terminal && !m_quiet)
    {
        std::fprintf(stderr, "\r\033[K");
    }
}

EmulationMonitor::Sums
EmulationMonitor::Take() const
{
    Sums sums;
    for (const uint64_t link : m_network.GetTaps())
    {
        const auto totals = m_network.GetTotals(link);
        sums.read += totals.port.read;
        sums.delivered += totals.port.delivered;
        sums.dropped += totals.uplinkFull + totals.downlinkFull + totals.unknownDestination +
                        totals.tooLarge + totals.port.lost;
    }
    sums.answered = m_peers.GetAnswered();
    sums.events = Simulator::GetEventCount();
    return sums;
}

void
EmulationMonitor::Tick()
{
    m_tick = Simulator::Schedule(TICK, &EmulationMonitor::Tick, this);
    m_ticks++;
    const Sums now = Take();
    const Sums change{now.read - m_last.read,
                      now.delivered - m_last.delivered,
                      now.dropped - m_last.dropped,
                      now.answered - m_last.answered,
                      now.events - m_last.events};
    const LagHistogram lag = m_loop.TakeRecentLag();
    if (m_series)
    {
        WriteLine(change, lag);
    }
    if (!m_quiet && (m_terminal || m_ticks % PAUSE == 0))
    {
        Tell(change, lag);
    }
    m_last = now;
}

void
EmulationMonitor::WriteLine(const Sums& change, const LagHistogram& lag)
{
    *m_series << m_ticks << ',' << change.events << ',' << change.read << ',' << change.delivered
              << ',' << change.dropped << ','
              << static_cast<double>(change.answered) / std::max(m_peers.GetCount(), 1U) << ','
              << lag.GetPercentile(50) / 1e6 << ',' << lag.GetPercentile(99) / 1e6 << ','
              << lag.GetMaximum() / 1e6 << std::endl;
}

void
EmulationMonitor::Tell(const Sums& change, const LagHistogram& lag) const
{
    std::fprintf(stderr,
                 "%s%" PRIu64 " s: %" PRIu64 " packets/s from processes, %" PRIu64
                 " to them, %" PRIu64 " dropped, lag p99 %.2f ms%s",
                 m_terminal ? "\r\033[K" : "",
                 m_ticks,
                 change.read,
                 change.delivered,
                 change.dropped,
                 lag.GetPercentile(99) / 1e6,
                 m_terminal ? "" : "\n");
    std::fflush(stderr);
}

} // namespace ns3
