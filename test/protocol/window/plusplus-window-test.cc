/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "window-driver.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::WindowDriver;
using test::WindowOf;

TEST(PlusPlusWindowTest, SlowsDownTwoRoundsAfterSlowStart)
{
    WindowDriver driver(WindowOf("plusplus", {{"FilterSamples", 1}, {"InitialWindow", 20}}));
    driver.ShowPath();
    driver.Ack(0, 46); // slow start ends; the smoothed round trip is 105.75 ms now
    EXPECT_EQ(driver.Size(), 20);
    driver.Wait(204);
    driver.Ack(0, 0);
    EXPECT_EQ(driver.Size(), 20);
    driver.Wait(8);
    driver.Ack(1, 0);
    EXPECT_EQ(driver.Size(), 2);
}

/// @return plusplus in the slowdown that began now, from 20 packets. Round trips are 100 ms.
WindowDriver
SlowedDown()
{
    WindowDriver driver(
        WindowOf("plusplus", {{"FilterSamples", 1}, {"InitialWindow", 20}, {"SlowStart", 0}}));
    driver.ShowPath();
    driver.Wait(200);
    driver.Ack(0, 0);
    return driver;
}

TEST(PlusPlusWindowTest, StaysLowForTwoRoundsAndReturns)
{
    WindowDriver driver = SlowedDown();
    EXPECT_EQ(driver.Size(), 2);
    driver.Wait(199);
    driver.Ack(2, 0);
    EXPECT_EQ(driver.Size(), 2) << "low for 200 ms";
    driver.Wait(1);
    driver.Ack(2, 500);
    EXPECT_EQ(driver.Size(), 4) << "the queue of others does not end the way back";
    driver.Ack(8, 500);
    EXPECT_EQ(driver.Size(), 12);
    driver.Ack(20, 0);
    EXPECT_EQ(driver.Size(), 20) << "not beyond where it was";
    driver.Ack(1, 0);
    EXPECT_LT(driver.Size(), 20.1) << "that was all of it";
}

TEST(PlusPlusWindowTest, PausesNineTimesAsLongAsTheSlowdownTook)
{
    WindowDriver driver = SlowedDown();
    driver.Wait(300);
    driver.Ack(18, 0); // back after 300 ms
    EXPECT_EQ(driver.Size(), 20);
    driver.Wait(2699);
    driver.Ack(0, 0);
    EXPECT_EQ(driver.Size(), 20);
    driver.Wait(1);
    driver.Ack(0, 0);
    EXPECT_EQ(driver.Size(), 2);
}

TEST(PlusPlusWindowTest, PausesEighteenRoundsAtTheLeast)
{
    WindowDriver driver = SlowedDown();
    driver.Wait(200);
    for (int i = 0; i < 200; ++i)
    {
        driver.Ack(0, 0); // the round trip is smoothed to 100 ms
    }
    driver.Ack(18, 300); // back at once; the round trip is smoothed to 137.5 ms
    EXPECT_EQ(driver.Size(), 20);
    driver.Wait(1900);
    driver.Ack(0, 0);
    EXPECT_EQ(driver.Size(), 20) << "9 times 200 ms have passed, not 18 times 137.5 ms";
    driver.Wait(580);
    driver.Ack(0, 0);
    EXPECT_EQ(driver.Size(), 2);
}

TEST(PlusPlusWindowTest, ALossInASlowdownHalvesWhereItReturnsTo)
{
    WindowDriver driver = SlowedDown();
    driver.Lose(0);
    EXPECT_EQ(driver.Size(), 2);
    driver.Wait(400);
    driver.Ack(20, 0);
    EXPECT_EQ(driver.Size(), 10);
}

TEST(PlusPlusWindowTest, LossesInASlowdownDoNotMakeItLower)
{
    WindowDriver driver(WindowOf(
        "plusplus",
        {{"FilterSamples", 1}, {"InitialWindow", 20}, {"SlowStart", 0}, {"SlowdownWindow", 5}}));
    driver.ShowPath();
    driver.Wait(200);
    driver.Ack(0, 0);
    for (int i = 0; i < 6; ++i)
    {
        driver.Wait(50);
        driver.Lose(1);
    }
    driver.Ack(20, 0);
    EXPECT_EQ(driver.Size(), 5);
}

/// Who does not need the window on the way back would stay on it for ever, blind to any queue.
TEST(PlusPlusWindowTest, TheWayBackEndsIfTheWindowDoesNotLimit)
{
    WindowDriver driver = SlowedDown();
    driver.Wait(200);
    driver.Ack(2, 0);
    EXPECT_EQ(driver.Size(), 4);
    for (int i = 0; i < 4; ++i)
    {
        driver.Wait(100);
        driver.Ack(2, 0, false);
    }
    EXPECT_EQ(driver.Size(), 4);
    driver.Ack(2, 500);
    EXPECT_LT(driver.Size(), 4) << "the queue is heeded again";
}

/// Whoever changes priorities often must not slow down each time.
TEST(PlusPlusWindowTest, ASlowdownThatIsGivenUpCounts)
{
    WindowDriver driver(
        test::WindowAt("plusplus",
                       0,
                       {{"FilterSamples", 1}, {"InitialWindow", 20}, {"SlowStart", 0}}));
    driver.ShowPath();
    driver.Wait(200);
    driver.Ack(0, 0);
    EXPECT_EQ(driver.Size(), 2);
    driver.Window().SetPriority(1);
    driver.Wait(300);
    driver.Ack(18, 0);
    driver.Window().SetPriority(0);
    driver.Wait(1499);
    driver.Ack(0, 0);
    EXPECT_EQ(driver.Size(), 20);
    driver.Wait(1);
    driver.Ack(0, 0);
    EXPECT_EQ(driver.Size(), 2) << "18 rounds after the one before had begun";
}

TEST(PlusPlusWindowTest, ACollapseEndsASlowdownAndRemembersHalfOfWhatWas)
{
    WindowDriver driver = SlowedDown();
    driver.Collapse();
    EXPECT_EQ(driver.Size(), 2);
    driver.Wait(101);
    driver.Ack(20, 0);
    EXPECT_EQ(driver.Size(), 10) << "no wait for two rounds; half of 20";
    driver.Wait(200);
    driver.Ack(0, 0);
    EXPECT_EQ(driver.Size(), 2) << "two rounds after the new slow start";
}

} // namespace
} // namespace dht
