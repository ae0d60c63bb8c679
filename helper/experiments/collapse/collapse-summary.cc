/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-summary.h"

#include "dht-run-summary.h"
#include "dht-summary.h"
#include "ring-store.h"

#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

/// @param deadlock What was recognised. @return Since when, and who waits for whom in turn.
Json
DeadlockToJson(const std::optional<DhtDeadlockWatchdog::Deadlock>& deadlock)
{
    if (!deadlock)
    {
        return nullptr;
    }
    Json cycle = Json::array();
    for (const auto& wait : deadlock->cycle)
    {
        cycle.push_back({{"peer", wait.peer}, {"waits_for", wait.next}});
    }
    return {{"since_s", deadlock->since.GetSeconds()}, {"cycle", cycle}};
}

/// @param streams Some. @return What came of them.
Json
BulkToJson(const BulkStreams& streams)
{
    const BulkStreams::Results results = streams.GetResults();
    return {{"streams", results.streams},
            {"rate_bps", {{"mean", results.mean}, {"least", results.least}}},
            {"identities_hold", streams.IdentitiesHold()}};
}

} // namespace

void
WriteCollapseSummary(std::ostream& out,
                     const CollapseOptions& options,
                     const CollapseWatchers& watchers,
                     double wall)
{
    Json summary = RunToJson(options.asGiven, wall);
    summary["results"] = dht::ResultsToJson(watchers.monitor.GetResults());
    if (options.bulk > 0)
    {
        summary["bulk"] = BulkToJson(watchers.bulk);
    }
    if (watchers.store)
    {
        summary["store"] = watchers.store->ToJson();
    }
    summary["deadlock"] = DeadlockToJson(watchers.watchdog.GetDeadlock());
    summary["counters"] = CountersToJson(watchers.monitor);
    if (watchers.ring)
    {
        summary["ring"] = RingToJson(*watchers.ring);
    }
    if (options.links.carrier == dht::LinkCarrier::kDtl)
    {
        summary["transport"] = TransportToJson(watchers.monitor.GetTransportCounters());
    }
    out << summary.dump(2) << "\n";
}

} // namespace ns3
