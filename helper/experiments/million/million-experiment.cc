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
#include "million-churn.h"
#include "million-hostile.h"
#include "million-memory.h"
#include "million-options.h"
#include "million-parts.h"
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

/// How often it is looked whether the simulation is to end, in simulated time: a millisecond of a
/// million peers takes a second.
const Time MILLION_POLL = MilliSeconds(1);
/// Peers made between two looks.
constexpr uint32_t CHUNK = 10000;

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
    const Time begin = MillionStartSpread() + options.warmup;
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
    if (options.IsJoining())
    {
        if (ranks.GetCount() > 1)
        {
            throw DhtOptionError("--session: in a single process only");
        }
        RunMillionChurn(options);
        return;
    }
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
    MessageLevelRing ring({MakeMillionOptions(options),
                           std::move(overlay),
                           std::move(delay),
                           DhtScheme::Create(options.scheme),
                           MakeMillionCapacity(options),
                           RunSeed(),
                           [&hostile](uint32_t peer) { return hostile.Of(peer); }},
                          ranks.GetRange(options.peers),
                          remote);
    ranks.SetRing(ring);
    MakeMillionRing(options, ring);
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
        Simulator::Schedule(MillionStartSpread() + options.warmup, [&] { hostile.Begin(ring); });
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
        nlohmann::ordered_json json = MillionOriginToJson(options, costs);
        json["host"] = MillionHostToJson(options, totals, costs, ranks.GetCount());
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
