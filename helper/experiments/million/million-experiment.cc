/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "million-experiment.h"

#include "dht-observers.h"
#include "dht-output-file.h"
#include "dht-progress-display.h"
#include "dht-run-summary.h"
#include "dht-signal-guard.h"
#include "dht-window.h"
#include "huge-pages.h"
#include "message-level-monitor.h"
#include "million-hostile.h"
#include "million-memory.h"
#include "million-options.h"
#include "million-ranks.h"
#include "simulated-recording.h"

#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <boost/multiprecision/integer.hpp>
#include <chrono>
#include <cmath>
#include <ctime>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

using Clock = std::chrono::steady_clock;

/// Over which the peers' starts are spread, so that they are not in step.
const Time START_SPREAD = MilliSeconds(100);
/// How often it is looked whether the simulation is to end, in simulated time: a millisecond of a
/// million peers takes a second.
const Time MILLION_POLL = MilliSeconds(1);
/// Peers made between two looks.
constexpr uint32_t CHUNK = 10000;

/// The first random stream of the access links; peers have theirs from 1 on.
constexpr uint64_t RATE_STREAM = DELAY_STREAM + 1;

/// @param begin An instant. @return Seconds since then.
double
SecondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::unique_ptr<const dht::MessageLevelOverlay>
MakeOverlay(const MillionOptions& options, const dht::PeerDelays& delays)
{
    if (options.IsEvenChord())
    {
        const auto links = boost::multiprecision::msb(options.peers);
        return std::make_unique<dht::EvenChord>(static_cast<dht::LinkIndex>(links));
    }
    return std::make_unique<dht::StoredOverlay>(options.MakeOverlay(delays));
}

/// @param options What is asked for. @return What the links of each peer carry.
std::function<MessageLevelPeer::Capacity(uint32_t)>
MakeCapacity(const MillionOptions& options)
{
    if (options.model != "link")
    {
        const double capacity = options.model == "m1" ? options.capacity : 0;
        return [capacity](uint32_t) { return MessageLevelPeer::Capacity{capacity, 0}; };
    }
    const auto cost = dht::UplinkCost::OwnSegments(options.messageSize);
    const auto rate = options.rate;
    const auto downlink = options.downlink;
    const auto slowPeer = options.slowPeer;
    const uint64_t seed = RunSeed();
    const auto rates = std::make_shared<const std::vector<dht::HostRates>>(
        options.ReadRates(options, static_cast<uint32_t>(options.peers)));
    return [=](uint32_t peer) {
        if (slowPeer && peer == 0)
        {
            return MessageLevelPeer::Capacity{cost.Capacity(*slowPeer), cost.Capacity(*slowPeer)};
        }
        dht::SplitMixRandom random(seed, RATE_STREAM + peer);
        const auto draw = [&](const DhtOptionTable::Range& range) {
            return cost.Capacity(range.first + (range.second - range.first) * random.Uniform());
        };
        const double up = draw(rate);
        const double down = downlink ? draw(*downlink) : up;
        const dht::HostRates own = rates->empty() ? dht::HostRates() : rates->at(peer);
        return MessageLevelPeer::Capacity{own.up > 0 ? cost.Capacity(own.up) : up,
                                          own.down > 0 ? cost.Capacity(own.down) : down};
    };
}

/// @param options What is asked for. @return What TCP, or the overlay's own transport, makes of
/// requests; or, without it, what makes a sender wait.
MessageStreamOptions
MakeStream(const MillionOptions& options)
{
    const auto size = static_cast<double>(options.messageSize);
    const auto requestsIn = [size](double bytes) { return static_cast<uint16_t>(bytes / size); };
    MessageStreamOptions stream;
    if (options.model != "link")
    {
        stream.sendBuffer = static_cast<uint16_t>(options.window);
        stream.receiveBuffer = stream.sendBuffer;
        return stream;
    }
    stream.segmentsPerAck = dht::UplinkCost::kSegmentsPerAck;
    stream.header = 1 - size / dht::UplinkCost::OwnSegments(size).request;
    stream.segment = requestsIn(dht::UplinkCost::kSegmentSize);
    stream.sendBuffer = requestsIn(static_cast<double>(options.sendBuffer));
    stream.receiveBuffer = requestsIn(static_cast<double>(options.receiveBuffer));
    if (options.IsDtl())
    {
        stream.makeWindow =
            [windows =
                 DhtWindow::Create(options.transportWindow)->With(*DhtWindow::Create("multcp"))] {
                return windows(0);
            };
        stream.size = options.messageSize;
        stream.sharesWindow = options.transport.scope == dht::WindowScope::kNode;
        stream.unsent = requestsIn(
            std::min(static_cast<double>(options.links.unsent), size * stream.sendBuffer));
    }
    return stream;
}

