/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-experiment.h"

#include "bulk-streams.h"
#include "collapse-options.h"
#include "collapse-summary.h"
#include "dht-deadlock-watchdog.h"
#include "dht-helper.h"
#include "dht-output-file.h"
#include "dht-overlay-registry.h"
#include "dht-program.h"
#include "dht-progress-display.h"
#include "dht-ring-check.h"
#include "dht-run-summary.h"
#include "dht-signal-guard.h"
#include "ring-monitor.h"
#include "ring-recording.h"
#include "ring-store.h"

#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <chrono>
#include <iostream>
#include <memory>
#include <vector>

namespace ns3
{

namespace
{

/// When the workloads begin: by then, every peer is connected to its neighbours.
const Time WORKLOAD_START = Seconds(2);
/// From the last join to the workloads: by then, every peer knows its fingers.
const Time SETTLING = Seconds(30);
/// Over which the peers' starts are spread, so that they are not in step.
const Time WORKLOAD_SPREAD = MilliSeconds(100);
/// How often it is looked whether the simulation is to end.
const Time COLLAPSE_POLL = MilliSeconds(10);

/// The first random streams, the same whatever the scheme. The network's is
/// AccessNetworkHelper::PROGRAM_STREAM, the overlay's is 200 (OverlayOptions).
constexpr int64_t START_STREAM = 100;
constexpr int64_t PROCESSING_STREAM = 201;
constexpr int64_t PEER_STREAM = 1000;

/// @param options What is asked for. @return When the workloads begin.
Time
WorkloadStart(const CollapseOptions& options)
{
    return options.IsJoining() ? options.joinTime + SETTLING : WORKLOAD_START;
}

/// Say when peers start, when their workloads do, and what a message takes. @param options What is
/// asked for. @param peers The peers.
void
SetStarts(const CollapseOptions& options, const ApplicationContainer& peers)
{
    if (options.IsJoining())
    {
        DhtHelper::SpreadStarts(peers, options.joinTime);
    }
    auto spread = MakeUniform({0, WORKLOAD_SPREAD.GetSeconds()});
    spread->SetStream(START_STREAM);
    auto processing = MakeUniform(options.processing);
    processing->SetStream(PROCESSING_STREAM);
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        TimeValue start;
        (*peer)->GetAttribute("StartTime", start);
        (*peer)->SetAttribute(
            "WorkloadDelay",
            TimeValue(WorkloadStart(options) - start.Get() + Seconds(spread->GetValue())));
        (*peer)->SetAttribute("ProcessingTime", TimeValue(Seconds(processing->GetValue())));
    }
}

ApplicationContainer
InstallRing(const CollapseOptions& options,
            const NodeContainer& nodes,
            const AccessNetworkHelper::Network& network)
{
    DhtHelper ring;
    if (dht::OverlayRegistry::Get().Find(options.overlay).needsDelays)
    {
        ring.SetDelays(network.GetDelays());
    }
    ring.SetScheme(options.scheme);
    options.ConfigureOverlay(ring);
    options.ConfigurePeers(ring);
    options.ConfigureTransport(options, ring);
    options.ConfigureStore(ring);
    ring.SetAttribute("Acks", StringValue(options.acks == "direct" ? "Direct" : "Overlay"));
    ring.SetAttribute("CrossLoad", DoubleValue(options.crossLoad / 100));
    ring.SetAttribute("MeanPause", TimeValue(options.pause));
    ring.SetAttribute("MessageSize", UintegerValue(options.messageSize));
    ApplicationContainer peers = options.IsJoining() ? ring.InstallJoining(nodes, network.addresses)
                                                     : ring.Install(nodes, network.addresses);
    options.GiveStores(peers);
    DhtHelper::AssignStreams(peers, PEER_STREAM);
    SetStarts(options, peers);
    return peers;
}

/// @param options What is asked for. @param peers All peers. @return What they store and get; null
/// if nothing is.
std::unique_ptr<RingStore>
MakeStore(const CollapseOptions& options, const ApplicationContainer& peers)
{
    // the ring gets its shape in the first quarter of its time to settle, and puts end in the last
    const RingStore::Puts puts{options.joinTime + SETTLING / 4, SETTLING / 2};
    return options.blocks > 0 ? std::make_unique<RingStore>(peers, options, puts) : nullptr;
}

/// Looks, now and then, whether the simulation is to end.
class Watch
{
  public:
    /// @param monitor Whose window it is. @param bulk Has the same. @param store Likewise; null if
    /// there is none. @param requests Whether peers make a given number of them.
    Watch(RingMonitor& monitor, BulkStreams& bulk, RingStore* store, bool requests)
        : m_monitor(monitor),
          m_bulk(bulk),
          m_store(store),
          m_requests(requests)
    {
    }

