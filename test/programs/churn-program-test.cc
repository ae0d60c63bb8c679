/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"
#include "test-name.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// build/examples/churn, as a user sees it.

namespace
{

const std::string kSmallChurn =
    "--peers=16 --join-time=5s --warmup=10s --duration=60s --session=1min --downtime=20s --load=10 "
    "--stabilise-interval=1s --finger-interval=1s --quiet ";

/// @param arguments Of a small run. @return All that it writes, but for the time it took.
std::string
ChurnOutput(const std::string& arguments)
{
    const ScratchDirectory scratch;
    const ProgramRun run =
        RunProgram("churn",
                   kSmallChurn + arguments + " --summary=" + scratch.Path("s.json") +
                       " --series=" + scratch.Path("s.csv"));
    EXPECT_EQ(run.status, 0) << run.errors;
    auto summary = nlohmann::json::parse(ReadFile(scratch.Path("s.json")));
    EXPECT_GT(summary["results"]["lookups"]["right"], 0);
    EXPECT_TRUE(summary["counters"]["identities_hold"]);
    summary["run"].erase("wall_s");
    summary["run"].erase("cpu_s");
    return summary.dump() + ReadFile(scratch.Path("s.csv"));
}

class ChurnSchemeTest : public testing::TestWithParam<std::string>
{
};

TEST_P(ChurnSchemeTest, TheSameRunTwiceGivesTheSameBytes)
{
    const std::string arguments = "--distribution=pareto --shape=1.5 --scheme=" + GetParam();
    const std::string once = ChurnOutput(arguments);
    EXPECT_EQ(once, ChurnOutput(arguments));
    EXPECT_NE(once, ChurnOutput(arguments + " --RngRun=2"));
}

INSTANTIATE_TEST_SUITE_P(Churn,
                         ChurnSchemeTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const auto& info) { return TestName(info.param); });

/// A connection that is half made when a peer's listener closes must not reach that peer.
TEST(ChurnProgramTest, PeersCloseWhileOthersConnect)
{
    const ProgramRun run = RunProgram("churn",
                                      "--peers=24 --join-time=5s --warmup=10s --duration=60s "
                                      "--session=1min --downtime=20s --quiet");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_GT(run.Json()["results"]["leaves"].get<int>(), 5);
}

TEST(ChurnProgramTest, BlocksOutliveChurnUnderAScheme)
{
    const std::string arguments = kSmallChurn + "--scheme=credit --load=100 --session=5min "
                                                "--blocks=12 --get-load=5 --repair-interval=10s ";
    const auto summary = RunProgram("churn", arguments).Json();
    const auto& store = summary["store"];
    EXPECT_EQ(store["puts"], 12);
    EXPECT_EQ(store["blocks"], 12);
    EXPECT_EQ(store["blocks_with_enough"], 12);
    EXPECT_GE(store["success_percent"], 99);
    EXPECT_GT(store["gets"], 200);
    EXPECT_EQ(store["fragments_needed"], 7);
    EXPECT_GT(store["repair_bytes_per_second_per_peer"], 0);
    EXPECT_TRUE(summary["counters"]["identities_hold"]);
    EXPECT_EQ(summary["options"]["blocks"], "12");
    EXPECT_EQ(ChurnOutput("--blocks=5"), ChurnOutput("--blocks=5"));
}

TEST(ChurnProgramTest, WithoutBlocksThereIsNoStore)
{
    const auto summary = RunProgram("churn", kSmallChurn).Json();
    EXPECT_FALSE(summary.contains("store"));
    EXPECT_FALSE(summary["options"].contains("blocks"));
    const ProgramRun useless = RunProgram("churn", kSmallChurn + "--get-load=2");
    EXPECT_EQ(useless.status, 2);
    const ProgramRun few = RunProgram("churn", "--peers=3 --blocks=5 --quiet");
    EXPECT_EQ(few.status, 2);
    EXPECT_NE(few.errors.find("--block-size"), std::string::npos) << few.errors;
}

