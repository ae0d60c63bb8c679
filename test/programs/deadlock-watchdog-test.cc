/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// What the program collapse says of runs that lock up, and of runs that do not.

namespace
{

/// Sixteen peers under back-pressure, long enough for a deadlock to be certain.
ProgramRun
RunBackPressure(const std::string& arguments)
{
    return RunProgram("collapse",
                      "--scheme=back-pressure --peers=16 --warmup=10s --duration=10s --quiet " +
                          arguments);
}

TEST(DeadlockWatchdogTest, RoutedAnswersLockBackPressureUp)
{
    const ProgramRun run = RunBackPressure("--acks=overlay");
    ASSERT_EQ(run.status, 0);
    const auto summary = run.Json();
    ASSERT_TRUE(summary["deadlock"].is_object());
    const auto& cycle = summary["deadlock"]["cycle"];
    ASSERT_GE(cycle.size(), 2U);
    for (std::size_t i = 0; i < cycle.size(); ++i)
    {
        EXPECT_EQ(cycle[i]["waits_for"], cycle[(i + 1) % cycle.size()]["peer"]);
    }
    EXPECT_EQ(summary["results"]["achieved"], 0);
    EXPECT_TRUE(summary["counters"]["identities_hold"]);
    EXPECT_NE(run.errors.find("locked up since"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("waits for peer"), std::string::npos) << run.errors;
}

TEST(DeadlockWatchdogTest, AnAnswerWithoutRoomHoldsItsPeerUp)
{
    // what a processor has worked on waits for the queue of its own answer
    const ProgramRun run = RunBackPressure("--acks=overlay --processing=2ms");
    ASSERT_EQ(run.status, 0);
    EXPECT_TRUE(run.Json()["deadlock"].is_object());
    EXPECT_EQ(run.Json()["results"]["achieved"], 0);
    EXPECT_NE(run.errors.find("waits to send an answer"), std::string::npos) << run.errors;
}

TEST(DeadlockWatchdogTest, TwoConnectionsOfOneNeighbourAreTwo)
{
    // with so many wrong entries, a table names a peer twice
    const ProgramRun run = RunProgram("collapse",
                                      "--scheme=back-pressure --overlay=tree --peers=8 "
                                      "--wrong-entries=60 --RngRun=3 --warmup=40s --duration=10s "
                                      "--quiet");
    ASSERT_EQ(run.status, 0);
    EXPECT_TRUE(run.Json()["deadlock"].is_object());
}

TEST(DeadlockWatchdogTest, APauseIsNoDeadlock)
{
    // A shared queue in which heads wait for a peer that only pauses: whoever says it has locked up
    // is wrong if anything is answered afterwards. (In other runs such a queue does lock up.)
    const ProgramRun run =
        RunProgram("collapse",
                   "--scheme=back-pressure --peers=16 --RngRun=2 --cross-load=50 "
                   "--pause=30s --warmup=10s --duration=200s "
                   "--ns3::DhtPeerApplication::QueueDiscipline=Shared --quiet");
    ASSERT_EQ(run.status, 0);
    EXPECT_TRUE(run.Json()["deadlock"].is_null()) << run.errors;
    EXPECT_GT(run.Json()["results"]["achieved_remote"], 0);
}

TEST(DeadlockWatchdogTest, FullQueuesAloneAreNoDeadlock)
{
    // every peer blocks its neighbours all the time, and pauses now and then
    for (const char* conditions : {"", "--cross-load=20 --pause=2s", "--processing=5ms"})
    {
        SCOPED_TRACE(conditions);
        const ProgramRun run = RunBackPressure(conditions);
        ASSERT_EQ(run.status, 0);
        EXPECT_EQ(run.errors, "");
        const auto summary = run.Json();
        EXPECT_TRUE(summary["deadlock"].is_null());
        EXPECT_GT(summary["counters"]["blocked"], 0);
        EXPECT_GT(summary["results"]["achieved"], 0);
    }
}

TEST(DeadlockWatchdogTest, TheOtherSchemesHaveNothingToWaitFor)
{
    const ProgramRun run =
        RunProgram("collapse",
                   "--scheme=credit --acks=overlay --peers=16 --warmup=10s --duration=10s --quiet");
    ASSERT_EQ(run.status, 0);
    EXPECT_TRUE(run.Json()["deadlock"].is_null());
    EXPECT_GT(run.Json()["results"]["achieved"], 0);
}

} // namespace
