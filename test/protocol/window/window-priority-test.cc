/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "window-driver.h"

#include <gtest/gtest.h>
#include <limits>

namespace dht
{
namespace
{

using test::kByte;
using test::WindowAt;
using test::WindowDriver;

TEST(WindowPriorityTest, ZeroHeedsDelayAndMoreDoesNot)
{
    WindowDriver polite(WindowAt("linear", 0, {{"FilterSamples", 1}}));
    WindowDriver variable(WindowAt("linear", 1, {{"FilterSamples", 1}}));
    EXPECT_EQ(polite.Size(), 2);
    EXPECT_EQ(variable.Size(), 10);
    for (WindowDriver* driver : {&polite, &variable})
    {
        driver->ShowPath();
        driver->Ack(10, 500);
        EXPECT_EQ(driver->Window().QueueingDelay(), FromSeconds(0.5));
    }
    EXPECT_EQ(polite.Size(), 2);
    EXPECT_EQ(variable.Size(), 20);
}

TEST(WindowPriorityTest, FromZeroThereIsNoSlowStart)
{
    WindowDriver driver(WindowAt("linear", 0));
    driver.ShowPath();
    driver.Ack(8, 0);
    EXPECT_EQ(driver.Size(), 10) << "slow start";
    driver.Window().SetPriority(2);
    EXPECT_EQ(driver.Size(), 10);
    driver.Ack(1, 0);
    EXPECT_NEAR(driver.Size(), 10.2, kByte);
}

TEST(WindowPriorityTest, ToZeroTheWindowAndTheDelaysAreKept)
{
    WindowDriver driver(WindowAt("linear", 1, {{"FilterSamples", 1}}));
    driver.ShowPath();
    driver.Ack(10, 300);
    driver.Lose(0);
    driver.Wait(1000);
    driver.Window().SetPriority(0);
    EXPECT_EQ(driver.Size(), 10);
    driver.Ack(1, 300);
    EXPECT_NEAR(driver.Size(), 9.8, kByte) << "the queue is not taken for the base";
}

TEST(WindowPriorityTest, ToZeroSlowStartGoesOnUntilDelayEndsIt)
{
    WindowDriver driver(WindowAt("linear", 1, {{"FilterSamples", 1}}));
    driver.ShowPath();
    driver.Window().SetPriority(0);
    driver.Ack(10, 50);
    EXPECT_EQ(driver.Size(), 20);
    driver.Ack(1, 101);
    driver.Ack(10, 50);
    EXPECT_LT(driver.Size(), 20.5);
}

TEST(WindowPriorityTest, MulTcpAloneIsNeverPolite)
{
    WindowDriver driver(test::WindowOf("multcp", {}, 4));
    driver.ShowPath();
    driver.Window().SetPriority(0);
    driver.Ack(10, 0);
    EXPECT_EQ(driver.Size(), 30) << "still 4";
}

TEST(WindowPriorityTest, AmongNOnlyTheRuleChanges)
{
    WindowDriver driver(WindowAt("linear", 1));
    driver.ShowPath();
    driver.Window().SetPriority(4);
    driver.Ack(10, 0);
    EXPECT_EQ(driver.Size(), 30) << "slow start goes on, as 4";
}

TEST(WindowPriorityTest, ASlowdownThatIsCutShortReturnsToWhatItInterrupted)
{
    WindowDriver driver(
        WindowAt("plusplus", 0, {{"InitialWindow", 20}, {"SlowStart", 0}, {"FilterSamples", 1}}));
    driver.ShowPath();
    driver.Wait(200);
    driver.Ack(0, 0);
    EXPECT_EQ(driver.Size(), 2);
    driver.Window().SetPriority(1);
    EXPECT_EQ(driver.Size(), 2) << "no burst";
    driver.Wait(100);
    driver.Ack(100, 0);
    EXPECT_EQ(driver.Size(), 20);
    driver.Ack(1, 0);
    EXPECT_NEAR(driver.Size(), 20.05, kByte);
}

TEST(WindowPriorityTest, ALossIsAnsweredOnceAcrossAChange)
{
    WindowDriver driver(WindowAt("linear", 0, {{"InitialWindow", 20}}));
    driver.ShowPath();
    driver.Lose(50);
    driver.Window().SetPriority(1);
    driver.Lose(10);
    EXPECT_EQ(driver.Size(), 10);
}

TEST(WindowPriorityTest, WhatIsNoPriorityIsIgnored)
{
    WindowDriver driver(WindowAt("linear", 2));
    driver.ShowPath();
    for (const double priority :
         {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    {
        driver.Window().SetPriority(priority);
    }
    driver.Ack(1, 1000);
    driver.Lose(0);
    driver.Wait(2000);
    const double before = driver.Size();
    driver.Ack(1, 1000);
    EXPECT_NEAR(driver.Size(), before + 2 / before, kByte) << "still 2";
}

TEST(WindowPriorityTest, PrioritiesAreBounded)
{
    WindowDriver driver(WindowAt("linear", 1e300));
    driver.ShowPath();
    driver.Lose(0);
    driver.Wait(1000);
    const double before = driver.Size();
    driver.Ack(1, 0);
    EXPECT_NEAR(driver.Size(), before + 256 / before, kByte);
    driver.Window().SetPriority(1e-300);
    driver.Lose(0);
    driver.Wait(1000);
    const double reduced = driver.Size();
    driver.Ack(256, 0);
    EXPECT_NEAR(driver.Size(), reduced + 1 / reduced, kByte);
}

} // namespace
} // namespace dht
