/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "emulation.h"

#include "dht-end-by-signal.h"
#include "dht-output-file.h"
#include "dht-program.h"
#include "emulated-network.h"
#include "emulation-monitor.h"
#include "emulation-options.h"
#include "emulation-summary.h"
#include "realtime-loop.h"
#include "realtime-priority.h"
#include "realtime-scheduler.h"
#include "signal-file.h"
#include "simulated-peers.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/simulator.h"

#include <chrono>
#include <csignal>
#include <iostream>

namespace ns3
{

namespace
{

constexpr int IMPOSSIBLE = 3; ///< Exit status: the machine lacks something.
constexpr int INVALID = 4;    ///< Exit status: the simulation was late.

/// How the program ends.
struct Ending
{
    int status{0}; ///< Exit status.
    int signal{0}; ///< The signal that ended the run, or 0.
};

/// Run until the time is over or a signal comes. @param options What is wanted. @param loop The
/// clock. @param peers The simulated ones. @param signals What tells it to end. @return The signal
/// that came, or 0.
int
Simulate(const EmulationOptions& options,
         Ptr<RealtimeLoop> loop,
         SimulatedPeers& peers,
         const SignalFile& signals)
{
    int signal = 0;
    loop->Watch(signals.GetFile(), [&] {
        signal = signals.Take();
        Simulator::Stop();
        return true;
    });
    peers.Schedule();
    if (options.duration > Time(0))
    {
        Simulator::Stop(peers.GetEnd() + options.linger);
    }
    if (options.fifo)
    {
        RealtimePriority::Raise();
    }
    loop->Run();
    peers.End();
    return signal;
}

/// @param options What is wanted. @return How it ended.
Ending
Emulate(const EmulationOptions& options)
{
    const SignalFile signals;
    dht::OutputFile summary("summary", options.summary);
    dht::OutputFile series("series", options.series);
    // the kernels of real peers look at checksums
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    const auto loop = CreateObject<RealtimeLoop>();
    RealtimeScheduler::Start(loop);
    EmulatedNetwork network(options, loop);
    SimulatedPeers peers(options, network);
    const EmulationMonitor monitor(network,
                                   peers,
                                   *loop,
                                   series.IsWanted() ? &series.Stream() : nullptr,
                                   options.quiet);
    const auto start = std::chrono::steady_clock::now();
    const int signal = Simulate(options, loop, peers, signals);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

    peers.CloseRecording();
    dht::CommitOutputs(series, summary, [&](std::ostream& out) {
        WriteEmulationSummary(out, options, {network, peers, *loop, wall.count()});
    });
    if (!IsValid(options, *loop))
    {
        std::cerr << "dht-emulate: not valid: the simulation was late, 1 percent of its events by "
                  << loop->GetLag().GetPercentile(99) / 1e6
                  << " ms or more (--lag-limit=" << options.lagLimit.GetSeconds() * 1e3 << "ms)"
                  << std::endl;
        return {INVALID, signal};
    }
    return {0, signal};
}

/// @param options What is wanted. @return How it ended.
Ending
EmulateIfPossible(const EmulationOptions& options)
{
    try
    {
        return Emulate(options);
    }
    catch (const EmulationImpossible& error)
    {
        std::cerr << "dht-emulate: " << error.what() << std::endl;
        return {IMPOSSIBLE, 0};
    }
}

} // namespace

int
RunEmulation(int argc, char* argv[])
{
    Ending ending;
    const auto run = [&] { ending = EmulateIfPossible(EmulationOptions::Parse(argc, argv)); };
    return RunDhtProgram(argv[0], run, [&](int status) {
        // who presses Ctrl-C wants more than a regular end: that a shell's loop ends, too
        if (ending.signal == SIGINT)
        {
            dht::EndBySignal(SIGINT);
        }
        return status != 0 ? status : ending.status;
    });
}

} // namespace ns3
