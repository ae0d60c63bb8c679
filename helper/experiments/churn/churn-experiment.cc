/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "churn-experiment.h"

#include "churn-options.h"
#include "churn-run.h"
#include "dht-churn-summary.h"
#include "dht-churn.h"
#include "dht-helper.h"
#include "dht-hostile-peers.h"
#include "dht-lookup-monitor.h"
#include "dht-output-file.h"
#include "dht-program.h"
#include "dht-ring-check.h"
#include "dht-run-summary.h"
#include "dht-signal-guard.h"
#include "ring-monitor.h"
#include "ring-recording.h"
#include "ring-store.h"

#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <ostream>

namespace ns3
{

namespace
{

/// The first random streams, the same whatever the scheme. The network's is
/// AccessNetworkHelper::PROGRAM_STREAM.
constexpr int64_t BOOTSTRAP_STREAM = 200;
constexpr int64_t HOSTILE_STREAM = 300;
constexpr int64_t CHURN_PEER_STREAM = 1000;
constexpr int64_t CHURN_STREAM = 1000000;

/// How often it is looked whether a signal has come.
const Time CHURN_POLL = Seconds(1);

ApplicationContainer
InstallRing(const ChurnOptions& options,
            const NodeContainer& nodes,
            const std::vector<Ipv4Address>& addresses)
{
    DhtHelper ring;
    ring.SetScheme(options.scheme);
    options.ConfigurePeers(ring);
    options.ConfigureTransport(options, ring);
    ring.SetAttribute("Load", DoubleValue(options.load / options.peers));
    ring.SetAttribute("MessageSize", UintegerValue(options.messageSize));
    options.ConfigureStore(ring);
    ring.AssignOverlayStream(BOOTSTRAP_STREAM);
    const ApplicationContainer peers = ring.InstallJoining(nodes, addresses);
    options.GiveStores(peers);
    DhtHelper::AssignStreams(peers, CHURN_PEER_STREAM);
    DhtHostilePeers hostile(options.hostile.behaviour, options.hostile.share);
    hostile.AssignStreams(HOSTILE_STREAM);
    hostile.Choose(peers);
    return peers;
}

/// @param options What is asked for. @param peers All peers. @return What they store and get; null
/// if nothing is.
std::unique_ptr<RingStore>
MakeStore(const ChurnOptions& options, const ApplicationContainer& peers)
{
    if (options.blocks == 0)
    {
        return nullptr;
    }
    // the ring gets its shape in the first quarter of the warm-up, and puts end in the last one
    const RingStore::Puts puts{options.Joined() + options.warmup / 4, options.warmup / 2};
    auto store = std::make_unique<RingStore>(peers, options, puts);
    const Time begin = options.Begin();
    Simulator::Schedule(begin, &RingStore::Begin, store.get());
    Simulator::Schedule(begin + options.duration, &RingStore::End, store.get());
    return store;
}

void
PlanChurn(const ChurnOptions& options, const ApplicationContainer& peers, DhtChurn& churn)
{
    churn.AssignStreams(CHURN_STREAM);
    if (options.trace)
    {
        churn.Replay(*options.trace);
    }
    else
    {
        DhtHelper::SpreadStarts(peers, options.joinTime);
        churn.Start(options.joinTime, options.sessions, options.downtimes, options.crashes / 100);
    }
    if (options.kill > 0)
    {
        churn.Kill(options.Begin() + options.killAt, options.kill / 100);
    }
}

/// @param options What is asked for. @return When the run is measured.
ChurnRun
RunOf(const ChurnOptions& options)
{
    TimeValue lifetime;
    CreateObject<DhtPeerApplication>()->GetAttribute("RequestLifetime", lifetime);
    return {options.Begin(),
            options.duration,
            lifetime.Get(),
            CHURN_POLL,
            MilliSeconds(200),
            options.quiet};
}

void
RunChurnChecked(int argc, char* argv[])
{
    const ChurnOptions options = ChurnOptions::Parse(argc, argv);
    const DhtSignalGuard guard;
    dht::OutputFile summary("summary", options.summary);
    dht::OutputFile series("series", options.series);

    NodeContainer nodes;
    nodes.Create(options.peers);
    const auto network = options.Build(nodes);
    const ApplicationContainer peers = InstallRing(options, nodes, network.addresses);
    DhtChurn churn(peers);
    PlanChurn(options, peers, churn);
    DhtRingCheck check(peers);
    const DhtRingWatch watch(check);
    DhtLookupMonitor lookups(peers, check, series.IsWanted() ? &series.Stream() : nullptr);
    RingMonitor monitor(peers, nullptr);
    monitor.WarnOfStarving("churn");
    DhtChurnWindow window(peers, churn);
    const auto store = MakeStore(options, peers);
    const auto about = SimulatedRecording::About("churn", options.scheme, options.asGiven);
    const auto recording = RingRecording::Make(options.recording, about, peers, monitor);
    Simulator::Schedule(options.Begin(), &RingMonitor::Begin, &monitor);
    const double wall = SimulateChurn(RunOf(options), lookups, window);

    if (recording)
    {
        recording->Close(ChurnCountersToJson(monitor));
    }
    CommitRun(monitor, series, summary, [&](std::ostream& out) {
        WriteChurnSummary(out, options, {lookups, window, watch, monitor, store.get()}, wall);
    });
}

} // namespace

int
RunChurn(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { RunChurnChecked(argc, argv); });
}

} // namespace ns3
