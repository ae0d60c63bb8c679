/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "churn-results.h"

#include "dht-summary.h"

#include <nlohmann/json.hpp>

namespace ns3
{

nlohmann::ordered_json
ChurnResultsToJson(const DhtLookupResults& lookups, const DhtChurnWindow::Results& window)
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

} // namespace ns3
