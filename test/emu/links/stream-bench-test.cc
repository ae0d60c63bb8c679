/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// What a stream costs: dht-bench counts each call of operator new, of both ends together.

namespace
{

/// @param arguments Of dht-bench, as a shell reads them. @return What it prints.
nlohmann::json
Bench(const std::string& arguments)
{
    const ProgramRun run = RunCommand("'" + places::Examples() + "/../emu/dht-bench' " + arguments);
    EXPECT_EQ(run.status, 0) << run.errors;
    return run.Json();
}

TEST(StreamBenchTest, APacketAllocatesNothing)
{
    const nlohmann::json cost = Bench("core --megabytes=100");
    EXPECT_GT(cost.at("packets"), 70000);
    EXPECT_EQ(cost.at("allocations"), 0);
}

/// What is sent again, and what waits for it, has its place already.
TEST(StreamBenchTest, ALossAllocatesNothing)
{
    const nlohmann::json cost = Bench("core --megabytes=20 --lose-every=100");
    EXPECT_GT(cost.at("packets"), 14400);
    EXPECT_EQ(cost.at("allocations"), 0);
}

TEST(StreamBenchTest, RefusesLossesThatNothingWouldSurvive)
{
    for (const std::string arguments : {"core --lose-every=1", "idle --lose-every=10"})
    {
        const ProgramRun run =
            RunCommand("'" + places::Examples() + "/../emu/dht-bench' " + arguments);
        EXPECT_NE(run.status, 0) << arguments;
        EXPECT_NE(run.errors.find("--lose-every"), std::string::npos) << run.errors;
    }
}

/// With its window, and with what operator new takes for each object.
TEST(StreamBenchTest, AnIdleLinkTakesLessThanAKibibyte)
{
    const nlohmann::json idle = Bench("idle");
    EXPECT_GT(idle.at("sender_bytes"), idle.at("window_bytes"));
    EXPECT_LE(idle.at("sender_bytes"), 1024);
    EXPECT_LE(idle.at("receiver_bytes"), 1024);
}

} // namespace
