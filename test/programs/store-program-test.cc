/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// The program store, as a user meets it.

namespace
{

const std::string kStoreProgram = "store";
const std::string kSmallStore = "--peers=64 --blocks=10 --gets=50 --quiet ";

/// @param options Of a run. @return Its summary.
nlohmann::json
SummaryOf(const std::string& options)
{
    const ProgramRun run = RunProgram(kStoreProgram, kSmallStore + options);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    return run.Json();
}

TEST(StoreProgramTest, TheSummaryTellsWhatPutsAndGetsTook)
{
    const auto summary = SummaryOf("");
    EXPECT_EQ(summary["options"]["peers"], "64");
    const auto results = summary["results"];
    EXPECT_EQ(results["gets"], 50);
    EXPECT_EQ(results["success_percent"], 100);
    EXPECT_EQ(results["puts"], 10);
    EXPECT_EQ(results["puts_failed"], 0);
    EXPECT_EQ(results["holders_mean"], 14);
    for (const char* const name : {"lookup_s", "fetch_s", "total_s", "put_s"})
    {
        EXPECT_GT(results[name]["p99"], results[name]["p50"]) << name;
    }
    const double sum =
        results["lookup_s"]["mean"].get<double>() + results["fetch_s"]["mean"].get<double>();
    EXPECT_NEAR(results["total_s"]["mean"], sum, 1e-9);
    // seven fragments of 1171 bytes, and little else
    EXPECT_GT(results["bytes_per_get"], 7 * 1171);
    EXPECT_LT(results["bytes_per_get"], 1.4 * 7 * 1171);
    EXPECT_EQ(results["settling_bytes_per_peer"], 0);
    EXPECT_EQ(summary["counters"]["probes"], 0);
    EXPECT_EQ(summary["counters"]["identities_hold"], true);
}

TEST(StoreProgramTest, OnlyLookupsFindTheSameHoldersAndFetchNothing)
{
    const auto gets = SummaryOf("");
    const auto lookups = SummaryOf("--only-lookups");
    EXPECT_EQ(gets["options"].count("only-lookups"), 0u) << "summaries are as before";
    EXPECT_EQ(lookups["results"]["gets"], 50);
    EXPECT_EQ(lookups["results"]["success_percent"], 100);
    EXPECT_EQ(lookups["results"]["hops_mean"], gets["results"]["hops_mean"]);
    EXPECT_EQ(lookups["results"]["lookup_s"]["p50"], gets["results"]["lookup_s"]["p50"]);
    EXPECT_EQ(lookups["results"]["fetch_s"]["mean"], 0);
    EXPECT_EQ(lookups["counters"]["gets"], 0);
    EXPECT_EQ(lookups["counters"]["fetches"], 0);
    EXPECT_EQ(lookups["counters"]["lookups"], gets["counters"]["lookups"]);
    EXPECT_EQ(lookups["counters"]["identities_hold"], true);
}

TEST(StoreProgramTest, HowLongRpcsWaitIsToldWhereItIsAskedFor)
{
    for (const std::string level : {"", "--level=packets "})
    {
        const std::string all = level + "--loss=5 --nearness=coordinates --settling-probes=60 ";
        const auto usual = SummaryOf(all);
        EXPECT_EQ(usual["options"].count("rpc-waits"), 0u) << "summaries are as before";
        auto told = SummaryOf(all + "--rpc-waits")["results"];
        const auto waits = told["rpc_waits"];
        told.erase("rpc_waits");
        EXPECT_EQ(told, usual["results"]) << "who tells it changes nothing";
        EXPECT_GT(waits["sent"], 50);
        EXPECT_LT(waits["sent"], usual["counters"]["rpcs"]["sent"].get<int>() - 64 * 60)
            << "probes before the first put are not measured";
        EXPECT_GT(waits["lost"], 10);
        EXPECT_GT(waits["lost_s"], waits["answered_s"]);
        EXPECT_LT(waits["lost_s"], 1);
        // with a timer of a second
        const auto fixed = SummaryOf(all + "--rpc-waits --rpc-settling=1000000")["results"];
        EXPECT_DOUBLE_EQ(fixed["rpc_waits"]["lost_s"], 1);
        EXPECT_NEAR(fixed["rpc_waits"]["over_prediction_s"],
                    1 - fixed["rpc_waits"]["answered_s"].get<double>(),
                    1e-9);
    }
}

/// Each table of parameters reaches the peers, of either level.
TEST(StoreProgramTest, ParametersOfWindowsTimersAndCoordinatesHaveAnEffect)
{
    for (const std::string level : {"--level=messages ", "--level=packets "})
    {
        const std::string all = level + "--nearness=coordinates --settling-probes=20 --loss=5 ";
        const auto usual = SummaryOf(all)["results"];
        for (const std::string option : {"--window-halving=each-round",
                                         "--rpc-longest-timeout=2s",
                                         "--rpc-transmissions=3",
                                         "--coordinate-space=space"})
        {
            EXPECT_NE(SummaryOf(all + option)["results"], usual) << level << option;
        }
        EXPECT_NE(SummaryOf(level + "--loss=5 --coordinate-gain=1")["results"],
                  SummaryOf(level + "--loss=5")["results"])
            << level << "timers follow coordinates whatever nearness is";
        EXPECT_NE(SummaryOf(all + "--wanted=7 --merged-names=first")["results"],
                  SummaryOf(all + "--wanted=7")["results"])
            << level;
    }
}

TEST(StoreProgramTest, PacketsTakeWhatMessagesTakeWhereLinksAreFastAndNothingIsLost)
{
    // which peers are probed is drawn from other streams, and so coordinates differ
    for (const std::string options : {"", "--nearness=coordinates --peers-per-node=4 "})
    {
        const auto messages = SummaryOf(options + "--gets=300")["results"];
        const auto packets =
            SummaryOf(options + "--gets=300 --level=packets --rate=1Gbps")["results"];
        for (const char* const name : {"lookup_s", "fetch_s", "put_s"})
        {
            const double mean = messages[name]["mean"];
            EXPECT_NEAR(packets[name]["mean"], mean, (options.empty() ? 0.01 : 0.15) * mean)
                << name;
        }
        const double bytes = messages["bytes_per_get"];
        EXPECT_NEAR(packets["bytes_per_get"], bytes, 0.01 * bytes);
        EXPECT_EQ(packets["success_percent"], 100);
    }
}

TEST(StoreProgramTest, ClientsInTurnGetAllBlocksEachAndAccessLinksLimitThem)
{
    const std::string options = "--level=packets --readers=in-turn --gets=10 --concurrent=8 "
                                "--peers-per-node=2 --rate=";
    const auto slow = SummaryOf(options + "500kbps")["results"];
    const auto fast = SummaryOf(options + "50Mbps")["results"];
    EXPECT_EQ(slow["gets"], 320);
    EXPECT_EQ(slow["throughput_bytes_s"]["clients"], 32);
    // but for fragments that the client has itself, all come through its downlink
    EXPECT_LT(slow["throughput_bytes_s"]["p50"], 500e3 / 8);
    EXPECT_GT(slow["throughput_bytes_s"]["least"], 5e3);
    EXPECT_GT(fast["throughput_bytes_s"]["p50"],
              1.5 * slow["throughput_bytes_s"]["p50"].get<double>());
    EXPECT_LE(fast["throughput_bytes_s"]["p5"], fast["throughput_bytes_s"]["p95"]);
}

TEST(StoreProgramTest, ClientsTogetherHaveMoreTheMoreNodesThereAre)
{
    // 64 peers at first: twice as many nodes have twice the links
    const std::string options = "--level=packets --readers=together --gets=50 --concurrent=8 "
                                "--blocks=50 --warmup-gets=300 --rate=1Mbps --peers-per-node=";
    const auto few = SummaryOf(options + "8")["results"];
    const auto many = SummaryOf(options + "4")["results"];
    EXPECT_EQ(few["gets"], 8 * 50);
    EXPECT_EQ(many["gets"], 16 * 50);
    EXPECT_EQ(few["success_percent"], 100);
    EXPECT_EQ(few["together"]["clients"], 8);
    const double rate = few["together"]["throughput_bytes_s"];
    EXPECT_GT(many["together"]["throughput_bytes_s"], 1.4 * rate);
    EXPECT_LT(many["together"]["throughput_bytes_s"], 16 * 1e6 / 8);
    // an eighth of the fragments is on the node that asks; the others come through its downlink
    EXPECT_LT(rate, 8 * 1e6 / 8);
    EXPECT_LE(few["together"]["steady_s"], 50 * 8 * 8192 / rate);
}

TEST(StoreProgramTest, PacketsAreLostOneByOneAndCounted)
{
    const auto summary = SummaryOf("--level=packets --rate=10Mbps --loss=2");
    EXPECT_EQ(summary["results"]["success_percent"], 100);
    const double lost = summary["counters"]["packets_dropped"]["lost"];
    const double messages = summary["results"]["messages"];
    EXPECT_NEAR(lost / messages, 0.02, 0.01);
    EXPECT_EQ(SummaryOf("--level=packets --rate=10Mbps --loss=2")["results"], summary["results"]);
}

/// @param options Of a run in which peers come and go. @return Its summary.
nlohmann::json
KeptOf(const std::string& options)
{
    const ProgramRun run =
        RunProgram(kStoreProgram, "--peers=64 --blocks=100 --concurrent=10 --quiet " + options);
    EXPECT_EQ(run.status, 0) << run.errors;
    return run.Json();
}

TEST(StoreProgramTest, RepairKeepsWhatIsLostWithoutIt)
{
    const std::string churn = "--session=2h --duration=6h ";
    const auto without = KeptOf(churn);
    const auto with = KeptOf(churn + "--repair-interval=5min");
    EXPECT_EQ(without["results"]["kept"]["crashes"], with["results"]["kept"]["crashes"])
        << "the same peers at the same times";
    EXPECT_LT(without["results"]["success_percent"], 5);
    EXPECT_EQ(with["results"]["success_percent"], 100);
    EXPECT_EQ(with["results"]["kept"]["blocks_with_enough"], 100);
    EXPECT_GT(with["results"]["kept"]["fragments_mean"], 12);
    EXPECT_EQ(without["counters"]["repair"]["messages"], 0);
    EXPECT_EQ(with["counters"]["identities_hold"], true);
    EXPECT_EQ(KeptOf(churn + "--repair-interval=5min")["results"].dump(), with["results"].dump());
}

TEST(StoreProgramTest, WhoHandsOverBeforeItLeavesTakesNothingAlong)
{
    const auto kept = KeptOf("--session=2h --duration=6h --hand-over=30s");
    const auto& results = kept["results"]["kept"];
    EXPECT_GT(results["crashes"], 64);
    EXPECT_EQ(results["blocks_with_enough"], 100) << "nothing is repaired";
    EXPECT_GT(results["fragments_handed_over"], 20 * results["fragments_taken_along"].get<int>());
    EXPECT_EQ(kept["counters"]["identities_hold"], true);
    // neither what those take along who vanish at first, nor what is moved by those who stay
    const auto more =
        KeptOf("--session=2h --duration=6h --hand-over=30s --down=25 --repair-interval=5min");
    const auto& counted = more["results"]["kept"];
    EXPECT_GT(counted["fragments_handed_over"], 20 * counted["fragments_taken_along"].get<int>());
    const auto without = KeptOf("--session=2h --duration=6h");
    EXPECT_EQ(without["results"]["kept"].count("fragments_handed_over"), 0u);
    EXPECT_EQ(without["options"].count("hand-over"), 0u);
}

/// @param down Peers that leave at once, in percent. @param runs How many repetitions. @return
/// Blocks with enough fragments, in percent, and as many as the binomial equation says.
std::pair<double, double>
EnoughWithout(int down, int runs)
{
    double enough = 0;
    double expected = 0;
    for (int run = 1; run <= runs; ++run)
    {
        const auto kept =
            KeptOf("--peers=1024 --blocks=1000 --concurrent=20 --duration=1min --down=" +
                   std::to_string(down) + " --RngRun=" + std::to_string(run));
        const auto& results = kept["results"]["kept"];
        enough += results["enough_percent"].get<double>() / runs;
        expected += results["expected_without_repair_percent"].get<double>() / runs;
    }
    return {enough, expected};
}

/// Seven or more of fourteen fragments are left of 96.9 % and of 60.5 % of the blocks. Blocks of
/// neighbouring keys leave together, so a run has the weight of 73 blocks.
TEST(StoreProgramTest, WithoutRepairAsMuchIsLeftAsTheBinomialEquationSays)
{
    const auto [left, expected] = EnoughWithout(30, 2);
    EXPECT_NEAR(expected, 96.85, 0.01);
    EXPECT_NEAR(left, expected, 2);
    const auto [leftOfHalf, expectedOfHalf] = EnoughWithout(50, 10);
    EXPECT_NEAR(expectedOfHalf, 60.47, 0.01);
    EXPECT_NEAR(leftOfHalf, expectedOfHalf, 5);
}

TEST(StoreProgramTest, TheSameRunGivesTheSameBytes)
{
    const ScratchDirectory scratch;
    std::vector<std::string> all;
    for (const std::string run : {"1", "1", "2"})
    {
        const std::string series = scratch.Path("series-" + std::to_string(all.size()));
        auto summary =
            SummaryOf("--nearness=coordinates --settling-probes=5 --loss=2 --RngRun=" + run +
                      " --series=" + series);
        all.push_back(summary["results"].dump() + summary["counters"].dump() + ReadFile(series));
    }
    EXPECT_EQ(all[0], all[1]);
    EXPECT_NE(all[0], all[2]);
}

TEST(StoreProgramTest, TimingWheelsTakeEventsInTheOrderOfAnyScheduler)
{
    for (const std::string options : {"--loss=2", "--loss=2 --level=packets"})
    {
        const auto wheels = SummaryOf(options);
        const auto map = SummaryOf(options + " --SchedulerType=ns3::MapScheduler");
        EXPECT_EQ(wheels["globals"]["SchedulerType"], "ns3::TimingWheelScheduler");
        EXPECT_EQ(map["globals"]["SchedulerType"], "ns3::MapScheduler");
        EXPECT_EQ(wheels["results"], map["results"]) << options;
        EXPECT_EQ(wheels["counters"], map["counters"]) << options;
    }
}

/// @param options Of a run. @return The keys that were fetched, in order.
std::vector<std::string>
KeysOf(const std::string& options)
{
    const ScratchDirectory scratch;
    const std::string series = scratch.Path("series.csv");
    SummaryOf(options + " --series=" + series);
    std::istringstream lines(ReadFile(series));
    std::vector<std::string> keys;
    for (std::string line; std::getline(lines, line);)
    {
        const auto from = line.find(',') + 1;
        keys.push_back(line.substr(from, line.find(',', from) - from));
    }
    return keys;
}

TEST(StoreProgramTest, ARunHasOneWorkloadWhateverIsVaried)
{
    const auto keys = KeysOf("");
    ASSERT_EQ(keys.size(), 51u); // with the names of the columns
    EXPECT_EQ(keys[0], "key");
    EXPECT_EQ(keys[1].size(), 40u);
    for (const std::string other : {"--locate-routing=iterative",
                                    "--overlay=chord",
                                    "--wanted=7",
                                    "--holder-choice=random",
                                    "--fragments=8 --needed=4",
                                    "--nearness=coordinates --settling-probes=3"})
    {
        EXPECT_EQ(KeysOf(other), keys) << other;
    }
    EXPECT_EQ(KeysOf("--concurrent=10").size(), keys.size());
    EXPECT_NE(KeysOf("--RngRun=2"), keys);
}

TEST(StoreProgramTest, PutsAtOnceEndInAnyOrderAndGetsDoNotDependOnIt)
{
    auto one = KeysOf("--concurrent=10 --overlay=chord --locate-end=responsible");
    auto other = KeysOf("--concurrent=10");
    EXPECT_NE(one, other); // in the order in which gets have ended
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    EXPECT_EQ(one, other);
}

TEST(StoreProgramTest, PeersThatAreDownCostTimeAndBlocks)
{
    const auto whole = SummaryOf("--gets=500")["results"];
    const auto some = SummaryOf("--gets=500 --down=10")["results"];
    const auto half = SummaryOf("--gets=500 --down=50")["results"];
    EXPECT_EQ(whole["success_percent"], 100);
    EXPECT_GT(some["success_percent"], 99);
    EXPECT_GT(some["total_s"]["mean"], 1.2 * whole["total_s"]["mean"].get<double>());
    EXPECT_LT(half["success_percent"], some["success_percent"]);
}

TEST(StoreProgramTest, LossCostsTimeAndNoBlock)
{
    const auto lossless = SummaryOf("");
    const auto lossy = SummaryOf("--loss=5");
    EXPECT_EQ(lossy["results"]["success_percent"], 100);
    EXPECT_GT(lossy["results"]["total_s"]["mean"],
              1.2 * lossless["results"]["total_s"]["mean"].get<double>());
    EXPECT_EQ(lossless["counters"]["rpcs"]["timeouts"], 0);
    EXPECT_GT(lossy["counters"]["rpcs"]["timeouts"], 10);
}

TEST(StoreProgramTest, WhatSettlingTakesIsCountedApart)
{
    const auto summary = SummaryOf("--nearness=coordinates --settling-probes=40");
    EXPECT_EQ(summary["counters"]["probes"], 64 * 40);
    EXPECT_EQ(summary["counters"]["probes_answered"], 64 * 40);
    const double bytes = summary["results"]["settling_bytes_per_peer"];
    EXPECT_GT(bytes, 40 * 300);
    EXPECT_LT(bytes, 40 * 450);
    EXPECT_LT(summary["results"]["bytes_per_get"], 1.4 * 7 * 1171);
    EXPECT_LT(summary["results"]["coordinate_error_percent"]["p50"], 35);
}

TEST(StoreProgramTest, ProbesGoOnIfTheyAreAskedFor)
{
    const auto summary = SummaryOf("--probe-interval=2s --gets=200");
    const double seconds = 0.2 * 200;
    const double probes = summary["counters"]["probes"];
    EXPECT_GT(probes, 64 * seconds / 2 / 3);
    EXPECT_LT(probes, 64 * seconds / 2 * 3);
}

} // namespace
