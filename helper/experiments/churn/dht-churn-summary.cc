/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-churn-summary.h"

#include "dht-run-summary.h"
#include "dht-summary.h"

#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

Json
ResultsToJson(const DhtLookupResults& lookups, const DhtChurnWindow::Results& window)
{
    return {{"window_s", window.window},
            {"up_mean", window.up},
            {"members_mean", window.members},
            {"success_percent", lookups.SuccessPercent()},
            {"wrong_percent", lookups.WrongPercent()},
            {"unanswered_percent", lookups.UnansweredPercent()},
            {"hostile_peers", window.hostile},
            {"honest_answered_per_s",
             {{"mean", window.answeredMean},
              {"min", window.answered.least},
              {"p5", window.answered.p5},
              {"max", window.answered.most},
              {"jain", window.answered.jain}}},
            {"longest_wait_s", window.answered.longestWait},
            {"delay_s", dht::DelaysToJson(lookups.delay)},
            {"hops_mean", lookups.hopsMean},
            {"lookups",
             {{"issued", lookups.issued},
              {"right", lookups.right},
              {"wrong", lookups.wrong},
              {"given_up", lookups.givenUp},
              {"hostile", lookups.hostile},
              {"abandoned", lookups.abandoned},
              {"open", lookups.open}}},
            {"maintenance_bytes_per_s", window.bytes},
            {"maintenance_messages_per_s", window.messages},
            {"returns", window.returns},
            {"leaves", window.leaves},
            {"crashes", window.crashes},
            {"failures_detected", window.failuresDetected}};
}

} // namespace

nlohmann::ordered_json
ChurnCountersToJson(const RingMonitor& monitor)
{
    Json counters = CountersToJson(monitor);
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
    Json summary = RunToJson(options.asGiven, wall);
    summary["results"] = ResultsToJson(watchers.lookups.GetResults(), watchers.window.GetResults());
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
