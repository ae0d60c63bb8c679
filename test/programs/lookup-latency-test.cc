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

/// Gets of which the first ones open windows and let timers learn.
const std::string kGets = "--blocks=500 --warmup-gets=6000 --gets=3000 ";

/// @param program The program's name. @param options Its. @param result Such as /delay_s/mean.
/// @return It in milliseconds, the mean over the repetitions.
double
MeanOf(const std::string& program, const std::string& options, const std::string& result)
{
    // figures of one check are often of the same runs
    static std::map<std::string, nlohmann::json> done;
    double sum = 0;
    for (int number = 1; number <= kGlobes; ++number)
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
    return sum / kGlobes;
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

/// Figure 11.
TEST(LookupLatencyTest, LookupAndFetchTogetherAreLeastBetweenTheExtremes)
{
    const std::map<int, double> total{{7, GetOf("--wanted=7", "total")},
                                      {12, GetOf("--wanted=12", "total")},
                                      {14, GetOf("--wanted=14", "total")},
                                      {16, GetOf("--wanted=16", "total")}};
    for (const int middle : {12, 14})
    {
        EXPECT_LT(total.at(middle), 0.97 * total.at(7)) << middle;
        EXPECT_LT(total.at(middle), 0.97 * total.at(16)) << middle;
    }
    EXPECT_NEAR(total.at(12), total.at(14), 0.04 * total.at(14));
    EXPECT_NEAR(GetOf("--locate-end=responsible", "fetch"), 129, 0.1 * 129);
    EXPECT_LT(total.at(14), 0.75 * GetOf("--locate-end=responsible", "total"));
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
