/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// Peers of the program store that vanish under a load, and repair over links beside it.

namespace
{

const std::string kVanishing = "--peers=32 --overlay=chord --delay-model=access --concurrent=16 "
                               "--blocks=200 --load=2 --load-warmup=5s --load-duration=30s "
                               "--vanish=25 --quiet ";
const std::string kInPackets = "--level=packets --rate=600kbps ";
const std::string kOverDtl = "--repair-interval=5s --repair-transport=dtl ";

/// @param options Further options. @return The summary of a run in which a quarter of the peers
/// vanish.
nlohmann::json
VanishingRun(const std::string& options)
{
    const ProgramRun run = RunProgram("store", kVanishing + options);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    auto summary = run.Json();
    EXPECT_EQ(summary["counters"]["identities_hold"], true);
    EXPECT_EQ(summary["results"]["vanished"]["peers"], 8);
    return summary;
}

/// @param summary A run's. @return Fragments of a block at its end.
double
FragmentsLeft(const nlohmann::json& summary)
{
    return summary["results"]["vanished"]["fragments"]["end"];
}

class BadVanishOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadVanishOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused("store", GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Options,
    BadVanishOptionTest,
    testing::Values(BadOption{"--vanish=25", "--vanish", "--load"},
                    BadOption{"--load=1 --vanish-time=1s", "--vanish-time", "--vanish"},
                    BadOption{"--load=1 --vanish=25 --down=10", "--vanish", "--down"},
                    BadOption{"--load=1 --vanish=95", "--vanish", "90"},
                    BadOption{"--load=1 --vanish=25 --load-duration=5s --vanish-time=6s",
                              "--vanish-time",
                              "--load-duration"},
                    BadOption{"--level=packets --transport=dtl --load=1 --vanish=25",
                              "--vanish",
                              "--transport=stp"},
                    BadOption{"--repair-interval=5s --repair-transport=dtl",
                              "--repair-transport",
                              "--level=packets"},
                    BadOption{"--level=packets --repair-transport=dtl",
                              "--repair-transport",
                              "--repair-interval"},
                    BadOption{"--level=packets --transport=tcp --repair-transport=dtl",
                              "--repair-transport",
                              "--transport=stp"},
                    BadOption{"--level=packets --repair-interval=5s --repair-transport=tcp",
                              "--repair-transport",
                              "dtl"},
                    BadOption{"--level=packets --repair-interval=5s --repair-priority=1",
                              "--repair-priority",
                              "--repair-transport=dtl"},
                    BadOption{"--level=packets --repair-interval=5s --repair-raise-below=9",
                              "--repair-raise-below",
                              "--repair-transport=dtl"},
                    BadOption{"--level=packets --repair-interval=5s --repair-at-once=7",
                              "--repair-at-once",
                              "--repair-transport=dtl"},
                    BadOption{"--level=packets --repair-interval=5s --repair-transport=dtl "
                              "--repair-at-once=0",
                              "--repair-at-once",
                              "from 1"},
                    BadOption{"--level=packets --repair-interval=5s --repair-window=linear",
                              "--repair-window",
                              "--repair-transport=dtl"},
                    BadOption{"--level=packets --repair-interval=5s --repair-transport=dtl "
                              "--repair-priority=-1",
                              "--repair-priority",
                              "from 0"},
                    BadOption{"--level=packets --repair-interval=5s --repair-transport=dtl "
                              "--repair-raise-below=17",
                              "--repair-raise-below",
                              "16"}));

TEST(StoreVanishTest, WithoutRepairWhatVanishedStaysAway)
{
    for (const std::string& level : {std::string(), kInPackets})
    {
        const auto results = VanishingRun(level)["results"];
        const auto& vanished = results["vanished"];
        // a quarter of 14
        EXPECT_NEAR(vanished["fragments"]["end"], 10.5, 0.5) << level;
        EXPECT_EQ(vanished["fragments"]["end"], vanished["fragments"]["mean"]);
        EXPECT_TRUE(vanished["whole_after_s"].is_null());
        EXPECT_GT(results["success_percent"], 98) << "seven are enough";
    }
}

TEST(StoreVanishTest, OneAfterTheOtherIfThereIsTime)
{
    const auto vanished = VanishingRun("--vanish-time=30s")["results"]["vanished"];
    EXPECT_NEAR(vanished["fragments"]["end"], 10.5, 0.5);
    EXPECT_NEAR(vanished["fragments"]["mean"], 12.0, 0.5);
}

TEST(StoreVanishTest, TheRingClosesSoThatRepairMakesThemAnew)
{
    for (const std::string& options : {std::string("--repair-interval=5s"),
                                       kInPackets + "--repair-interval=5s",
                                       kInPackets + kOverDtl})
    {
        const auto summary = VanishingRun(options);
        EXPECT_GT(FragmentsLeft(summary), 12.5) << options << ", as 12 are enough";
        EXPECT_EQ(summary["results"]["vanished"]["blocks_lost"], 0);
        EXPECT_LT(summary["results"]["vanished"]["whole_after_s"], 30) << options;
        EXPECT_EQ(summary["counters"].contains("repair_links"),
                  options.find("dtl") != std::string::npos);
    }
}

/// What is repaired crosses the links, and only that: users' gets do not.
TEST(StoreRepairLinksTest, FragmentsAreInTheStreamsOfTheTransport)
{
    const auto counters = VanishingRun(kInPackets + kOverDtl)["counters"];
    const auto& links = counters["repair_links"];
    EXPECT_GT(counters["repair"]["rebuilt"], 100);
    // seven fragments of a seventh are fetched for each, but for what is held already
    EXPECT_GT(links["transport"]["bytes_read"],
              counters["repair"]["rebuilt"].get<int>() * 6 * 8192 / 7);
    EXPECT_EQ(links["messages"]["dropped"], 0);
    EXPECT_EQ(links["messages"]["rejected"], 0);
    EXPECT_EQ(links["raised_s"], 0);
    EXPECT_EQ(links["rpcs"]["sent"],
              links["rpcs"]["answered"].get<int>() + links["rpcs"]["timeouts"].get<int>() +
                  links["rpcs"]["cancelled"].get<int>());
}

/// Repair that yields holds gets up least; in a hurry, fragments are back sooner.
TEST(StoreRepairLinksTest, RaisedRepairIsDoneSoonerAndGetsWaitForIt)
{
    const std::string run = kInPackets + "--blocks=1000 --load=4 --repair-interval=5s ";
    const auto stp = VanishingRun(run)["results"];
    const std::string links = run + "--repair-transport=dtl ";
    const auto polite = VanishingRun(links)["results"];
    const auto summary = VanishingRun(links + "--repair-raise-below=12");
    const auto& raised = summary["results"];
    EXPECT_GT(summary["counters"]["repair_links"]["raised_s"], 3);
    EXPECT_LT(summary["counters"]["repair_links"]["raised_s"], 35) << "it goes back to 0";
    const auto fragments = [](const nlohmann::json& results) {
        return results["vanished"]["fragments"]["mean"].get<double>();
    };
    const auto delay = [](const nlohmann::json& results) {
        return results["total_s"]["mean"].get<double>();
    };
    EXPECT_GT(fragments(raised), fragments(polite) + 0.1);
    EXPECT_GT(delay(raised), 1.04 * delay(polite));
    EXPECT_GT(delay(stp), 1.1 * delay(polite)) << "it shares the window of gets";
}

TEST(StoreRepairLinksTest, TheSameRunGivesTheSameBytes)
{
    const std::string run = kInPackets + kOverDtl + "--repair-raise-below=12 --RngRun=";
    const auto bytes = [&run](const std::string& number) {
        const auto summary = VanishingRun(run + number);
        return summary["results"].dump() + summary["counters"].dump();
    };
    EXPECT_EQ(bytes("1"), bytes("1"));
    EXPECT_NE(bytes("1"), bytes("2"));
}

/// Peers that share an address repair each other's blocks, too.
TEST(StoreRepairLinksTest, PeersOfOneNodeHaveLinks)
{
    const auto summary = VanishingRun(kInPackets + kOverDtl + "--peers-per-node=4");
    EXPECT_GT(FragmentsLeft(summary), 12.5) << "as 12 are enough";
    EXPECT_EQ(summary["counters"]["repair_links"]["messages"]["rejected"], 0);
}

} // namespace
