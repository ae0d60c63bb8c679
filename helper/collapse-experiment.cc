/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-experiment.h"

#include "access-network-helper.h"
#include "collapse-options.h"
#include "dht-helper.h"
#include "output-file.h"
#include "progress-display.h"
#include "ring-monitor.h"
#include "run-summary.h"

#include "ns3/double.h"
#include "ns3/names.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>

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

/// The first random stream of the network, and of the peers; the same whatever the scheme.
constexpr int64_t NETWORK_STREAM = 0;
constexpr int64_t START_STREAM = 100;
constexpr int64_t PEER_STREAM = 1000;

Ptr<UniformRandomVariable>
Uniform(const OptionTable::Range& range, double scale)
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
    network.SetRate(Uniform(options.rate, 1));
    network.SetAccessDelay(Uniform(options.delay, 0.5));
    network.AssignStreams(NETWORK_STREAM);
    return network.Install(nodes);
}

ApplicationContainer
InstallRing(const CollapseOptions& options,
            const NodeContainer& nodes,
            const std::vector<Ipv4Address>& addresses)
{
    DhtHelper ring;
    ring.SetScheme(options.scheme);
    ring.SetIds(options.ids == "even" ? DhtHelper::EVEN : DhtHelper::SHA1);
    ring.SetAttribute("Load", DoubleValue(options.load));
    ring.SetAttribute("Requests", UintegerValue(options.requests));
    ring.SetAttribute("MessageSize", UintegerValue(options.messageSize));
    ApplicationContainer peers = ring.Install(nodes, addresses);
    DhtHelper::AssignStreams(peers, PEER_STREAM);

    auto spread = Uniform({0, WORKLOAD_SPREAD.GetSeconds()}, 1);
    spread->SetStream(START_STREAM);
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        (*peer)->SetAttribute("WorkloadDelay",
                              TimeValue(WORKLOAD_START + Seconds(spread->GetValue())));
    }
    return peers;
}

/// The signal that asked this process to end, or 0.
volatile std::sig_atomic_t g_signal = 0;

/// While it exists, SIGINT and SIGTERM end the simulation with an error instead of the process, so
/// that nothing half-written stays behind.
class SignalGuard
{
  public:
    SignalGuard()
        : m_interrupt(std::signal(SIGINT, Note)),
          m_terminate(std::signal(SIGTERM, Note))
    {
    }

    ~SignalGuard()
    {
        std::signal(SIGINT, m_interrupt);
        std::signal(SIGTERM, m_terminate);
    }

  private:
    static void Note(int signal)
    {
        g_signal = signal;
    }

    void (*m_interrupt)(int); ///< What SIGINT did before.
    void (*m_terminate)(int); ///< What SIGTERM did before.
};

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
        if (g_signal != 0)
        {
            throw std::runtime_error("interrupted after " +
                                     std::to_string(Simulator::Now().GetSeconds()) +
                                     " simulated seconds; nothing was written");
        }
        if (m_requests && m_begun && !m_ended && m_monitor.IsAnyExhausted())
        {
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
    const Time begin = WORKLOAD_START + WORKLOAD_SPREAD + options.warmup;
    const Time end = begin + options.duration;
    const SignalGuard guard;
    Watch watch(monitor, options.requests > 0);
    Simulator::Schedule(begin, &Watch::Begin, &watch);
    Simulator::Schedule(POLL, &Watch::Poll, &watch);
    Simulator::Stop(end);
    const ProgressDisplay progress(end, options.quiet);
    const auto start = std::chrono::steady_clock::now();
    Simulator::Run();
    watch.End();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int
RunChecked(int argc, char* argv[])
{
    const CollapseOptions options = CollapseOptions::Parse(argc, argv);
    OutputFile summary("summary", options.summary);
    OutputFile series("series", options.series);

    NodeContainer nodes;
    nodes.Create(options.peers);
    const auto network = BuildNetwork(options, nodes);
    const ApplicationContainer peers = InstallRing(options, nodes, network.addresses);
    RingMonitor monitor(peers, series.IsWanted() ? &series.Stream() : nullptr);
    const double wall = Simulate(options, monitor);

    WriteRunSummary(summary.IsWanted() ? summary.Stream() : std::cout, options, monitor, wall);
    const bool sound = monitor.IdentitiesHold();
    Simulator::Destroy();
    if (!sound)
    {
        throw std::runtime_error("the counters of some peer contradict each other");
    }
    series.Commit();
    summary.Commit();
    return 0;
}

} // namespace

int
RunCollapse(int argc, char* argv[])
{
    const std::string program = std::filesystem::path(argv[0]).filename();
    try
    {
        return RunChecked(argc, argv);
    }
    catch (const OptionError& error)
    {
        std::cerr << program << ": " << error.what() << std::endl;
        return 2;
    }
    catch (const std::exception& error)
    {
        std::cerr << program << ": " << error.what() << std::endl;
        return 1;
    }
}

} // namespace ns3
