/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rtt-predictor.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

constexpr Time
Ms(int count)
{
    return std::chrono::milliseconds(count);
}

/// @param options The constants. @param error Of each prediction. @return One that has settled.
RttPredictor
Settled(const RttPredictorOptions& options, Time error)
{
    RttPredictor predictor(options);
    for (int i = 0; i < 50; ++i)
    {
        predictor.OnSample(Ms(100), Ms(100) + (i % 2 == 0 ? error : -error));
    }
    return predictor;
}

TEST(RttPredictorTest, TheFirstFiftyWaitForASecond)
{
    RttPredictor predictor({});
    for (int i = 0; i < 50; ++i)
    {
        EXPECT_EQ(predictor.Timeout(Ms(100), false), FromSeconds(1)) << i;
        predictor.OnSample(Ms(100), Ms(90));
    }
    EXPECT_EQ(predictor.Timeout(Ms(100), false), Ms(100 + 60 + 15));
    EXPECT_EQ(predictor.Samples(), 50u);
}

/// v + 6 alpha + 15 ms.
TEST(RttPredictorTest, ATimeoutIsThePapersFormula)
{
    const RttPredictor predictor = Settled({}, Ms(20));
    EXPECT_EQ(predictor.Error(), Ms(20));
    EXPECT_EQ(predictor.Timeout(Ms(80), false), Ms(80 + 120 + 15));
    EXPECT_EQ(predictor.Timeout(Ms(3), false), Ms(3 + 120 + 15));
    EXPECT_EQ(predictor.Timeout(Ms(900), false), FromSeconds(1));
    EXPECT_EQ(predictor.Timeout(kNever, false), FromSeconds(1));
}

TEST(RttPredictorTest, WhereNobodyHasToldWhereAPeerIsItHasASecond)
{
    EXPECT_EQ(Settled({}, Ms(1)).Timeout(std::nullopt, false), FromSeconds(1));
}

TEST(RttPredictorTest, AlphaIsAMeanAtFirstAndThenAMovingOne)
{
    RttPredictor predictor({});
    predictor.OnSample(Ms(300), Ms(0)); // nobody knew where it was
    for (int i = 1; i < 50; ++i)
    {
        predictor.OnSample(Ms(100), Ms(110));
    }
    EXPECT_EQ(predictor.Error(), std::chrono::microseconds((300000 + 49 * 10000) / 50));
    const double before = ToSeconds(predictor.Error());
    predictor.OnSample(Ms(100), Ms(50));
    EXPECT_NEAR(ToSeconds(predictor.Error()), before * 0.98 + 0.05 * 0.02, 1e-8);
}

/// Who says that it is ten seconds away makes timers longer by as much as who is a second away.
TEST(RttPredictorTest, AnErrorCountsForTheLongestTimeoutAtTheMost)
{
    RttPredictor predictor = Settled({}, Ms(0));
    predictor.OnSample(Ms(100), FromSeconds(10));
    EXPECT_EQ(predictor.Error(), Ms(20));
}

TEST(RttPredictorTest, TheReleaseAddsDeviations)
{
    RttPredictorOptions options;
    options.deviationFactor = 10;
    EXPECT_EQ(Settled(options, Ms(0)).Timeout(Ms(80), false), Ms(95));
    const RttPredictor steady = Settled(options, Ms(20));
    EXPECT_GT(steady.Timeout(Ms(80), false), Ms(80 + 120 + 15));
    RttPredictor restless = Settled(options, Ms(20));
    const Time before = restless.Timeout(Ms(80), false) - 6 * restless.Error();
    restless.OnSample(Ms(200), Ms(100));
    EXPECT_GT(restless.Timeout(Ms(80), false) - 6 * restless.Error(), before + Ms(10));
}

/// v + 15 ms would be too short for a process that is busy.
TEST(RttPredictorTest, APeerOnTheSameHostHasTimeToo)
{
    const RttPredictor predictor = Settled({}, Ms(0));
    EXPECT_EQ(predictor.Timeout(Ms(0), false), Ms(15));
    EXPECT_EQ(predictor.Timeout(Ms(0), true), Ms(100));
    EXPECT_EQ(predictor.Timeout(Ms(200), true), Ms(215));
}

TEST(RttPredictorTest, NoTimeoutIsNothing)
{
    RttPredictorOptions options;
    options.margin = Time(0);
    EXPECT_EQ(Settled(options, Ms(0)).Timeout(Ms(0), false), Ms(1));
}

} // namespace
} // namespace dht