TEST(ChurnProgramTest, EveryLookupIsAccountedFor)
{
    const auto summary = RunProgram("churn", kSmallChurn + "--crashes=100").Json();
    const auto& lookups = summary["results"]["lookups"];
    EXPECT_EQ(lookups["issued"].get<int>(),
              lookups["right"].get<int>() + lookups["wrong"].get<int>() +
                  lookups["given_up"].get<int>() + lookups["abandoned"].get<int>());
    EXPECT_EQ(lookups["open"], 0);
    EXPECT_GT(lookups["issued"], 300);
    EXPECT_GT(summary["results"]["success_percent"], 80);
    EXPECT_GT(summary["results"]["crashes"], 5);
    EXPECT_EQ(summary["results"]["leaves"], 0);
    EXPECT_GT(summary["results"]["failures_detected"], 0);
    EXPECT_GT(summary["results"]["maintenance_bytes_per_s"], 50);
    const auto& c = summary["counters"];
    EXPECT_EQ(c["issued"].get<int>(),
              c["answered"].get<int>() + c["given_up"].get<int>() + c["outstanding"].get<int>() +
                  c["abandoned"].get<int>());
}

/// Nobody comes or goes in the time of this run: every answer is right.
TEST(ChurnProgramTest, WithoutChurnEveryLookupSucceeds)
{
    const auto results =
        RunProgram("churn", kSmallChurn + "--session=200h --warmup=30s").Json()["results"];
    EXPECT_EQ(results["success_percent"], 100);
    EXPECT_EQ(results["up_mean"], 16);
    EXPECT_EQ(results["leaves"].get<int>() + results["crashes"].get<int>(), 0);
}

TEST(ChurnProgramTest, TheRingRecoversFromAQuarterThatCrashes)
{
    const auto summary =
        RunProgram("churn", kSmallChurn + "--session=200h --downtime=200h --kill=25 --kill-at=10s")
            .Json();
    EXPECT_EQ(summary["ring"]["up"], 12);
    EXPECT_TRUE(summary["ring"]["complete"]);
    // the measurement begins at 15 s, and the crash comes 10 s later
    EXPECT_GT(summary["ring"]["complete_since_s"], 25);
    EXPECT_LT(summary["ring"]["complete_since_s"], 60);
    // who is gone waits for nothing, for the 50 s that are left
    EXPECT_LT(summary["results"]["longest_wait_s"], 40);
}

TEST(ChurnProgramTest, ATraceSaysWhoComesAndGoes)
{
    const ScratchDirectory scratch;
    std::ofstream(scratch.Path("t.csv")) << "0,0,join\n1,1,join\n2,2,join\n30,2,crash\n";
    const ProgramRun run = RunProgram("churn",
                                      "--peers=4 --warmup=10s --duration=40s --load=5 --quiet "
                                      "--trace=" +
                                          scratch.Path("t.csv"));
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.Json()["ring"]["up"], 2);
    EXPECT_EQ(run.Json()["results"]["crashes"], 1);
}

TEST(ChurnProgramTest, AMalformedTraceIsRefusedWithItsLine)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("t.csv");
    const std::string option = "--peers=4 --trace=" + file;
    std::ofstream(file) << "0,0,join\n1,1,jump\n";
    ExpectRefused("churn", {option, "--trace=", "line 2: \"jump\""}, "--summary");
    std::ofstream(file) << "0,9,join\n";
    ExpectRefused("churn", {option, "--trace=", "peer 9, but --peers=4"}, "--summary");
}

/// A ring in which nobody comes or goes.
const std::string kStill = kSmallChurn + "--session=200h --warmup=30s ";

TEST(ChurnProgramTest, AShareOfNobodyChangesNothing)
{
    const auto without = RunProgram("churn", kStill).Json()["results"];
    for (const std::string kind : {"lying", "greedy"})
    {
        const auto with = RunProgram("churn", kStill + "--hostile=" + kind + ":0").Json();
        EXPECT_EQ(with["results"], without) << kind;
        EXPECT_EQ(without["hostile_peers"], 0);
    }
}