MessageLevelOptions
MakeOptions(const MillionOptions& options)
{
    MessageLevelOptions made;
    made.peer = options.peer;
    if (options.model == "m2")
    {
        made.peer.processing.mean = dht::FromSeconds(1 / options.capacity);
    }
    else
    {
        made.load = options.GetLoadModel();
    }
    made.uplinkBuffer = static_cast<uint32_t>(options.uplinkBuffer);
    made.stream = MakeStream(options);
    if (options.model == "link")
    {
        // acknowledgements are messages, and what waits is in the send buffers
        made.load.incoming = 0;
        made.uplinkBuffer = 0;
        made.areStreams = true;
        // all requests are of one size here, which their frames, without payload, do not tell
        made.peer.hold = static_cast<uint8_t>(options.peer.Batch().Of(options.messageSize));
        made.peer.holdBytes = 0;
        made.holdRate = options.holdRate;
    }
    if (options.peer.routing == dht::RoutingMode::kIterative)
    {
        // the socket's send buffer, in lookups
        made.uplinkBuffer = options.model == "link" ? made.stream.sendBuffer : made.uplinkBuffer;
    }
    made.workload = options.workload;
    made.workloadKind = DhtPeerWorkload::Create(options.workloadKind);
    made.startSpread = dht::FromSeconds(START_SPREAD.GetSeconds());
    return made;
}

/// Look, now and then, whether a signal has come. @param ranks Of all processes.
void
Poll(MillionRanks& ranks)
{
    ranks.CheckSignal();
    Simulator::Schedule(MILLION_POLL, [&ranks] { Poll(ranks); });
}

/// Run the simulation. @return What it took, in seconds of real time.
double
Simulate(const MillionOptions& options, MessageLevelMonitor& monitor, MillionRanks& ranks)
{
    const Time begin = START_SPREAD + options.warmup;
    const Time end = begin + options.duration;
    Simulator::Schedule(begin, &MessageLevelMonitor::Begin, &monitor);
    Simulator::Schedule(MILLION_POLL, [&ranks] { Poll(ranks); });
    Simulator::Stop(end);
    const DhtProgressDisplay progress(
        [end] { return Simulator::Now().GetSeconds() / end.GetSeconds(); },
        options.quiet,
        MILLION_POLL);
    const auto start = Clock::now();
    Simulator::Run();
    ranks.CheckEnd();
    monitor.End();
    return SecondsSince(start);
}

void
MakeRing(const MillionOptions& options, MessageLevelRing& ring)
{
    if (!options.quiet)
    {
        std::cerr << "million: making " << options.peers << " peers, about "
                  << std::llround(MillionMemory::Estimate(options).total / (1 << 20)) << " MiB\n";
    }
    while (!ring.Make(CHUNK))
    {
        DhtSignalGuard::Check();
    }
}

nlohmann::ordered_json
HostToJson(const MillionOptions& options,
           const dht::RingTotals& totals,
           const MillionCosts& costs,
           const MillionRanks& ranks)
{
    return {{"ranks", ranks.GetCount()},
            {"setup_s", costs.setup},
            {"bytes_per_peer", costs.memory / static_cast<double>(options.peers)},
            {"bytes_per_peer_expected", MillionMemory::Estimate(options).perPeer},
            {"relayed_per_wall_s", static_cast<double>(totals.counters.forwarded) / costs.wall},
            {"relayed_per_cpu_s", static_cast<double>(totals.counters.forwarded) / costs.cpu}};
}

/// @param options What is asked for. @param costs Of all processes. @return How the run was made.
nlohmann::ordered_json
OriginToJson(const MillionOptions& options, const MillionCosts& costs)
{
    nlohmann::ordered_json json = RunToJson(options.asGiven, costs.wall);
    json["run"]["cpu_s"] = costs.cpu;
    json["run"]["events"] = costs.events;
    return json;
}

/// @param overlay Who knows whom. @return What a recording says of the peers.
dht::RecordedRing
Describe(const dht::MessageLevelOverlay& overlay)
{
    dht::RecordedRing ring;
    for (uint32_t peer = 0; peer < overlay.Size(); ++peer)
    {
        ring.ids.push_back(overlay.IdOf(peer));
        ring.endpoints.push_back(MessageLevelPeer::AddressOf(peer));
        ring.links.push_back(overlay.LinkCount(peer));
    }
    return ring;
}

