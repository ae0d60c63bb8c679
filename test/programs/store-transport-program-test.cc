/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// The program store with blocks that go over TCP or the overlay's own transport, and with a load
/// that waits for nobody.

namespace
{

const std::string kTransportRun = "--level=packets --peers=32 --overlay=chord --delay-model=access "
                                  "--rate=600kbps..1000kbps --blocks=10 --quiet ";
const std::vector<std::string> kTransportSchemes{"none",
                                                 "credit",
                                                 "back-pressure",
                                                 "marking",
                                                 "ferry"};

class BadTransportOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadTransportOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused("store", GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Options,
    BadTransportOptionTest,
    testing::Values(
        BadOption{"--transport=tcp", "--transport", "--level=packets"},
        BadOption{"--transport=dtl", "--transport", "--level=packets"},
        BadOption{"--level=packets --transport=sctp", "--transport", "stp"},
        BadOption{"--level=packets --scheme=credit", "--scheme", "--transport=tcp"},
        BadOption{"--level=packets --patience=1s", "--patience", "--transport=tcp"},
        BadOption{"--level=packets --transport=tcp --scheme=luck", "--scheme", "marking"},
        BadOption{"--level=packets --transport=tcp --nearness=coordinates",
                  "--nearness",
                  "--transport=stp"},
        BadOption{"--level=packets --transport=tcp --down=10", "--down", "--transport=stp"},
        BadOption{"--level=packets --transport=tcp --wanted=9", "--wanted", "--transport=stp"},
        BadOption{"--level=packets --transport=tcp --repair-interval=5min",
                  "--repair-interval",
                  "--transport=stp"},
        BadOption{"--level=packets --transport=tcp --window-multiplier=5",
                  "--window-multiplier",
                  "--transport=stp"},
        BadOption{"--level=packets --transport=dtl --wanted=9", "--wanted", "--transport=stp"},
        BadOption{"--level=packets --transport=tcp --transport-priority=1",
                  "--transport-priority",
                  "--transport=dtl"},
        BadOption{"--level=packets --transport=dtl --transport-priority=1 "
                  "--transport-window=linear",
                  "--transport-window",
                  "--transport-priority=0"},
        BadOption{"--level=packets --transport=tcp --ns3::DhtPeerApplication::Transport=dtl",
                  "--ns3::DhtPeerApplication::Transport",
                  "--transport"},
        BadOption{"--load-duration=1s", "--load-duration", "--load"},
        BadOption{"--load=1 --gets=10", "--gets", "--load=0"},
        BadOption{"--load=-1", "--load", "from 0"}));

nlohmann::json
TransportSummary(const std::string& options)
{
    const ProgramRun run = RunProgram("store", kTransportRun + options);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    auto json = run.Json();
    EXPECT_EQ(json["counters"]["identities_hold"], true);
    return json;
}

class StoreLinksTest : public testing::TestWithParam<std::string>
{
};

INSTANTIATE_TEST_SUITE_P(Transports, StoreLinksTest, testing::Values("tcp", "dtl"));

TEST_P(StoreLinksTest, BlocksGoBetweenNeighboursUnderEveryScheme)
{
    for (const std::string& scheme : kTransportSchemes)
    {
        const auto summary =
            TransportSummary("--transport=" + GetParam() + " --gets=20 --scheme=" + scheme);
        const auto& results = summary["results"];
        EXPECT_EQ(results["gets"], 20);
        EXPECT_EQ(results["success_percent"], 100);
        EXPECT_EQ(results["puts_failed"], 0);
        EXPECT_EQ(results["holders_mean"], 14);
        // seven fragments go to the responsible peer, and the block goes on from there
        EXPECT_GT(results["bytes_per_get"], 2 * 8192) << scheme;
        EXPECT_LT(results["bytes_per_get"], 3 * 8192) << scheme;
        EXPECT_GE(summary["counters"]["fetches_here"], 20 * 6);
        EXPECT_FALSE(summary["counters"].contains("rpcs"));
        EXPECT_EQ(summary["counters"].contains("transport"), GetParam() == "dtl");
    }
}

/// Whatever crosses a link is in the transport's streams: parts, fragments, and their answers.
TEST(StoreTransportTest, BlocksAreInTheStreamsOfTheTransport)
{
    const auto counters = TransportSummary("--transport=dtl --gets=20")["counters"];
    const auto& transport = counters["transport"];
    // ten blocks were put, each by 14 fragments of a seventh; 20 were got, each by seven and whole
    EXPECT_GT(transport["bytes_read"], 10 * (2 + 1) * 8192 + 20 * 2 * 8192);
    EXPECT_EQ(transport["bytes_read"], transport["bytes_written"]);
    EXPECT_EQ(transport["links_lost"], 0);
    EXPECT_EQ(transport["packets_rejected"], 0);
}

/// Blocks are bulk, so links yield by default; whoever wants them sooner says so.
TEST(StoreTransportTest, LinksYieldUnlessSaidOtherwise)
{
    const std::string run =
        "--transport=dtl --blocks=32 --load=4 --load-warmup=5s --load-duration=5s";
    const auto counters = TransportSummary(run)["counters"].dump();
    EXPECT_EQ(counters, TransportSummary(run + " --transport-priority=0")["counters"].dump());
    EXPECT_NE(counters, TransportSummary(run + " --transport-priority=1")["counters"].dump());
    EXPECT_NE(counters, TransportSummary(run + " --transport-scope=node")["counters"].dump());
    EXPECT_NE(counters, TransportSummary(run + " --transport-window=linear")["counters"].dump());
}

TEST(StoreTransportTest, StpTakesLessThanTcp)
{
    const auto stp = TransportSummary("--gets=20")["results"];
    const auto tcp = TransportSummary("--transport=tcp --gets=20")["results"];
    EXPECT_LT(stp["total_s"]["mean"], tcp["total_s"]["mean"]);
    EXPECT_LT(stp["bytes_per_get"], tcp["bytes_per_get"]);
}

/// With both, requests live 10 s, which decides how long a block is kept together.
TEST(StoreTransportTest, RequestsLiveASixthOfTheLimitUnlessSaidOtherwise)
{
    const std::string run = "--transport=tcp --load=4 --load-warmup=5s --load-duration=5s ";
    const std::string given = "--ns3::DhtPeerApplication::RequestLifetime=";
    const auto counters = TransportSummary(run)["counters"].dump();
    EXPECT_EQ(counters, TransportSummary(run + given + "10s")["counters"].dump());
    EXPECT_NE(counters, TransportSummary(run + given + "2s")["counters"].dump());
    EXPECT_EQ(TransportSummary(run + given + "2s")["counters"].dump(),
              TransportSummary(run + "--get-limit=12s")["counters"].dump());
}

/// Connections of peers that share an address are all kept: none is lost, and nothing is sent
/// again.
TEST(StoreTransportTest, PeersOfOneNodeSpeakOverTcpToo)
{
    const auto alone = TransportSummary("--transport=tcp --gets=50");
    const auto shared = TransportSummary("--transport=tcp --gets=50 --peers-per-node=4");
    EXPECT_EQ(shared["results"]["success_percent"], 100);
    EXPECT_EQ(shared["results"]["puts_failed"], 0);
    EXPECT_EQ(shared["counters"]["requests"]["dropped"], 0);
    EXPECT_EQ(shared["counters"]["requests"]["given_up"], 0);
    // what peers of a node tell each other takes none of its access link
    EXPECT_LT(shared["results"]["bytes_per_get"], alone["results"]["bytes_per_get"]);
    EXPECT_LT(shared["results"]["total_s"]["p99"], 2);
}

/// Fragments that no datagram holds go over TCP.
TEST(StoreTransportTest, FewPeersHoldLargeFragments)
{
    const auto results = TransportSummary("--transport=tcp --gets=5 --peers=8")["results"];
    EXPECT_EQ(results["puts_failed"], 0);
    EXPECT_EQ(results["success_percent"], 100);
}

/// Those that are down are not those with the fewest gets.
TEST(StoreTransportTest, WhoIsDownIsNotTheLowest)
{
    const auto load = TransportSummary(
        "--blocks=64 --load=1 --load-warmup=5s --load-duration=20s --down=20")["results"]["load"];
    EXPECT_GT(load["achieved_lowest"], 0);
    EXPECT_GT(load["achieved_percent_of_offered"], 50);
}

TEST_P(StoreLinksTest, TheSameRunGivesTheSameBytes)
{
    std::vector<std::string> all;
    for (const std::string run : {"1", "1", "2"})
    {
        auto summary =
            TransportSummary("--transport=" + GetParam() +
                             " --scheme=marking --load=1 --load-warmup=2s --load-duration=3s "
                             "--RngRun=" +
                             run);
        all.push_back(summary["results"].dump() + summary["counters"].dump());
    }
    EXPECT_EQ(all[0], all[1]);
    EXPECT_NE(all[0], all[2]);
}

TEST(StoreTransportTest, ALoadBelowCapacityIsAchieved)
{
    for (const std::string transport : {"stp", "tcp", "dtl"})
    {
        const auto summary = TransportSummary(
            "--blocks=64 --load=0.5 --load-warmup=5s --load-duration=20s --transport=" + transport);
        const auto& load = summary["results"]["load"];
        EXPECT_NEAR(load["offered"], 0.5, 0.1) << transport;
        EXPECT_NEAR(load["achieved"], load["offered"].get<double>(), 0.05) << transport;
        EXPECT_LE(load["achieved_lowest"], load["achieved"]);
        EXPECT_EQ(load["window_s"], 20);
        const auto& counters = summary["counters"];
        EXPECT_EQ(counters["gets"],
                  counters["complete"].get<int>() + counters["failed"].get<int>() +
                      counters["under_way"].get<int>());
    }
}

} // namespace
