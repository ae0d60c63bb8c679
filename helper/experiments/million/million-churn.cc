/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "million-churn.h"

#include "churn-results.h"
#include "churn-run.h"
#include "dht-churn.h"
#include "dht-output-file.h"
#include "dht-ring-check.h"
#include "dht-run-summary.h"
#include "dht-signal-guard.h"
#include "message-peers.h"
#include "million-memory.h"
#include "million-parts.h"

#include "ns3/simulator.h"

#include <chrono>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

using Clock = std::chrono::steady_clock;

/// The first random stream of who comes and goes, as in churn.
constexpr int64_t MILLION_CHURN_STREAM = 1000000;
/// How often it is looked whether a signal has come, in simulated time.
const Time POLL = MilliSeconds(10);
/// How often the ring is looked at: as churn does, or seldom enough for so many peers in a second.
const Time LEAST_LOOK = MilliSeconds(500);
constexpr double LOOKED_AT = 2000;

/// @param begin An instant. @return Seconds since then.
double
SecondsFrom(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Let a peer come, and the next ones after it. @param peers All peers. @param peer Which one.
/// @param step The time until the next one.
void
JoinOneByOne(MessagePeers& peers, std::size_t peer, Time step)
{
    peers.Return(peer);
    if (peer + 1 < peers.Size())
    {
        Simulator::Schedule(step, &JoinOneByOne, std::ref(peers), peer + 1, step);
    }
}

} // namespace

void
RunMillionChurn(const MillionOptions& options)
{
    MillionMemory::Check(options, 1);
    const DhtSignalGuard guard;
    dht::OutputFile summary("summary", options.summary);
    dht::OutputFile series("series", options.series);

    MillionCosts costs;
    const double before = MillionMemory::Resident();
    const auto start = Clock::now();
    options.RefuseChanges();
    const auto count = static_cast<uint32_t>(options.peers);
    MessageLevelRing ring({MakeMillionOptions(options),
                           nullptr,
                           options.MakeDelays(count),
                           DhtScheme::Create(options.scheme),
                           MakeMillionCapacity(options),
                           RunSeed(),
                           nullptr,
                           options.maintenance},
                          {0, count},
                          nullptr);
    MakeMillionRing(options, ring);
    const auto peers = std::make_shared<MessagePeers>(ring, options.maintenance.successors);
    JoinOneByOne(*peers, 0, options.joinTime / static_cast<int64_t>(count - 1));
    DhtChurn churn(peers);
    churn.AssignStreams(MILLION_CHURN_STREAM);
    churn.Start(options.joinTime, options.sessions, options.downtimes, options.crashes / 100);
    DhtRingCheck check(peers);
    const DhtRingWatch watch(check, Max(LEAST_LOOK, Seconds(count / LOOKED_AT)));
    DhtLookupMonitor lookups(peers, check, series.IsWanted() ? &series.Stream() : nullptr);
    DhtChurnWindow window(peers, churn);
    costs.setup = SecondsFrom(start);
    costs.wall = SimulateChurn({options.joinTime + options.warmup,
                                options.duration,
                                NanoSeconds(options.peer.requestLifetime.count()),
                                POLL,
                                POLL,
                                options.quiet},
                               lookups,
                               window);
    costs.cpu = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    costs.memory = MillionMemory::Resident() - before;
    costs.events = Simulator::GetEventCount();

    const dht::RingTotals totals = peers->GetRingTotals();
    const dht::LifeTotals sum = peers->GetSum();
    if (!totals.identitiesHold)
    {
        throw std::runtime_error("the counters of some peer contradict each other");
    }
    dht::CommitOutputs(series, summary, [&](std::ostream& out) {
        nlohmann::ordered_json json = MillionOriginToJson(options, costs);
        json["host"] = MillionHostToJson(options, totals, costs, 1);
        json["results"] = ChurnResultsToJson(lookups.GetResults(), window.GetResults());
        json["ring"] = RingToJson(watch);
        json["counters"] = dht::CountersToJson(totals);
        json["counters"]["abandoned"] = sum.abandoned;
        json["counters"]["abandoned_in_queues"] = sum.abandonedInQueues;
        out << json.dump(2) << "\n";
    });
}

} // namespace ns3
