/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "churn-run.h"

#include "dht-progress-display.h"
#include "dht-signal-guard.h"

#include "ns3/simulator.h"

#include <chrono>

namespace ns3
{

namespace
{

/// Look, now and then, whether a signal has come. @param period How often.
void
PollForSignal(Time period)
{
    DhtSignalGuard::Check();
    Simulator::Schedule(period, &PollForSignal, period);
}

} // namespace

double
SimulateChurn(const ChurnRun& run, DhtLookupMonitor& lookups, DhtChurnWindow& window)
{
    const Time end = run.begin + run.duration;
    Simulator::Schedule(run.begin, &DhtLookupMonitor::Begin, &lookups);
    Simulator::Schedule(run.begin, &DhtChurnWindow::Begin, &window);
    Simulator::Schedule(end, &DhtLookupMonitor::End, &lookups);
    Simulator::Schedule(end, &DhtChurnWindow::End, &window);
    const Time stop = end + run.lifetime + MilliSeconds(1);
    Simulator::Stop(stop);
    Simulator::Schedule(run.poll, &PollForSignal, run.poll);
    const DhtProgressDisplay progress(
        [stop] { return Simulator::Now().GetSeconds() / stop.GetSeconds(); },
        run.quiet,
        run.tick);
    const auto start = std::chrono::steady_clock::now();
    Simulator::Run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace ns3