/// @param options What is asked for. @param ring The peers. @param monitor Watches them. @return
/// Their recording; null if there is to be none.
std::unique_ptr<SimulatedRecording>
MakeRecording(const MillionOptions& options,
              MessageLevelRing& ring,
              const MessageLevelMonitor& monitor)
{
    if (!options.recording.IsWanted())
    {
        return nullptr;
    }
    dht::Recorder::Plan plan;
    plan.options = options.recording;
    plan.about = SimulatedRecording::About("million", options.scheme, options.asGiven);
    plan.ring = Describe(ring.GetOverlay());
    plan.look = [&monitor](const auto& eye) { monitor.Look(eye); };
    plan.linkEnd = [&overlay = ring.GetOverlay()](std::size_t number, dht::LinkIndex link) {
        const auto peer = static_cast<uint32_t>(number);
        return link < overlay.LinkCount(peer)
                   ? MessageLevelPeer::AddressOf(overlay.Neighbour(peer, link))
                   : dht::Endpoint{};
    };
    plan.queues = [&ring](std::size_t peer, std::vector<std::size_t>& lengths) {
        ring.Get(peer).GetPeer().GetRelay().CountByLink(lengths);
    };
    return std::make_unique<SimulatedRecording>(std::move(plan));
}

void
RunMillionChecked(int argc, char* argv[], MillionRanks& ranks)
{
    MillionOptions options = MillionOptions::Parse(argc, argv);
    ranks.Check(options.peers, {{"series", options.series}, {"record", options.recording.file}});
    MillionMemory::Check(options, ranks.GetMachineShare());
    options.quiet = options.quiet || !ranks.IsFirst();
    const DhtSignalGuard guard;
    dht::OutputFile summary("summary", ranks.IsFirst() ? options.summary : "");
    dht::OutputFile series("series", options.series);

    MillionCosts costs;
    const double before = MillionMemory::Resident();
    const auto start = Clock::now();
    options.RefuseChanges();
    auto delay = options.MakeDelays(static_cast<uint32_t>(options.peers));
    RemotePeers* const remote = ranks.Connect(options.peers, delay->Least());
    auto overlay = MakeOverlay(options, *delay);
    MillionHostile hostile(options.hostile, static_cast<uint32_t>(options.peers), RunSeed());
    if (hostile.AreThere() && ranks.GetCount() > 1)
    {
        throw DhtOptionError("--hostile: in a single process only");
    }
    MessageLevelRing ring({MakeOptions(options),
                           std::move(overlay),
                           std::move(delay),
                           DhtScheme::Create(options.scheme),
                           MakeCapacity(options),
                           RunSeed(),
                           [&hostile](uint32_t peer) { return hostile.Of(peer); }},
                          ranks.GetRange(options.peers),
                          remote);
    ranks.SetRing(ring);
    MakeRing(options, ring);
    MessageLevelMonitor monitor(ring,
                                series.IsWanted() ? &series.Stream() : nullptr,
                                ranks.GetSums());
    const auto recording = MakeRecording(options, ring, monitor);
    dht::Observers observers;
    observers.Add(monitor);
    if (recording)
    {
        observers.Add(recording->GetRecorder());
    }
    ring.Start(recording ? static_cast<dht::Observer&>(observers) : monitor);
    costs.setup = SecondsSince(start);
    if (hostile.AreThere())
    {
        Simulator::Schedule(START_SPREAD + options.warmup, [&] { hostile.Begin(ring); });
    }
    costs.wall = Simulate(options, monitor, ranks);
    costs.cpu = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    costs.memory = MillionMemory::Resident() - before;
    costs.events = Simulator::GetEventCount();

    dht::RingTotals totals = monitor.GetTotals();
    if (!totals.identitiesHold)
    {
        throw std::runtime_error("the counters of some peer contradict each other");
    }
    if (recording)
    {
        recording->Close(dht::CountersToJson(totals));
    }
    ranks.Collect(monitor.GetStatistics(), totals, costs);
    if (!ranks.IsFirst())
    {
        return;
    }
    const dht::RingResults results = monitor.GetResults();
    dht::WarnOfStarving(std::cerr, "million", results.peers);
    dht::CommitOutputs(series, summary, [&](std::ostream& out) {
        nlohmann::ordered_json json = OriginToJson(options, costs);
        json["host"] = HostToJson(options, totals, costs, ranks);
        json["results"] = dht::ResultsToJson(results);
        if (hostile.AreThere())
        {
            json["results"]["hostile"] = hostile.ToJson(ring, results.window);
        }
        json["counters"] = dht::CountersToJson(totals);
        out << json.dump(2) << "\n";
    });
}

} // namespace

int
RunMillion(int argc, char* argv[])
{
    UseHugePages(argv);
    return RunOnRanks(argc, argv, [=](MillionRanks& ranks) {
        RunMillionChecked(argc, argv, ranks);
    });
}

} // namespace ns3
