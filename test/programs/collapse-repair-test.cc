/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// Bulk that carries the repair of blocks, beside requests.

namespace
{

/// @param options Further options of collapse. @return The summary of a run in which 16 peers lose
/// a disk every two seconds, and have long buffers.
nlohmann::json
RunRepair(const std::string& options)
{
    const ProgramRun run =
        RunProgram("collapse",
                   "--peers=16 --scheme=none --warmup=10s --duration=80s --bulk=16 --bulk-loss=30s "
                   "--bulk-blocks=8 --ns3::DhtPeerApplication::SendBuffer=65536 "
                   "--ns3::DhtPeerApplication::ReceiveBuffer=65536 --quiet " +
                       options);
    EXPECT_EQ(run.status, 0) << run.errors;
    const nlohmann::json summary = run.Json();
    const auto& bulk = summary["bulk"];
    EXPECT_TRUE(bulk["identities_hold"]);
    const auto& repair = bulk["repair"];
    EXPECT_TRUE(repair["identities_hold"]);
    EXPECT_EQ(repair["blocks"], 128);
    EXPECT_EQ(repair["orders"]["made"],
              repair["orders"]["arrived"].get<int>() + repair["orders"]["under_way"].get<int>());
    return summary;
}

/// @param summary A run's. @return Blocks of which too little was left.
int
BlocksLost(const nlohmann::json& summary)
{
    return summary["bulk"]["repair"]["blocks_lost"];
}

/// @param summary A run's. @return What one request of a hundred exceeds, in s.
double
LongDelay(const nlohmann::json& summary)
{
    return summary["results"]["delay_s"]["p99"];
}

const std::string OVER_DTL = "--transport=dtl --transport-unsent=65536 ";

/// What yields to everything comes too late where requests fill the links; in a hurry it does not.
TEST(CollapseRepairTest, BlocksSurviveOverloadIfTheirRepairIsRaised)
{
    const auto polite = RunRepair(OVER_DTL + "--load=300");
    const auto raised = RunRepair(OVER_DTL + "--load=300 --bulk-raise=5");
    EXPECT_GT(BlocksLost(polite), 64) << "half of them";
    EXPECT_EQ(BlocksLost(raised), 0);
    EXPECT_EQ(polite["bulk"]["repair"]["raised_percent"], 0);
    EXPECT_GT(raised["bulk"]["repair"]["raised_percent"], 10);
    EXPECT_LT(raised["bulk"]["repair"]["raised_percent"], 90) << "it goes back to 0";
    EXPECT_EQ(polite["bulk"]["repair"]["disks_lost"], raised["bulk"]["repair"]["disks_lost"]);
    EXPECT_GT(raised["bulk"]["repair"]["fragments"]["mean"],
              polite["bulk"]["repair"]["fragments"]["mean"]);
}

/// Nobody is in a hurry where links have room, so that requests wait no longer.
TEST(CollapseRepairTest, RequestsWaitNoLongerForARepairThatIsSeldomRaised)
{
    const auto polite = RunRepair(OVER_DTL + "--load=5");
    const auto raised = RunRepair(OVER_DTL + "--load=5 --bulk-raise=5");
    const auto equal = RunRepair(OVER_DTL + "--load=5 --bulk-priority=1");
    for (const auto& summary : {polite, raised, equal})
    {
        EXPECT_EQ(BlocksLost(summary), 0);
        EXPECT_LT(summary["bulk"]["rate_bps"]["mean"], 120000) << "what is ordered, and no more";
    }
    EXPECT_LT(LongDelay(raised), 1.1 * LongDelay(polite));
    EXPECT_GT(LongDelay(equal), 1.4 * LongDelay(polite));
}

/// TCP has no priorities, but carries what is ordered, and no more.
TEST(CollapseRepairTest, TcpCarriesWhatIsOrdered)
{
    const auto tcp = RunRepair("--load=5");
    EXPECT_EQ(BlocksLost(tcp), 0);
    EXPECT_GT(tcp["bulk"]["repair"]["orders"]["arrived"], 1000);
    EXPECT_LT(tcp["bulk"]["rate_bps"]["mean"], 120000);
}

} // namespace
