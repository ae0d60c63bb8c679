/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// Stores of peers whose disks are lost, and their repair beside requests.

namespace
{

/// @param options Further options of collapse. @return The summary of a run in which 16 peers lose
/// disks and store 40 blocks.
nlohmann::json
RunStore(const std::string& options)
{
    const ProgramRun run =
        RunProgram("collapse",
                   "--peers=16 --ring=joining --join-time=5s --warmup=5s --duration=40s --load=5 "
                   "--scheme=none --blocks=40 --quiet " +
                       options);
    EXPECT_EQ(run.status, 0) << run.errors;
    const nlohmann::json summary = run.Json();
    EXPECT_EQ(summary["store"]["blocks"], 40);
    EXPECT_GT(summary["store"]["disks_lost"], 10);
    return summary;
}

/// @param summary A run's. @return Blocks of which enough was left.
int
BlocksLeft(const nlohmann::json& summary)
{
    return summary["store"]["blocks_with_enough"];
}

/// Without repair nothing replaces what is lost.
TEST(CollapseRepairTest, BlocksSurviveTheLossOfDisksIfTheyAreRepaired)
{
    const auto lost = RunStore("--disk-loss=48s");
    const auto repaired = RunStore("--disk-loss=48s --repair-interval=2s");
    EXPECT_EQ(lost["store"]["disks_lost"], repaired["store"]["disks_lost"]);
    EXPECT_LT(BlocksLeft(lost), 10);
    EXPECT_EQ(lost["store"]["repair_bytes_per_second_per_peer"], 0);
    EXPECT_EQ(BlocksLeft(repaired), 40);
    EXPECT_GT(repaired["store"]["fragments_mean"], 10);
    EXPECT_FALSE(repaired["store"].contains("repair_links"));
}

/// What repair moves is on the uplinks. Raised, it saves blocks, and requests wait for it.
TEST(CollapseRepairTest, FragmentsGoOverLinksThatAreRaised)
{
    const std::string links = "--disk-loss=32s --repair-interval=2s --repair-transport=dtl ";
    const auto polite = RunStore(links);
    const auto raised = RunStore(links + "--repair-raise-below=12");
    for (const auto& summary : {polite, raised})
    {
        EXPECT_GT(summary["store"]["repair_links"]["messages"]["received"], 1000);
        EXPECT_FALSE(summary.contains("transport")) << "requests go over TCP";
    }
    EXPECT_EQ(polite["store"]["repair_links"]["raised_s"], 0);
    EXPECT_GT(raised["store"]["repair_links"]["raised_s"], 1);
    EXPECT_GT(BlocksLeft(raised), BlocksLeft(polite));
    EXPECT_GT(raised["results"]["delay_s"]["p99"], polite["results"]["delay_s"]["p99"]);
}

} // namespace
