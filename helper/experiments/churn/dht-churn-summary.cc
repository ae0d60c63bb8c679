/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-churn-summary.h"

#include "churn-results.h"
#include "dht-run-summary.h"
#include "dht-summary.h"

#include <nlohmann/json.hpp>

namespace ns3
{

nlohmann::ordered_json
ChurnCountersToJson(const RingMonitor& monitor)
{
    nlohmann::ordered_json counters = CountersToJson(monitor);
    counters["abandoned"] = monitor.GetAbandoned();
    counters["abandoned_in_queues"] = monitor.GetAbandonedInQueues();
    return counters;
}

void
WriteChurnSummary(std::ostream& out,
                  const ChurnOptions& options,
                  const ChurnWatchers& watchers,
                  double wall)
{
    nlohmann::ordered_json summary = RunToJson(options.asGiven, wall);
    summary["results"] =
        ChurnResultsToJson(watchers.lookups.GetResults(), watchers.window.GetResults());
    if (watchers.store)
    {
        summary["store"] = watchers.store->ToJson();
    }
    summary["ring"] = RingToJson(watchers.ring);
    summary["counters"] = ChurnCountersToJson(watchers.monitor);
    if (options.links.carrier == dht::LinkCarrier::kDtl)
    {
        summary["transport"] = TransportToJson(watchers.monitor.GetTransportCounters());
    }
    out << summary.dump(2) << "\n";
}

} // namespace ns3
