/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-process.h"
#include "places.h"

#include <gtest/gtest.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

/// What emu/examples/hostile-ring.py says of a ring of real peers.

namespace
{

using Json = nlohmann::json;

/// @param arguments The script's, as a shell reads them. @return What it does.
ProgramRun
RunHostileRing(const std::string& arguments)
{
    return RunCommand("python3 -B '" + places::Source() +
                      "/emu/examples/hostile-ring.py' --program='" + places::Emu() + "/dht-peer' " +
                      arguments);
}

TEST(RealHostileRingTest, ARingKeepsItsThroughputAmongDeafLyingAndFloodingOnes)
{
    const ScratchDirectory scratch;
    const std::string path = scratch.Path("results");
    std::string options = "--against=deaf,liar,query-flood,relay-flood --settle=3s --alone=4s "
                          "--duration=18s --lookups=320 --json='" +
                          path + "'";
    for (const char* option :
         {"--stabilise-interval=100ms", "--finger-interval=20ms", "--query-timeout=250ms"})
    {
        options += std::string(" --peer-option=") + option;
    }
    const ProgramRun run = RunHostileRing(options);
    std::cout << run.output;
    ASSERT_EQ(run.status, 0) << run.errors;
    const Json result = Json::parse(ReadFile(path))[0];
    EXPECT_TRUE(result["identities_hold"]);
    EXPECT_GT(result["alone"], 280) << "before, nothing keeps them from answering";
    EXPECT_EQ(result["answers_alone"], Json({{"right", 320}}));
    // in real time, beside whatever else the machine does: what they did not find out in time
    EXPECT_GT(result["share"], 0.6);
    EXPECT_GT(result["answers_harmed"].value("right", 0), 272) << result["answers_harmed"];
    const Json& reports = result["reports"];
    // who does not show where it is gets 200 answers a second
    EXPECT_GT(reports["query-flood-2"]["packets_back"], 2000);
    EXPECT_LT(reports["query-flood-2"]["packets_back"], 8000);
    EXPECT_GT(reports["relay-flood-3"]["packets"], 5000);
    EXPECT_GT(reports["liar-1"]["counters"]["lies"], 100);
}

TEST(RealHostileRingTest, WhatIsNotKeptIsAStatus)
{
    const ProgramRun run = RunHostileRing("--peers=4 --against=kill --settle=1s --alone=1s "
                                          "--duration=1s --lookups=0 --least-right=1");
    EXPECT_EQ(run.status, 1) << run.errors;
    EXPECT_NE(run.output.find("credit"), std::string::npos) << run.output;
}

TEST(RealHostileRingTest, WrongOptionsAreRefused)
{
    for (const std::string option : {"--against=nobody",
                                     "--against=stop,kill",
                                     "--peers=3",
                                     "--duration=5",
                                     "--least-share=2",
                                     "--program=/nowhere"})
    {
        const ProgramRun run = RunHostileRing(option);
        EXPECT_EQ(run.status, 2) << option;
        EXPECT_EQ(run.errors.find("Traceback"), std::string::npos) << run.errors;
    }
}

} // namespace
