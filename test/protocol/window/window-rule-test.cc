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

using test::kByte;
using test::Settings;
using test::WindowDriver;
using test::WindowOf;

/// @param kind A polite kind. @param more Constants to be set besides.
/// @return A window of 10 packets that is past slow start, heeds each sample, and knows its path.
WindowDriver
SteadyWindow(const std::string& kind, const Settings& more = {})
{
    Settings settings{{"InitialWindow", 10}, {"SlowStart", 0}, {"FilterSamples", 1}};
    settings.insert(settings.end(), more.begin(), more.end());
    WindowDriver driver(WindowOf(kind, settings));
    driver.ShowPath();
    return driver;
}

TEST(WindowRuleTest, LinearFollowsTheDistanceFromItsTarget)
{
    WindowDriver driver = SteadyWindow("linear");
    driver.Ack(1, 0);
    EXPECT_NEAR(driver.Size(), 10.1, kByte) << "1 (1 - 0) 1 / 10";
    driver.Ack(2, 75);
    EXPECT_NEAR(driver.Size(), 10.1 + 0.25 * 2 / 10.1, kByte);
    const double before = driver.Size();
    driver.Ack(1, 100);
    EXPECT_NEAR(driver.Size(), before, kByte) << "at the target";
    driver.Ack(1, 300);
    EXPECT_NEAR(driver.Size(), before - 2 / before, kByte) << "1 - 3 for a packet";
}

TEST(WindowRuleTest, LinearHasAGainAndATarget)
{
    WindowDriver driver = SteadyWindow("linear", {{"Gain", 0.5}, {"TargetDelay", 0.025}});
    driver.Ack(1, 0);
    EXPECT_NEAR(driver.Size(), 10.05, kByte);
    driver.Ack(1, 50);
    EXPECT_NEAR(driver.Size(), 10.05 - 0.5 / 10.05, kByte);
}

TEST(WindowRuleTest, MultiplicativeTakesAShareForEachPacket)
{
    WindowDriver driver = SteadyWindow("multiplicative");
    driver.Ack(1, 50);
    EXPECT_NEAR(driver.Size(), 10.05, kByte) << "as linear up to the target";
    driver.Ack(1, 101);
    EXPECT_NEAR(driver.Size(), 10.05 * 0.99, kByte);
    driver.Ack(3, 1000);
    EXPECT_NEAR(driver.Size(), 10.05 * std::pow(0.99, 4), kByte) << "however long the queue is";
}

TEST(WindowRuleTest, ProportionalGrowsFullyAndTakesTheExcessForEachPacket)
{
    WindowDriver driver = SteadyWindow("proportional");
    driver.Ack(1, 100);
    EXPECT_NEAR(driver.Size(), 10.1, kByte) << "full growth up to the target";
    driver.Ack(2, 150);
    EXPECT_NEAR(driver.Size(), 10.1 + 2 / 10.1 - 0.5 * 2, kByte);
}

/// The round trip is 100 ms: g = 1/ceil(120/100) = 1/2.
TEST(WindowRuleTest, PlusPlusGrowsByTheRoundTrip)
{
    WindowDriver driver = SteadyWindow("plusplus");
    driver.Ack(1, 0);
    EXPECT_NEAR(driver.Size(), 10.05, kByte) << "g / w";
    driver.Ack(1, 60);
    EXPECT_NEAR(driver.Size(), 10.05 + 0.5 / 10.05, kByte) << "up to the target";
    WindowDriver far = SteadyWindow("plusplus", {{"TargetDelay", 10}});
    far.Ack(1, 0);
    EXPECT_NEAR(far.Size(), 10 + 1 / 16.0 / 10, kByte) << "16 is the most";
}

TEST(WindowRuleTest, PlusPlusTakesAtMostHalfInARoundTrip)
{
    WindowDriver driver = SteadyWindow("plusplus");
    driver.Ack(1, 66);
    EXPECT_NEAR(driver.Size(), 10 + (0.5 - 10 * 0.1) / 10, kByte) << "(g - w (q/T - 1)) / w";
    const double before = driver.Size();
    driver.Ack(2, 600);
    EXPECT_NEAR(driver.Size(), before - 0.5 * 2, kByte) << "-w/2 2/w";
}

TEST(WindowRuleTest, NothingGrowsThatIsNotLimited)
{
    for (const auto& kind : WindowRegistry::Get().Names())
    {
        SCOPED_TRACE(kind);
        WindowDriver slow(WindowOf(kind));
        const double first = slow.Size();
        slow.ShowPath();
        slow.Ack(5, 0, false);
        EXPECT_EQ(slow.Size(), first) << "slow start";
        slow.Lose(0);
        slow.Wait(1000);
        const double reduced = slow.Size();
        slow.Ack(5, 0, false);
        EXPECT_EQ(slow.Size(), reduced);
        slow.Ack(5, 0, true);
        EXPECT_EQ(slow.Size() > reduced, kind != "fixed");
    }
    WindowDriver full = SteadyWindow("linear");
    full.Ack(1, 200, false);
    EXPECT_LT(full.Size(), 10) << "it shrinks nonetheless";
}

