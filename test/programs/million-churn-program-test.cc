/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"
#include "test-name.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// The program million with peers that come and go, as a user meets it.

namespace
{

const std::string kSmallMillionChurn =
    "--peers=48 --session=1min --downtime=20s --join-time=10s --warmup=10s --duration=60s --load=1 "
    "--stabilise-interval=1s --finger-interval=1s --request-lifetime=20s --quiet ";

/// @param arguments Of a small run. @return All that it writes, but for what it took.
nlohmann::json
MillionChurn(const std::string& arguments)
{
    const ProgramRun run = RunProgram("million", kSmallMillionChurn + arguments);
    EXPECT_EQ(run.status, 0) << run.errors;
    auto summary = run.Json();
    summary["run"].erase("wall_s");
    summary["run"].erase("cpu_s");
    summary.erase("host");
    return summary;
}

class BadMillionChurnTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadMillionChurnTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused("million", GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Options,
    BadMillionChurnTest,
    testing::Values(BadOption{"--session=500ms", "--session", "from 1s on"},
                    BadOption{"--downtime=1min", "--downtime", "--session"},
                    BadOption{"--crashes=10", "--crashes", "--session"},
                    BadOption{"--join-time=10s", "--join-time", "--session"},
                    BadOption{"--finger-interval=1s", "--finger-interval", "--session"},
                    BadOption{"--session=1h --overlay=chord", "--overlay", "without --session"},
                    BadOption{"--session=1h --ids=sha1", "--ids", "without --session"},
                    BadOption{"--session=1h --surge-time=1s --surge=2", "--surge", "ready-made"},
                    BadOption{"--session=1h --model=link --transport=dtl", "--transport", "tcp"},
                    BadOption{"--session=1h --hostile=dropping:0.1", "--hostile", "churn"},
                    BadOption{"--session=1h --record=x", "--record", "churn"},
                    BadOption{"--session=1h --distribution=pareto --shape=1", "--shape", "1.05"}));

class MillionChurnSchemeTest : public testing::TestWithParam<std::string>
{
};

TEST_P(MillionChurnSchemeTest, TheSameRunTwiceGivesTheSameAndEveryLookupIsAccountedFor)
{
    const auto summary = MillionChurn("--scheme=" + GetParam());
    EXPECT_EQ(summary, MillionChurn("--scheme=" + GetParam()));
    EXPECT_NE(summary, MillionChurn("--RngRun=2 --scheme=" + GetParam()));
    const auto& results = summary["results"];
    const auto& lookups = results["lookups"];
    EXPECT_EQ(lookups["issued"].get<int>(),
              lookups["right"].get<int>() + lookups["wrong"].get<int>() +
                  lookups["given_up"].get<int>() + lookups["abandoned"].get<int>());
    EXPECT_EQ(lookups["open"], 0);
    EXPECT_GT(lookups["issued"], 1000);
    EXPECT_GT(results["success_percent"], 80);
    EXPECT_GT(results["crashes"], 5);
    EXPECT_GT(results["leaves"], 5);
    EXPECT_GT(results["returns"], 10);
    EXPECT_GT(results["failures_detected"], 0);
    EXPECT_GT(results["maintenance_bytes_per_s"], 50);
    const auto& c = summary["counters"];
    EXPECT_TRUE(c["identities_hold"]);
    EXPECT_EQ(c["issued"].get<int>(),
              c["answered"].get<int>() + c["given_up"].get<int>() + c["outstanding"].get<int>() +
                  c["abandoned"].get<int>());
    EXPECT_EQ(summary["options"]["session"], "1min");
    EXPECT_FALSE(summary["options"].contains("overlay"));
}

INSTANTIATE_TEST_SUITE_P(MillionChurn,
                         MillionChurnSchemeTest,
                         testing::Values("none", "credit", "back-pressure", "marking", "ferry"),
                         [](const auto& info) { return TestName(info.param); });

TEST(MillionChurnProgramTest, NobodyComesOrGoesWithoutSessions)
{
    const auto summary =
        RunProgram("million", "--peers=64 --warmup=1s --duration=1s --quiet").Json();
    EXPECT_FALSE(summary.contains("ring"));
    for (const char* const name : {"session", "downtime", "join-time", "stabilise-interval"})
    {
        EXPECT_FALSE(summary["options"].contains(name)) << name;
    }
}

TEST(MillionChurnProgramTest, WhereNobodyGoesEveryLookupSucceeds)
{
    for (const char* const model : {"m1", "m2", "link"})
    {
        SCOPED_TRACE(model);
        const auto summary = MillionChurn(
            std::string("--session=277h --warmup=30s --duration=20s --model=") + model);
        EXPECT_EQ(summary["results"]["success_percent"], 100);
        EXPECT_TRUE(summary["ring"]["complete"]);
        EXPECT_EQ(summary["ring"]["right_fingers"], 48);
    }
}

/// The same peers, sessions and loads, packet by packet and by messages.
TEST(MillionChurnProgramTest, LookupsSucceedAsOftenAsWithPackets)
{
    const std::string ring = "--peers=64 --session=5min --join-time=20s --warmup=60s "
                             "--duration=6min --scheme=none --quiet ";
    const auto packets = RunProgram("churn", ring + "--load=16 --message-size=256").Json();
    const auto messages = RunProgram("million", ring + "--load=0.25 --model=link").Json();
    const auto& p = packets["results"];
    const auto& m = messages["results"];
    EXPECT_NEAR(m["lookups"]["issued"], p["lookups"]["issued"], 400);
    EXPECT_NEAR(m["success_percent"], p["success_percent"], 2);
    EXPECT_NEAR(m["hops_mean"], p["hops_mean"], 0.3);
    EXPECT_NEAR(m["maintenance_bytes_per_s"].get<double>() /
                    p["maintenance_bytes_per_s"].get<double>(),
                1,
                0.1);
}

} // namespace
