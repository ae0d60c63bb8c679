/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// The program deadlock-analysis, as a user meets it.

namespace
{

ProgramRun
RunAnalysis(const std::string& arguments)
{
    return RunProgram("deadlock-analysis", arguments);
}

/// @return The summary of a run.
nlohmann::json
Summary(const std::string& arguments)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("summary.json");
    const ProgramRun run = RunAnalysis(arguments + " --summary=" + file);
    EXPECT_EQ(run.status, 0) << run.errors;
    return nlohmann::json::parse(ReadFile(file));
}

std::size_t
Lines(const std::string& text)
{
    return std::count(text.begin(), text.end(), '\n');
}

TEST(DeadlockAnalysisProgramTest, SaysThatThereIsNoCycle)
{
    const ProgramRun run = RunAnalysis("--peers=16");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.output,
              "16 peers: chord, even ids, 0% wrong entries, per-neighbour queues, direct acks\n"
              "64 relay queues, 96 waits: no cycle, so back-pressure cannot lock up\n");
}

TEST(DeadlockAnalysisProgramTest, ShowsACycleInWords)
{
    const ProgramRun run = RunAnalysis("--peers=8 --queues=shared");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.output,
              "8 peers: chord, even ids, 0% wrong entries, shared queues, direct acks\n"
              "8 relay queues, 16 waits: back-pressure can lock up, in a cycle of 2\n"
              "  P0's queue waits for P4's queue, where requests of P0 to P5 need room\n"
              "  P4's queue waits for P0's queue, where requests of P4 to P1 need room\n");
}

TEST(DeadlockAnalysisProgramTest, ShowsALoopOfWrongEntries)
{
    const ProgramRun run = RunAnalysis("--wrong-entries=20");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_NE(run.output.find(" of 16256 routes never end, such as those to P"), std::string::npos);
    const auto result = Summary("--wrong-entries=20")["results"][0];
    EXPECT_GT(result["endless_routes"], 0);
    EXPECT_GE(result["loop"]["peers"].size(), 2u);
}

TEST(DeadlockAnalysisProgramTest, WithoutOptionsThereIsATableOfAllCombinations)
{
    const ProgramRun run = RunAnalysis("");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(Lines(run.output), 1u + 3 * 2 * 2 * 2 * 2);
    EXPECT_EQ(RunAnalysis("--table").output, run.output);
}

TEST(DeadlockAnalysisProgramTest, ATableVariesWhatIsNotGiven)
{
    const auto summary = Summary("--table --peers=8 --overlay=tree --ids=sha1 --wrong-entries=0");
    ASSERT_EQ(summary["results"].size(), 4u);
    std::vector<bool> locks;
    for (const auto& result : summary["results"])
    {
        EXPECT_EQ(result["overlay"], "tree");
        EXPECT_EQ(result["ids"], "sha1");
        EXPECT_EQ(result["peers"], 8);
        locks.push_back(result["can_lock_up"]);
    }
    // a queue a neighbour with direct answers, then with others, then the shared queue
    EXPECT_EQ(locks, (std::vector<bool>{false, true, true, true}));
}

TEST(DeadlockAnalysisProgramTest, TheSummarySaysHowItWasMade)
{
    const auto summary = Summary("--overlay=small-world --RngRun=7 --acks=overlay");
    EXPECT_EQ(summary["run"]["run"], 7);
    EXPECT_FALSE(summary["run"]["commit"].get<std::string>().empty());
    const auto result = summary["results"].at(0);
    EXPECT_EQ(result["acks"], "overlay");
    EXPECT_EQ(result["queues"], "per-neighbour");
    EXPECT_EQ(result["relay_queues"], 128 * 7);
    EXPECT_EQ(result["cycle"].size(), 2u);
    EXPECT_EQ(result["cycle"][0]["waits_for"], result["cycle"][1]["queue"]);
}

TEST(DeadlockAnalysisProgramTest, ProcessingTimesAreACaseOfTheirOwn)
{
    EXPECT_NE(RunAnalysis("--peers=2 --queues=shared").output.find("cannot lock up"),
              std::string::npos);
    const ProgramRun run = RunAnalysis("--peers=2 --queues=shared --processing");
    EXPECT_EQ(run.output,
              "2 peers: chord, even ids, 0% wrong entries, shared queues, direct acks, processing "
              "times\n"
              "2 relay queues, 2 waits: back-pressure can lock up, in a cycle of 2\n"
              "  P0's queue waits for P1's queue, where requests of P0 to P1 need room\n"
              "  P1's queue waits for P0's queue, where requests of P1 to P0 need room\n");
    const auto result = Summary("--peers=2 --acks=overlay --processing")["results"][0];
    EXPECT_TRUE(result["processing"]);
    EXPECT_EQ(result["relay_queues"], 4);
    EXPECT_EQ(result["cycle"].size(), 4u);
}

TEST(DeadlockAnalysisProgramTest, AnAttributeThatHasAnOptionIsRefused)
{
    const std::string peer = "--ns3::DhtPeerApplication::";
    for (const auto& [attribute, option] :
         {std::pair<std::string, std::string>{"QueueDiscipline=Shared", "--queues"},
          {"Acks=Overlay", "--acks"},
          {"ProcessingTime=1ms", "--processing"}})
    {
        const ProgramRun run = RunAnalysis(peer + attribute);
        EXPECT_EQ(run.status, 2) << attribute;
        EXPECT_NE(run.errors.find(option), std::string::npos) << run.errors;
    }
}

TEST(DeadlockAnalysisProgramTest, ASignalEndsItAtOnceAndLeavesNoFile)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("s.json");
    // the program is at work when its file is there
    const ProgramRun run =
        RunAnalysis("--peers=16384 --summary=" + file + " & pid=$!; until ls " + file +
                    ".partial* >/dev/null 2>&1; do sleep 0.1; done; sleep 0.2; kill -INT $pid; "
                    "wait $pid; exit $? #");
    EXPECT_EQ(run.status, 128 + SIGINT);
    EXPECT_EQ(scratch.FileCount(), 0U);
}

TEST(DeadlockAnalysisProgramTest, AnotherRunIsAnotherSmallWorld)
{
    const std::string options = "--overlay=small-world --RngRun=";
    EXPECT_EQ(RunAnalysis(options + "1").output, RunAnalysis(options + "1").output);
    EXPECT_NE(RunAnalysis(options + "1").output, RunAnalysis(options + "2").output);
}

TEST(DeadlockAnalysisProgramTest, WhatIsWrongIsOneLine)
{
    for (const std::string bad : {"--overlay=torus",
                                  "--peers=1",
                                  "--ids=odd",
                                  "--queues=two",
                                  "--acks=pigeon",
                                  "--wrong-entries=101",
                                  "--scheme=none",
                                  "--summary=/no/such/directory/x.json"})
    {
        const ProgramRun run = RunAnalysis(bad);
        EXPECT_EQ(run.status, 2) << bad;
        EXPECT_EQ(run.output, "") << bad;
        EXPECT_EQ(Lines(run.errors), 1u) << run.errors;
        EXPECT_NE(run.errors.find(bad.substr(0, bad.find('='))), std::string::npos) << run.errors;
    }
    EXPECT_EQ(RunAnalysis("--peers=4 >/dev/full; exit $? #").status, 1);
}

} // namespace
