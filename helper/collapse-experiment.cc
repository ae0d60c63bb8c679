/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-experiment.h"

#include "access-network-helper.h"
#include "collapse-options.h"
#include "dht-deadlock-watchdog.h"
#include "dht-helper.h"
#include "dht-program.h"
#include "dht-progress-display.h"
#include "dht-run-summary.h"
#include "dht-signal-guard.h"
#include "ring-monitor.h"

#include "ns3/dht-output-file.h"
#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <chrono>
#include <iostream>
#include <vector>

namespace ns3
{

namespace
{

/// When the workloads begin: by then, every peer is connected to its neighbours.
const Time WORKLOAD_START = Seconds(2);
/// Over which the peers' starts are spread, so that they are not in step.
const Time WORKLOAD_SPREAD = MilliSeconds(100);
/// How often it is looked whether the simulation is to end.
const Time POLL = MilliSeconds(10);

/// The first random streams, the same whatever the scheme. The network's is
/// AccessNetworkHelper::PROGRAM_STREAM, the overlay's is 200 (OverlayOptions).
constexpr int64_t START_STREAM = 100;
constexpr int64_t PROCESSING_STREAM = 201;
constexpr int64_t PEER_STREAM = 1000;

Ptr<UniformRandomVariable>
Uniform(const DhtOptionTable::Range& range, double scale)
{
    auto variable = CreateObject<UniformRandomVariable>();
    variable->SetAttribute("Min", DoubleValue(range.first * scale));
    variable->SetAttribute("Max", DoubleValue(range.second * scale));
    return variable;
}

AccessNetworkHelper::Network
BuildNetwork(const CollapseOptions& options, const NodeContainer& nodes)
{
    AccessNetworkHelper network;
    network.SetTopology(options.topology);
    if (options.downlink)
    {
        network.SetRate(Uniform(options.rate, 1), Uniform(*options.downlink, 1));
    }
    else
    {
        network.SetRate(Uniform(options.rate, 1));
    }
    network.SetAccessDelay(Uniform(options.delay, 0.5));
    network.AssignStreams(AccessNetworkHelper::PROGRAM_STREAM);
    return network.Install(nodes);
}

ApplicationContainer
InstallRing(const CollapseOptions& options,
            const NodeContainer& nodes,
            const std::vector<Ipv4Address>& addresses)
{
    DhtHelper ring;
    ring.SetScheme(options.scheme);
    options.ConfigureOverlay(ring);
    ring.SetAttribute("Routing",
                      StringValue(options.routing == "recursive" ? "Recursive" : "Iterative"));
    ring.SetAttribute("Acks", StringValue(options.acks == "direct" ? "Direct" : "Overlay"));
    ring.SetAttribute("CrossLoad", DoubleValue(options.crossLoad / 100));
    ring.SetAttribute("MeanPause", TimeValue(options.pause));
    ring.SetAttribute(
        "ProcessingTimes",
        StringValue(options.processingTimes == "constant" ? "Constant" : "Exponential"));
    ring.SetAttribute("Load", DoubleValue(options.load));
    ring.SetAttribute("Requests", UintegerValue(options.requests));
    ring.SetAttribute("MessageSize", UintegerValue(options.messageSize));
    ApplicationContainer peers = ring.Install(nodes, addresses);
    DhtHelper::AssignStreams(peers, PEER_STREAM);

    auto spread = Uniform({0, WORKLOAD_SPREAD.GetSeconds()}, 1);
    spread->SetStream(START_STREAM);
    auto processing = Uniform(options.processing, 1);
    processing->SetStream(PROCESSING_STREAM);
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        (*peer)->SetAttribute("WorkloadDelay",
                              TimeValue(WORKLOAD_START + Seconds(spread->GetValue())));
        (*peer)->SetAttribute("ProcessingTime", TimeValue(Seconds(processing->GetValue())));
    }
    return peers;
}

/// Looks, now and then, whether the simulation is to end.
class Watch
{
  public:
    /// @param monitor Whose window it is. @param requests Whether peers make a given number of
    /// them.
    Watch(RingMonitor& monitor, bool requests)
        : m_monitor(monitor),
          m_requests(requests)
    {
    }

    void Begin()
    {
        m_begun = true;
        m_monitor.Begin();
    }

    void Poll()
    {
        Simulator::Schedule(POLL, &Watch::Poll, this);
        DhtSignalGuard::Check();
        if (m_requests && !m_ended && m_monitor.IsAnyExhausted())
        {
            if (!m_begun)
            {
                throw DhtOptionError("--warmup: by its end, peers have made all their --requests");
            }
            End();
        }
        if (m_requests && m_ended && m_monitor.IsFinished())
        {
            Simulator::Stop();
        }
    }

    void End()
    {
        if (!m_ended)
        {
            m_ended = true;
            m_monitor.End();
        }
    }

  private:
    RingMonitor& m_monitor; ///< Whose window it is.
    bool m_requests;        ///< Whether peers make a given number of requests.
    bool m_begun{false};    ///< Whether the window has begun.
    bool m_ended{false};    ///< Whether the window has ended.
};

/// Run the simulation. @return What it took, in seconds of real time.
double
Simulate(const CollapseOptions& options, RingMonitor& monitor)
{
    // with --requests, everything counts that a peer does, unless a warm-up is asked for
    const Time spread = options.requests > 0 ? Time(0) : WORKLOAD_SPREAD;
    const Time begin = WORKLOAD_START + spread + options.warmup;
    const Time end = begin + options.duration;
    Watch watch(monitor, options.requests > 0);
    Simulator::Schedule(begin, &Watch::Begin, &watch);
    Simulator::Schedule(POLL, &Watch::Poll, &watch);
    Simulator::Stop(end);
    const DhtProgressDisplay progress(
        [&] {
            return options.requests > 0 ? monitor.GetDone()
                                        : Simulator::Now().GetSeconds() / end.GetSeconds();
        },
        options.quiet);
    const auto start = std::chrono::steady_clock::now();
    Simulator::Run();
    watch.End();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void
RunChecked(int argc, char* argv[])
{
    const CollapseOptions options = CollapseOptions::Parse(argc, argv);
    const DhtSignalGuard guard;
    dht::OutputFile summary("summary", options.summary);
    dht::OutputFile series("series", options.series);

    NodeContainer nodes;
    nodes.Create(options.peers);
    const auto network = BuildNetwork(options, nodes);
    const ApplicationContainer peers = InstallRing(options, nodes, network.addresses);
    DhtSignalGuard::Check();
    const DhtDeadlockWatchdog watchdog(peers);
    RingMonitor monitor(peers, series.IsWanted() ? &series.Stream() : nullptr);
    const double wall = Simulate(options, monitor);

    if (!monitor.IdentitiesHold())
    {
        throw std::runtime_error("the counters of some peer contradict each other");
    }
    if (const auto& deadlock = watchdog.GetDeadlock())
    {
        std::cerr << "collapse: locked up since " << deadlock->since.GetSeconds()
                  << " s: " << DhtDeadlockWatchdog::Describe(*deadlock) << "\n";
    }
    series.Commit();
    std::ostream& out = summary.IsWanted() ? summary.Stream() : std::cout;
    WriteRunSummary(out, options, monitor, watchdog, wall);
    if (!out.flush())
    {
        throw std::runtime_error("the summary cannot be written");
    }
    summary.Commit();
}

} // namespace

int
RunCollapse(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { RunChecked(argc, argv); });
}

} // namespace ns3
