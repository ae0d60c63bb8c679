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
AfterMs(int count)
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
        predictor.OnSample(AfterMs(100), AfterMs(100) + (i % 2 == 0 ? error : -error));
    }
    return predictor;
}

TEST(RttPredictorTest, TheFirstFiftyWaitForASecond)
{
    RttPredictor predictor({});
    for (int i = 0; i < 50; ++i)
    {
        EXPECT_EQ(predictor.Timeout(AfterMs(100), false), FromSeconds(1)) << i;
        predictor.OnSample(AfterMs(100), AfterMs(90));
    }
    EXPECT_EQ(predictor.Timeout(AfterMs(100), false), AfterMs(100 + 60 + 15));
    EXPECT_EQ(predictor.Samples(), 50u);
}

/// v + 6 alpha + 15 ms.
TEST(RttPredictorTest, ATimeoutIsThePapersFormula)
{
    const RttPredictor predictor = Settled({}, AfterMs(20));
    EXPECT_EQ(predictor.Error(), AfterMs(20));
    EXPECT_EQ(predictor.Timeout(AfterMs(80), false), AfterMs(80 + 120 + 15));
    EXPECT_EQ(predictor.Timeout(AfterMs(3), false), AfterMs(3 + 120 + 15));
    EXPECT_EQ(predictor.Timeout(AfterMs(900), false), FromSeconds(1));
    EXPECT_EQ(predictor.Timeout(kNever, false), FromSeconds(1));
}

TEST(RttPredictorTest, WhereNobodyHasToldWhereAPeerIsItHasASecond)
{
    EXPECT_EQ(Settled({}, AfterMs(1)).Timeout(std::nullopt, false), FromSeconds(1));
}

TEST(RttPredictorTest, OrAsLongAsItIsTold)
{
    RttPredictorOptions options;
    options.initial = AfterMs(500);
    EXPECT_EQ(RttPredictor(options).Timeout(AfterMs(100), false), AfterMs(500));
    EXPECT_EQ(Settled(options, AfterMs(1)).Timeout(std::nullopt, false), AfterMs(500));
    EXPECT_EQ(Settled(options, AfterMs(1)).Timeout(AfterMs(900), false), AfterMs(900 + 6 + 15));
    options.longest = AfterMs(200);
    EXPECT_EQ(RttPredictor(options).Timeout(AfterMs(100), false), AfterMs(200));
}

TEST(RttPredictorTest, AlphaIsAMeanAtFirstAndThenAMovingOne)
{
    RttPredictor predictor({});
    predictor.OnSample(AfterMs(300), AfterMs(0)); // nobody knew where it was
    for (int i = 1; i < 50; ++i)
    {
        predictor.OnSample(AfterMs(100), AfterMs(110));
    }
    EXPECT_EQ(predictor.Error(), std::chrono::microseconds((300000 + 49 * 10000) / 50));
    const double before = ToSeconds(predictor.Error());
    predictor.OnSample(AfterMs(100), AfterMs(50));
    EXPECT_NEAR(ToSeconds(predictor.Error()), before * 0.98 + 0.05 * 0.02, 1e-8);
}

/// Who says that it is ten seconds away makes timers longer by as much as who is a second away.
TEST(RttPredictorTest, AnErrorCountsForTheLongestTimeoutAtTheMost)
{
    RttPredictor predictor = Settled({}, AfterMs(0));
    predictor.OnSample(AfterMs(100), FromSeconds(10));
    EXPECT_EQ(predictor.Error(), AfterMs(20));
}

TEST(RttPredictorTest, TheReleaseAddsDeviations)
{
    RttPredictorOptions options;
    options.deviationFactor = 10;
    EXPECT_EQ(Settled(options, AfterMs(0)).Timeout(AfterMs(80), false), AfterMs(95));
    const RttPredictor steady = Settled(options, AfterMs(20));
    EXPECT_GT(steady.Timeout(AfterMs(80), false), AfterMs(80 + 120 + 15));
    RttPredictor restless = Settled(options, AfterMs(20));
    const Time before = restless.Timeout(AfterMs(80), false) - 6 * restless.Error();
    restless.OnSample(AfterMs(200), AfterMs(100));
    EXPECT_GT(restless.Timeout(AfterMs(80), false) - 6 * restless.Error(), before + AfterMs(10));
}

/// v + 15 ms would be too short for a process that is busy.
TEST(RttPredictorTest, APeerOnTheSameHostHasTimeToo)
{
    const RttPredictor predictor = Settled({}, AfterMs(0));
    EXPECT_EQ(predictor.Timeout(AfterMs(0), false), AfterMs(15));
    EXPECT_EQ(predictor.Timeout(AfterMs(0), true), AfterMs(100));
    EXPECT_EQ(predictor.Timeout(AfterMs(200), true), AfterMs(215));
}

TEST(RttPredictorTest, NoTimeoutIsNothing)
{
    RttPredictorOptions options;
    options.margin = Time(0);
    EXPECT_EQ(Settled(options, AfterMs(0)).Timeout(AfterMs(0), false), AfterMs(1));
}

} // namespace
} // namespace dht
