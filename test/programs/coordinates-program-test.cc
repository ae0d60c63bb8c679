/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// The program coordinates, as a user meets it.

namespace
{

/// @param arguments More than the size. @return The results of a run that ends well.
nlohmann::json
CoordinatesResultsOf(const std::string& arguments)
{
    const ProgramRun run =
        RunProgram("coordinates", "--peers=128 --duration=120s --quiet " + arguments);
    EXPECT_EQ(run.status, 0) << run.errors;
    const auto summary = run.Json();
    EXPECT_EQ(summary["counters"]["identities_hold"], true);
    return summary["results"];
}

class BadCoordinatesOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadCoordinatesOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused("coordinates", GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Options,
    BadCoordinatesOptionTest,
    testing::Values(BadOption{"--peers=1", "--peers", "from 2 to"},
                    BadOption{"--measure-interval=1ms", "--measure-interval", "at least 0.01s"},
                    BadOption{"--latecomers=91", "--latecomers", "to 90"},
                    BadOption{"--join-at=9s", "--join-at", "--latecomers"},
                    BadOption{"--change-at=9s", "--change-at", "--change"},
                    BadOption{"--overlay=tree", "--overlay=tree", "ring"}));

TEST(CoordinatesProgramTest, ErrorsFallAsPeersMeasureAndTheSeriesSaysSo)
{
    const ScratchDirectory scratch;
    const auto results = CoordinatesResultsOf("--series='" + scratch.Path("s") + "'");
    const double last = results["error_percent"]["p50"];
    EXPECT_LT(last, 20);
    EXPECT_GT(last, 2) << "no space represents a globe's detours";
    const std::string series = ReadFile(scratch.Path("s"));
    EXPECT_EQ(std::count(series.begin(), series.end(), '\n'), 121);
    EXPECT_EQ(series.rfind("time_s,p50,p90,newcomers_p50,newcomers_p90\n1,", 0), 0u) << series;
}

TEST(CoordinatesProgramTest, WhoJoinsFindsItsPlaceAndDisturbsNobody)
{
    const auto results = CoordinatesResultsOf("--latecomers=25 --join-at=60s");
    EXPECT_GT(results["join"]["p50_most"], 40) << "a newcomer knows nothing";
    ASSERT_TRUE(results["join"]["recovered_s"].is_number()) << results;
    EXPECT_LT(results["join"]["recovered_s"], 50);
    const double before = results["others"]["p50_before"];
    EXPECT_LT(results["others"]["p50_most"], 1.5 * before);
}

TEST(CoordinatesProgramTest, WhatChangesIsLearned)
{
    const auto jump = CoordinatesResultsOf("--change=30 --change-at=60s");
    const double before = jump["change"]["p50_before"];
    EXPECT_GT(jump["change"]["p50_most"], 1.5 * before);
    const auto drift = CoordinatesResultsOf("--change=30 --change-at=60s --change-takes=40s");
    EXPECT_LT(drift["change"]["p50_most"], jump["change"]["p50_most"]);
    // where nothing changes, nothing is drawn
    EXPECT_EQ(CoordinatesResultsOf("--change=0").count("change"), 0u);
}

/// The matrix is not part of this module: round-trip times in ms between 490 hosts of PlanetLab,
/// from github.com/uofa-rzhu3/NetLatency-Data. Each peer measures 400 times.
TEST(CoordinatesProgramTest, HostsOfPlanetLabArePredictedWithinATenth)
{
    const char* const matrix = std::getenv("DHT_CC_PLANETLAB");
    if (!matrix)
    {
        GTEST_SKIP() << "DHT_CC_PLANETLAB names no file";
    }
    constexpr int runs = 3;
    double error = 0;
    for (int run = 1; run <= runs; ++run)
    {
        const auto results =
            CoordinatesResultsOf("--peers=490 --duration=200s --delay-model=matrix "
                                 "--delay-unit=rtt-ms --delay-matrix='" +
                                 std::string(matrix) + "' --RngRun=" + std::to_string(run));
        error += results["error_percent"]["p50"].get<double>() / runs;
    }
    EXPECT_LT(error, 10);
    EXPECT_GT(error, 5) << "no space represents detours";
}

} // namespace