TEST(ChurnProgramTest, WhoLiesIsCountedAndAnswersForOthers)
{
    const auto honest = RunProgram("churn", kStill).Json()["results"];
    EXPECT_EQ(honest["wrong_percent"], 0);
    const std::string believed =
        kStill + "--hostile=lying:0.2 --ns3::DhtPeerApplication::Vouching=Off";
    const auto results = RunProgram("churn", believed).Json()["results"];
    EXPECT_EQ(results["hostile_peers"], 3);
    EXPECT_GT(results["wrong_percent"], 5);
    EXPECT_NEAR(results["success_percent"].get<double>() + results["wrong_percent"].get<double>() +
                    results["unanswered_percent"].get<double>(),
                100,
                1e-9);
    // a liar answers at once: nobody waits
    const auto& answered = results["honest_answered_per_s"];
    EXPECT_GT(answered["min"], 0.2);
    EXPECT_GT(answered["max"], answered["mean"]);
    EXPECT_GT(answered["jain"], 0.5);
    EXPECT_LT(answered["jain"], 1);
    EXPECT_LT(results["longest_wait_s"], 0.5 * honest["window_s"].get<double>());
    const auto& lookups = results["lookups"];
    EXPECT_GT(lookups["hostile"], 10);
    EXPECT_EQ(lookups["issued"].get<int>(),
              lookups["right"].get<int>() + lookups["wrong"].get<int>() +
                  lookups["given_up"].get<int>() + lookups["hostile"].get<int>() +
                  lookups["abandoned"].get<int>());
}

TEST(ChurnProgramTest, AGreedyPeersOwnLookupsDoNotCount)
{
    const auto summary = RunProgram("churn", kStill + "--hostile=greedy:0.05").Json();
    EXPECT_EQ(summary["results"]["hostile_peers"], 1);
    // 15 peers make 15/16 of 10 lookups/s for a minute, the other one as many as it can for all of
    // the time
    EXPECT_NEAR(summary["results"]["lookups"]["issued"].get<double>(), 560, 100);
    EXPECT_GT(summary["counters"]["issued"], 10000);
}

TEST(ChurnProgramTest, TheSameRunWithHostilePeersTwiceGivesTheSameBytes)
{
    for (const std::string kind : {"lying", "greedy"})
    {
        const std::string arguments = "--session=200h --hostile=" + kind + ":0.1";
        EXPECT_EQ(ChurnOutput(arguments), ChurnOutput(arguments)) << kind;
    }
}

class ChurnOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(ChurnOptionTest, IsRefused)
{
    ExpectRefused("churn", GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Churn,
    ChurnOptionTest,
    testing::Values(
        BadOption{"--peers=1", "--peers=1", "from 2 to 4096"},
        BadOption{"--session=0s", "--session", "at least 1s"},
        BadOption{"--session=soon", "--session=soon", "h, min, s"},
        BadOption{"--downtime=-1s", "--downtime", "at least"},
        BadOption{"--distribution=normal", "--distribution", "exponential, pareto"},
        BadOption{"--shape=2", "--shape", "--distribution=pareto"},
        BadOption{"--distribution=pareto --shape=1", "--shape=1", "1.05 to 100"},
        BadOption{"--crashes=101", "--crashes", "from 0 to 100"},
        BadOption{"--kill=-1", "--kill", "from 0 to 100"},
        BadOption{"--kill-at=5s", "--kill-at", "--kill"},
        BadOption{"--trace=/no/such/file", "--trace", "cannot be read"},
        BadOption{"--trace=/dev/null --session=1h", "--session", "--trace"},
        BadOption{"--trace=/dev/null", "--trace", "no event"},
        BadOption{"--hostile=lying", "--hostile=lying", "KIND:SHARE"},
        BadOption{"--hostile=evil:0.1", "--hostile=evil:0.1", "greedy"},
        BadOption{"--hostile=lying:1", "--hostile=lying:1", "from 0 to 0.9"},
        BadOption{"--hostile=lying:-0.1", "--hostile=lying:-0.1", "from 0 to 0.9"},
        BadOption{"--hostile=lying:nan", "--hostile=lying:nan", "from 0 to 0.9"},
        BadOption{"--hostile=lying:5%", "--hostile=lying:5%", "such as 0.05"},
        BadOption{"--hostile=lying:", "--hostile=lying:", "such as 0.05"},
        BadOption{"--ns3::DhtPeerApplication::Behaviour=Deaf", "Behaviour", "use --hostile"},
        BadOption{"--load=0", "--load", "from 0.001"},
        BadOption{"--scheme=magic", "--scheme", "marking"},
        BadOption{"--ns3::DhtPeerApplication::Load=5", "Load", "use --load"},
        BadOption{"--ns3::DhtPeerApplication::FingerInterval=5s",
                  "FingerInterval",
                  "use --finger-interval"},
        BadOption{"--ns3::DhtPeerApplication::QueryAttempts=0", "QueryAttempts", "1"},
        BadOption{"--sumary=x", "--sumary", "--help"}));

} // namespace
