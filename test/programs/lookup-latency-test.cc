/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

/// What NSDI04 says of the latency of lookups and fetches, with 2048 peers on a globe.

namespace
{

/// Repetitions. Globes differ by some percent.
constexpr int kGlobes = 2;

/// Where sums of lookup and fetch are compared that differ by less than a percent.
constexpr int kManyGlobes = 3;

/// Gets of which the first ones open windows and let timers learn.
const std::string kGets = "--blocks=500 --warmup-gets=6000 --gets=3000 ";

/// @param program The program's name. @param options Its. @param result Such as /delay_s/mean.
/// @param globes How many repetitions. @return The mean over the repetitions.
double
MeanOf(const std::string& program,
       const std::string& options,
       const std::string& result,
       int globes = kGlobes)
{
    // figures of one check are often of the same runs
    static std::map<std::string, nlohmann::json> done;
    double sum = 0;
    for (int number = 1; number <= globes; ++number)
    {
        const std::string all = options + " --peers=2048 --delay-model=globe --ids=sha1 --quiet " +
                                "--RngRun=" + std::to_string(number);
        auto& results = done[program + all];
        if (results.is_null())
        {
            const ProgramRun run = RunProgram(program, all);
            EXPECT_EQ(run.status, 0) << run.errors;
            results = run.Json()["results"];
        }
        sum += results.at(nlohmann::json::json_pointer(result)).get<double>();
    }
    return sum / globes;
}

/// @param options Of lookups. @return Their mean time in ms.
double
LookupOf(const std::string& options)
{
    return 1e3 * MeanOf("million",
                        "--scheme=none --model=m1 --capacity=20000 --alpha=0 --load=2 --warmup=2s "
                        "--duration=1s " +
                            options,
                        "/delay_s/mean");
}

/// @param options Of gets. @param part Of a get. @return Its mean time in ms.
double
GetOf(const std::string& options, const std::string& part)
{
    return 1e3 * MeanOf("store", kGets + options, "/" + part + "_s/mean");
}

/// Figure 5.
TEST(LookupLatencyTest, RecursiveLookupsTakeThreeFifthsOfIterativeOnes)
{
    const double recursive = LookupOf("--overlay=chord");
    const double iterative = LookupOf("--overlay=chord --routing=iterative");
    EXPECT_NEAR(recursive, 489, 0.05 * 489);
    EXPECT_NEAR(iterative, 822, 0.05 * 822);
    EXPECT_GT(recursive / iterative, 0.55);
    EXPECT_LT(recursive / iterative, 0.65);
}

/// Figure 6.
TEST(LookupLatencyTest, SixteenCandidatesBringNearlyAsMuchAsAll)
{
    const double some = LookupOf("--overlay=chord-pns --pns-candidates=16");
    const double all = LookupOf("--overlay=chord-pns --pns-candidates=2048");
    EXPECT_NEAR(some, 224, 0.1 * 224);
    EXPECT_NEAR(all, 201, 0.1 * 201);
    EXPECT_LT(all, some);
}

/// The two programs look up on the same rings with the same delays.
TEST(LookupLatencyTest, AStoreLooksUpAsFastAsRequestsTravel)
{
    const double requests = LookupOf("--overlay=chord-pns --pns-candidates=16");
    const double lookups = GetOf("--locate-end=responsible", "lookup");
    EXPECT_NEAR(lookups, requests, 0.05 * requests);
}

/// @param options Of gets. @return The mean of lookup and fetch together, in ms.
double
SumOf(const std::string& options)
{
    return 1000 * MeanOf("store",
                         "--warmup-gets=4000 --gets=8000 " + options,
                         "/total_s/mean",
                         kManyGlobes);
}

/// Figure 11.
TEST(LookupLatencyTest, LookupAndFetchTogetherAreLeastIfAsManyAreWantedAsThereAre)
{
    const auto sumOf = [](int wanted) {
        return SumOf("--merged-names=first --wanted=" + std::to_string(wanted));
    };
    const double least = sumOf(14);
    for (const int other : {7, 10, 12, 13, 16})
    {
        EXPECT_GT(sumOf(other), least) << other;
    }
    EXPECT_GT(sumOf(7), 1.1 * least);
    EXPECT_NEAR(GetOf("--locate-end=responsible", "fetch"), 129, 0.1 * 129);
    EXPECT_LT(least, 0.75 * GetOf("--locate-end=responsible", "total"));
}

/// With more to choose from, fewer are enough.
TEST(LookupLatencyTest, WhereAMergerNamesAllAFewLessAreEnough)
{
    EXPECT_LT(SumOf("--wanted=12"), SumOf("--wanted=14"));
    EXPECT_LT(SumOf("--wanted=12"), SumOf("--wanted=12 --merged-names=first"));
    for (const std::string extreme : {"--wanted=7", "--wanted=16"})
    {
        EXPECT_LT(GetOf("--wanted=14", "total"), 0.97 * GetOf(extreme, "total")) << extreme;
    }
}

/// Coordinates instead of times that all know.
TEST(LookupLatencyTest, CoordinatesAreNearlyAsGoodAsTheTruth)
{
    const std::string by = "--nearness=coordinates ";
    EXPECT_LT(MeanOf("store", kGets + by, "/coordinate_error_percent/p50"), 16);
    const double fetch = GetOf("", "fetch");
    EXPECT_LT(GetOf(by, "fetch"), 1.2 * fetch);
    EXPECT_GT(GetOf(by, "fetch"), fetch);
    const std::string last = "--locate-end=responsible";
    const double lookup = GetOf(last, "lookup");
    EXPECT_NEAR(GetOf(by + last, "lookup"), lookup, 0.1 * lookup);
}

/// Without anything to learn from, coordinates are worth nothing: the checks above do not pass by
/// themselves.
TEST(LookupLatencyTest, CoordinatesThatHaveNotSettledAreWorse)
{
    const std::string few = "--nearness=coordinates --settling-probes=5 ";
    EXPECT_GT(GetOf(few, "lookup"), 1.3 * GetOf("", "lookup"));
}

} // namespace
