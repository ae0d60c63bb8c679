/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// The program million, whose links are those of the overlay's own transport: polite ones.

namespace
{

const std::string kMillion = "million";
/// Buffers so large that TCP's queues grow long.
const std::string kLargeBuffers =
    "--model=link --peers=32 --warmup=5s --duration=5s --scheme=none --send-buffer=65536 "
    "--receive-buffer=65536 --quiet ";
const std::string kPolite = " --transport=dtl";

/// @param arguments Of the program. @return Its summary.
nlohmann::json
Summary(const std::string& arguments)
{
    const ProgramRun run = RunProgram(kMillion, arguments);
    EXPECT_EQ(run.status, 0) << run.errors;
    return run.Json();
}

class BadMillionTransportTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadMillionTransportTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused(kMillion, GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Options,
    BadMillionTransportTest,
    testing::Values(
        BadOption{"--transport=dtl", "--transport", "--model=link"},
        BadOption{"--model=link --transport=dtl --transport-priority=1",
                  "--transport-priority",
                  "allowed is 0"},
        BadOption{"--model=link --transport=dtl --transport-delivery=as-arrived",
                  "--transport-delivery",
                  "in-order"},
        BadOption{"--model=link --transport=dtl --hold=2", "--hold", "nothing is held"},
        BadOption{"--model=link --transport=dtl --routing=iterative", "--transport", "no links"},
        BadOption{"--model=link --transport-scope=node", "--transport-scope", "--transport=dtl"},
        BadOption{"--model=link --transport=dtl --transport-window=vegas",
                  "--transport-window",
                  "linear"}));

TEST(MillionTransportTest, AlonePoliteLinksCarryAsMuchAsTcp)
{
    const auto tcp = Summary(kLargeBuffers + "--load=40")["results"];
    for (const std::string scope : {" --transport-scope=link", " --transport-scope=node"})
    {
        const auto polite = Summary(kLargeBuffers + "--load=40" + kPolite + scope)["results"];
        EXPECT_EQ(polite["achieved"], tcp["achieved"]);
        EXPECT_NEAR(polite["delay_s"]["mean"].get<double>(),
                    tcp["delay_s"]["mean"].get<double>(),
                    0.001);
    }
}

/// What a link would queue in an uplink that others fill, it keeps back.
TEST(MillionTransportTest, WherePeersShareWhatIsTooLittleTheyYield)
{
    const auto tcp = Summary(kLargeBuffers + "--load=120")["results"];
    for (const std::string scope : {" --transport-scope=link", " --transport-scope=node"})
    {
        const auto polite = Summary(kLargeBuffers + "--load=120" + kPolite + scope)["results"];
        EXPECT_LT(polite["delay_s"]["mean"].get<double>(),
                  0.75 * tcp["delay_s"]["mean"].get<double>());
        EXPECT_GT(polite["achieved"], tcp["achieved"]);
    }
}

TEST(MillionTransportTest, WindowsDiffer)
{
    const std::string run = kLargeBuffers + "--load=120" + kPolite + " --transport-window=";
    const auto counters = Summary(run + "multiplicative")["counters"];
    EXPECT_EQ(Summary(run + "multiplicative")["counters"], counters) << "the same run";
    for (const std::string window : {"linear", "proportional", "plusplus"})
    {
        EXPECT_NE(Summary(run + window)["counters"], counters) << window;
    }
}

} // namespace
