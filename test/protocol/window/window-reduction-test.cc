/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "window-driver.h"

#include <cmath>
#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::WindowDriver;
using test::WindowOf;

/// @param settings Constants to be set. @return linear with a window of 10 packets, without slow
/// start, that knows its path.
WindowDriver
LedbatOfTen(test::Settings settings = {})
{
    settings.insert(settings.end(),
                    {{"InitialWindow", 10}, {"SlowStart", 0}, {"FilterSamples", 1}});
    WindowDriver driver(WindowOf("linear", settings));
    driver.ShowPath();
    return driver;
}

TEST(WindowReductionTest, OneLossARoundTripCounts)
{
    WindowDriver driver = LedbatOfTen();
    driver.Lose(50);
    EXPECT_EQ(driver.Size(), 5);
    driver.Wait(60);
    driver.Lose(60);
    EXPECT_EQ(driver.Size(), 5) << "it left when the window was reduced";
    driver.Lose(59);
    EXPECT_EQ(driver.Size(), 2.5) << "it left after that";
}

TEST(WindowReductionTest, WhatLeftBeforeAReductionDoesNotMakeTheWindowGrow)
{
    WindowDriver driver = LedbatOfTen();
    driver.Lose(0);
    driver.Wait(100);
    driver.Ack(5, 0);
    EXPECT_EQ(driver.Size(), 5) << "it left 100 ms ago";
    driver.Wait(1);
    driver.Ack(5, 0);
    EXPECT_EQ(driver.Size(), 6);
}

TEST(WindowReductionTest, SlowStartEndsWithTheFirstLoss)
{
    WindowDriver driver(WindowOf("reno"));
    driver.ShowPath();
    driver.Ack(10, 0);
    driver.Lose(0);
    EXPECT_EQ(driver.Size(), 10);
    driver.Wait(200);
    driver.Ack(10, 0);
    EXPECT_EQ(driver.Size(), 11);
}

TEST(WindowReductionTest, WhatLeftBeforeLetsItGrowIfThatIsWanted)
{
    for (const int growth : {0, 1})
    {
        WindowDriver driver(
            WindowOf("reno", {{"InitialWindow", 20}, {"RecoveryGrowth", double(growth)}}));
        driver.ShowPath();
        driver.Lose(0);
        EXPECT_EQ(driver.Size(), 10);
        driver.Ack(10, 0);
        EXPECT_EQ(driver.Size(), 10 + growth);
    }
}

TEST(WindowReductionTest, WhenNothingArrivesItStartsAnewUpToHalf)
{
    WindowDriver driver(WindowOf("reno", {{"InitialWindow", 40}}));
    driver.ShowPath();
    driver.Collapse();
    EXPECT_EQ(driver.Size(), 2);
    driver.Wait(200);
    driver.Ack(100, 0);
    EXPECT_EQ(driver.Size(), 20) << "slow start";
    driver.Ack(20, 0);
    EXPECT_EQ(driver.Size(), 21) << "up to half";
}

TEST(WindowReductionTest, AfterASmallWindowSlowStartGoesToFourPackets)
{
    WindowDriver driver(WindowOf("reno", {{"InitialWindow", 5}}));
    driver.ShowPath();
    driver.Collapse();
    driver.Wait(200);
    driver.Ack(100, 0);
    EXPECT_EQ(driver.Size(), 4);
}

TEST(WindowReductionTest, ALongSilenceDoesNotLowerTheThresholdTimeAndAgain)
{
    WindowDriver driver(WindowOf("reno", {{"InitialWindow", 40}}));
    driver.ShowPath();
    for (int i = 0; i < 10; ++i)
    {
        driver.Collapse();
        driver.Wait(1000);
    }
    driver.Ack(100, 0);
    EXPECT_EQ(driver.Size(), 20);
}

TEST(WindowReductionTest, EverySilenceAfterAnAckCounts)
{
    WindowDriver driver(WindowOf("reno", {{"InitialWindow", 40}}));
    driver.ShowPath();
    driver.Collapse();
    driver.Wait(1000);
    driver.Ack(10, 0);
    EXPECT_EQ(driver.Size(), 12);
    driver.Collapse();
    EXPECT_EQ(driver.Size(), 2);
    driver.Wait(1000);
    driver.Ack(10, 0);
    EXPECT_EQ(driver.Size(), 6) << "half of 12";
}

/// Links that share a window find out one after the other that nothing had arrived.
TEST(WindowReductionTest, OneSilenceOfSeveralLinksCountsOnce)
{
    WindowDriver driver(WindowOf("reno", {{"InitialWindow", 40}}));
    driver.ShowPath();
    driver.Wait(1000);
    driver.Collapse();
    driver.Wait(50);
    driver.Ack(1, 0);
    driver.Collapse(60);
    driver.Wait(200);
    driver.Ack(100, 0);
    EXPECT_EQ(driver.Size(), 20) << "half of 40, not of what the first link had left";
    driver.Collapse(10);
    EXPECT_EQ(driver.Size(), 2) << "what left after it is another silence";
}