    void Begin()
    {
        m_begun = true;
        m_monitor.Begin();
        m_bulk.Begin();
        if (m_store)
        {
            m_store->Begin();
        }
    }

    void Poll()
    {
        Simulator::Schedule(COLLAPSE_POLL, &Watch::Poll, this);
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
            m_bulk.End();
            if (m_store)
            {
                m_store->End();
            }
        }
    }

  private:
    RingMonitor& m_monitor; ///< Whose window it is.
    BulkStreams& m_bulk;    ///< Has the same.
    RingStore* m_store;     ///< Has the same; may be null.
    bool m_requests;        ///< Whether peers make a given number of requests.
    bool m_begun{false};    ///< Whether the window has begun.
    bool m_ended{false};    ///< Whether the window has ended.
};

/// Run the simulation. @return What it took, in seconds of real time.
double
Simulate(const CollapseOptions& options, RingMonitor& monitor, BulkStreams& bulk, RingStore* store)
{
    // with --requests, everything counts that a peer does, unless a warm-up is asked for
    const Time spread = options.workload.IsLimited() ? Time(0) : WORKLOAD_SPREAD;
    const Time begin = WorkloadStart(options) + spread + options.warmup;
    const Time end = begin + options.duration;
    Watch watch(monitor, bulk, store, options.workload.IsLimited());
    Simulator::Schedule(begin, &Watch::Begin, &watch);
    Simulator::Schedule(COLLAPSE_POLL, &Watch::Poll, &watch);
    Simulator::Stop(end);
    const DhtProgressDisplay progress(
        [&] {
            return options.workload.IsLimited() ? monitor.GetDone()
                                                : Simulator::Now().GetSeconds() / end.GetSeconds();
        },
        options.quiet);
    const auto start = std::chrono::steady_clock::now();
    Simulator::Run();
    watch.End();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void
RunCollapseChecked(int argc, char* argv[])
{
    const CollapseOptions options = CollapseOptions::Parse(argc, argv);
    const DhtSignalGuard guard;
    dht::OutputFile summary("summary", options.summary);
    dht::OutputFile series("series", options.series);

    NodeContainer nodes;
    nodes.Create(options.peers);
    const auto network = options.Build(nodes);
    const ApplicationContainer peers = InstallRing(options, nodes, network);
    DhtSignalGuard::Check();
    const DhtDeadlockWatchdog watchdog(peers);
    DhtRingCheck check(peers);
    const auto watch = options.IsJoining() ? std::make_unique<DhtRingWatch>(check) : nullptr;
    RingMonitor monitor(peers, series.IsWanted() ? &series.Stream() : nullptr);
    monitor.WarnOfStarving("collapse");
    const auto about = SimulatedRecording::About("collapse", options.scheme, options.asGiven);
    const auto recording = RingRecording::Make(options.recording, about, peers, monitor);
    if (recording)
    {
        recording->Watch(watchdog);
    }
    BulkStreams bulk(options, nodes, network.addresses, WorkloadStart(options));
    const auto store = MakeStore(options, peers);
    const double wall = Simulate(options, monitor, bulk, store.get());

    if (const auto& deadlock = watchdog.GetDeadlock())
    {
        std::cerr << "collapse: locked up since " << deadlock->since.GetSeconds()
                  << " s: " << DhtDeadlockWatchdog::Describe(*deadlock) << "\n";
    }
    if (recording)
    {
        recording->Close(CountersToJson(monitor));
    }
    dht::WarnOfStarving(std::cerr, "collapse", monitor.GetResults().peers);
    CommitRun(monitor, series, summary, [&](std::ostream& out) {
        WriteCollapseSummary(out,
                             options,
                             {monitor, watchdog, watch.get(), bulk, store.get()},
                             wall);
    });
}

} // namespace

int
RunCollapse(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { RunCollapseChecked(argc, argv); });
}

} // namespace ns3
