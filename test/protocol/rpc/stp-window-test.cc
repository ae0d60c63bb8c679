/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-stp-window.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

constexpr Time
AtSecond(double seconds)
{
    return FromSeconds(seconds);
}

/// @param window A window. @param count How many replies come.
void
ReplyTo(StpWindow& window, int count)
{
    for (int i = 0; i < count; ++i)
    {
        window.OnReply({});
    }
}

TEST(StpWindowTest, ThreeAreInFlightAtFirst)
{
    StpWindow window({});
    EXPECT_EQ(window.Size(), 1);
    EXPECT_EQ(window.Limit(), 3u);
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_TRUE(window.HasRoom());
        window.Enter(AtSecond(0));
    }
    EXPECT_FALSE(window.HasRoom());
    window.Leave(AtSecond(1));
    EXPECT_TRUE(window.HasRoom());
    EXPECT_EQ(window.InFlight(), 2u);
}

/// By 1 for as many replies as it is wide; a little less, as it grows meanwhile.
TEST(StpWindowTest, GrowsByOneARound)
{
    StpWindow window({});
    for (int round = 0; round < 1000; ++round)
    {
        const double before = window.Size();
        ReplyTo(window, static_cast<int>(before));
        const double growth = window.Size() - before;
        EXPECT_LE(growth, 1) << before;
        EXPECT_GE(growth, 1 - 1.5 / before) << before;
    }
    EXPECT_GT(window.Size(), 900);
}

TEST(StpWindowTest, ATimeoutHalvesItToOneAtTheLeast)
{
    StpWindow window({});
    ReplyTo(window, 100);
    const double before = window.Size();
    window.OnTimeout(AtSecond(1), AtSecond(0));
    EXPECT_EQ(window.Size(), before / 2);
    window.OnTimeout(AtSecond(1), AtSecond(0));
    EXPECT_EQ(window.Size(), before / 4);
    for (int i = 0; i < 10; ++i)
    {
        window.OnTimeout(AtSecond(1), AtSecond(0));
    }
    EXPECT_EQ(window.Size(), 1);
}

TEST(StpWindowTest, TheMultiplierIsWhatItSays)
{
    StpWindowOptions options;
    options.multiplier = 5;
    StpWindow release(options);
    ReplyTo(release, 3); // 1, 2, 2.5, 2.9
    EXPECT_EQ(release.Limit(), 14u);
    options.multiplier = 0.1;
    EXPECT_EQ(StpWindow(options).Limit(), 1u);
}

TEST(StpWindowTest, SlowStartDoublesItARoundUpToItsEnd)
{
    StpWindowOptions options;
    options.slowStart = 6;
    StpWindow window(options);
    ReplyTo(window, 5);
    EXPECT_EQ(window.Size(), 6);
    ReplyTo(window, 1);
    EXPECT_DOUBLE_EQ(window.Size(), 6 + 1.0 / 6);
}

TEST(StpWindowTest, AfterATimeWithoutRpcsItIsOneAgain)
{
    StpWindowOptions options;
    options.idle = AtSecond(5);
    const auto sizeAfter = [](const StpWindowOptions& with, Time pause) {
        StpWindow window(with);
        ReplyTo(window, 100);
        window.Enter(AtSecond(1));
        window.Leave(AtSecond(2));
        window.Enter(AtSecond(2) + pause);
        return window.Size();
    };
    EXPECT_GT(sizeAfter(options, AtSecond(4.9)), 10);
    EXPECT_EQ(sizeAfter(options, AtSecond(5)), 1);
    EXPECT_GT(sizeAfter({}, AtSecond(1e6)), 10);
}

TEST(StpWindowTest, WhileSomethingIsInFlightItIsNotIdle)
{
    StpWindowOptions options;
    options.idle = AtSecond(5);
    StpWindow window(options);
    window.Enter(AtSecond(0));
    ReplyTo(window, 100);
    window.Enter(AtSecond(10));
    EXPECT_GT(window.Size(), 10);
}

TEST(StpWindowTest, ABurstOfLossesCountsOnceIfItIsTold)
{
    StpWindowOptions options;
    options.halving = WindowHalving::kEachRound;
    StpWindow window(options);
    ReplyTo(window, 1000);
    const double before = window.Size();
    window.OnTimeout(AtSecond(1), AtSecond(0.5));
    window.OnTimeout(AtSecond(1.1), AtSecond(0.6));
    window.OnTimeout(AtSecond(1.3), AtSecond(1)); // it was sent at the same time
    EXPECT_EQ(window.Size(), before / 2);
    window.OnTimeout(AtSecond(1.5), AtSecond(1.2));
    EXPECT_EQ(window.Size(), before / 4);
}

} // namespace
} // namespace dht