/// A receiver may say of all that he lost that it was late.
TEST(WindowReductionTest, OnlySoManyReductionsAreUndone)
{
    WindowDriver driver(WindowOf("reno", {{"InitialWindow", 40}}));
    driver.ShowPath();
    const auto isUndone = [&] {
        driver.Wait(1000);
        driver.Lose(10);
        driver.Wait(10);
        driver.Find(20);
        const bool is = driver.Size() == 40;
        return is;
    };
    for (int i = 0; i < 16; ++i)
    {
        EXPECT_TRUE(isUndone()) << i;
    }
    EXPECT_FALSE(isUndone());
    driver.Wait(101);
    driver.Ack(1000, 0);
    const double grown = driver.Size();
    driver.Wait(60000);
    driver.Lose(10);
    driver.Find(10);
    EXPECT_EQ(driver.Size(), grown) << "one more a minute";
    driver.Lose(10);
    driver.Find(10);
    EXPECT_LT(driver.Size(), grown);
}

TEST(WindowReductionTest, ASpuriousLossIsUndone)
{
    WindowDriver driver(WindowOf("reno", {{"InitialWindow", 40}}));
    driver.ShowPath();
    driver.Lose(50);
    driver.Find(50);
    EXPECT_EQ(driver.Size(), 40);
    driver.Ack(1, 0);
    EXPECT_EQ(driver.Size(), 41) << "slow start goes on";
    driver.Lose(40);
    EXPECT_EQ(driver.Size(), 20.5) << "the next one counts, though it left before the first";
    driver.Find(40);
    driver.Find(40);
    EXPECT_EQ(driver.Size(), 41) << "once";
    driver.Collapse();
    driver.Find(100);
    EXPECT_EQ(driver.Size(), 41) << "a silence is one as well";
    driver.Collapse();
    EXPECT_EQ(driver.Size(), 2) << "and so is the next one";
}

TEST(WindowReductionTest, AReductionIsUndoneWhenAllHasArrivedThatWasTakenForLost)
{
    WindowDriver driver(WindowOf("reno", {{"InitialWindow", 40}}));
    driver.ShowPath();
    driver.Lose(50, 2);
    driver.Wait(10);
    driver.Lose(40);
    driver.Find(60);
    driver.Find(60);
    EXPECT_EQ(driver.Size(), 20) << "one was really lost";
    driver.Find(40);
    EXPECT_EQ(driver.Size(), 40);
}

TEST(WindowReductionTest, ALatePacketOfAnEarlierCongestionUndoesNothing)
{
    WindowDriver driver(WindowOf("reno", {{"InitialWindow", 40}}));
    driver.ShowPath();
    driver.Lose(50);
    driver.Wait(100);
    driver.Lose(50);
    EXPECT_EQ(driver.Size(), 10);
    driver.Find(150);
    EXPECT_EQ(driver.Size(), 10);
    driver.Lose(150);
    driver.Find(50);
    EXPECT_EQ(driver.Size(), 20) << "the last one alone";
}

TEST(WindowReductionTest, ASpuriousLossTakesNothingAway)
{
    WindowDriver driver = LedbatOfTen();
    driver.Find(0);
    EXPECT_EQ(driver.Size(), 10) << "there was none";
    driver.Lose(0);
    driver.Find(0);
    EXPECT_EQ(driver.Size(), 10);
    driver.Ack(10, 500);
    const double shrunk = driver.Size();
    EXPECT_LT(shrunk, 7);
    driver.Find(0);
    EXPECT_EQ(driver.Size(), shrunk) << "what delay took is not given back";
    driver.Lose(0);
    driver.Wait(101);
    driver.Ack(100, 0);
    const double grown = driver.Size();
    EXPECT_GT(grown, 20);
    driver.Find(0);
    EXPECT_EQ(driver.Size(), grown);
}

TEST(WindowPacingTest, ThereIsNoneUnlessItIsAskedFor)
{
    WindowDriver driver = LedbatOfTen();
    EXPECT_TRUE(std::isinf(driver.Window().PacingRate()));
}

TEST(WindowPacingTest, IsAFactorOfTheWindowInARoundTrip)
{
    WindowDriver driver(WindowOf("fixed", {{"PacingFactor", 1.25}}));
    EXPECT_TRUE(std::isinf(driver.Window().PacingRate())) << "the round trip is not known";
    driver.ShowPath();
    EXPECT_DOUBLE_EQ(driver.Window().PacingRate(), 1.25 * 14000 / 0.1);
    driver.Ack(1, 80);
    EXPECT_DOUBLE_EQ(driver.Window().PacingRate(), 1.25 * 14000 / 0.11) << "smoothed: 1/8 of 80";
}

} // namespace
} // namespace dht