TEST(WindowRuleTest, DelayEndsSlowStartOfPoliteWindows)
{
    const std::vector<std::pair<std::string, double>> ends{{"linear", 100},
                                                           {"multiplicative", 100},
                                                           {"proportional", 100},
                                                           {"plusplus", 45}};
    for (const auto& [kind, end] : ends)
    {
        SCOPED_TRACE(kind);
        WindowDriver driver(WindowOf(kind, {{"FilterSamples", 1}}));
        driver.ShowPath();
        driver.Ack(2, end);
        EXPECT_EQ(driver.Size(), 4) << "it doubles";
        driver.Ack(1, end + 1);
        EXPECT_LT(driver.Size(), 4.3);
        driver.Ack(2, 0);
        EXPECT_LT(driver.Size(), 4.8) << "for good";
    }
}

TEST(WindowRuleTest, NoWindowIsLessThanItsMinimum)
{
    for (const auto& kind : WindowRegistry::Get().Names())
    {
        SCOPED_TRACE(kind);
        WindowDriver driver(WindowOf(kind, {{"MinimumWindow", 3}, {"FilterSamples", 1}}));
        driver.ShowPath();
        for (int i = 0; i < 100; ++i)
        {
            driver.Wait(1000);
            driver.Ack(3, 5000);
            driver.Lose(0);
            ASSERT_GE(driver.Size(), 3);
        }
        driver.Collapse();
        EXPECT_EQ(driver.Size(), 3);
    }
}

/// @param priority N. @param settings Constants. @return multcp past slow start, w = 20.
WindowDriver
SteadyMulTcp(double priority, const Settings& settings = {})
{
    WindowDriver driver(WindowOf("multcp", settings, priority));
    driver.ShowPath();
    driver.Ack(200, 0);
    driver.Lose(0);
    driver.Wait(1000);
    return driver;
}

TEST(WindowRuleTest, MulTcpIsAsNFlows)
{
    for (const double n : {0.5, 1.0, 2.0, 4.0, 8.0})
    {
        SCOPED_TRACE(n);
        WindowDriver driver = SteadyMulTcp(n);
        const double before = driver.Size();
        driver.Ack(3, 0);
        EXPECT_NEAR(driver.Size(), before + n * 3 / before, 2 * kByte);
        const double grown = driver.Size();
        driver.Lose(0);
        EXPECT_NEAR(driver.Size(), grown * (1 - 2 / (3 * n + 1)), 2 * kByte);
    }
}

TEST(WindowRuleTest, MulTcpKeepsATenthWhateverNIs)
{
    WindowDriver driver = SteadyMulTcp(0.01);
    const double before = driver.Size();
    EXPECT_NEAR(before, 21, 2 * kByte) << "of 210";
    driver.Lose(0);
    EXPECT_NEAR(driver.Size(), 2.1, 2 * kByte);
}

TEST(WindowRuleTest, MulTcpMayDecreaseAsItFirstDid)
{
    WindowDriver driver = SteadyMulTcp(4, {{"OriginalDecrease", 1}});
    const double before = driver.Size();
    driver.Lose(0);
    EXPECT_NEAR(driver.Size(), before * 7 / 8, kByte);
}

/// Up to 2 * 3^k packets, k = ln 4 / ln 1.5 = 3.419: 85.5.
TEST(WindowRuleTest, MulTcpTriplesBeforeItDoubles)
{
    WindowDriver driver(WindowOf("multcp", {}, 4));
    driver.ShowPath();
    driver.Ack(10, 0);
    EXPECT_EQ(driver.Size(), 30);
    driver.Ack(27, 0);
    EXPECT_EQ(driver.Size(), 84);
    driver.Ack(1, 0);
    EXPECT_EQ(driver.Size(), 86) << "84 is below 85.5";
    driver.Ack(10, 0);
    EXPECT_EQ(driver.Size(), 96) << "86 is above";
    WindowDriver one(WindowOf("multcp"));
    one.ShowPath();
    one.Ack(10, 0);
    EXPECT_EQ(one.Size(), 20) << "N = 1 doubles";
}

TEST(WindowRuleTest, RenoIsMulTcpWithOneFlow)
{
    WindowDriver reno(WindowOf("reno"));
    WindowDriver one(WindowOf("multcp"));
    for (WindowDriver* driver : {&reno, &one})
    {
        driver->ShowPath();
        driver->Window().SetPriority(1);
        driver->Ack(30, 0);
        driver->Lose(0);
        EXPECT_EQ(driver->Size(), 20);
        driver->Wait(1000);
        driver->Ack(1, 0);
        EXPECT_NEAR(driver->Size(), 20.05, kByte);
    }
    reno.Window().SetPriority(4);
    const double before = reno.Size();
    reno.Ack(1, 0);
    EXPECT_NEAR(reno.Size(), before + 1 / before, kByte) << "whatever its priority is";
}

TEST(WindowRuleTest, FixedStaysWhatItIs)
{
    WindowDriver driver(WindowOf("fixed", {{"InitialWindow", 7}}));
    driver.ShowPath();
    driver.Ack(7, 900);
    driver.Lose(0);
    EXPECT_EQ(driver.Size(), 7);
    driver.Collapse();
    driver.Wait(1000);
    driver.Ack(1, 0);
    EXPECT_EQ(driver.Size(), 7) << "once the path is heard again";
}

} // namespace
} // namespace dht
