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
At(double seconds)
{
    return FromSeconds(seconds);
}

/// @param window A window. @param count How many replies come.
void
Reply(StpWindow& window, int count)
{
    for (int i = 0; i < count; ++i)
    {
        window.OnReply();
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
        window.Enter(At(0));
    }
    EXPECT_FALSE(window.HasRoom());
    window.Leave(At(1));
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
        Reply(window, static_cast<int>(before));
        const double growth = window.Size() - before;
        EXPECT_LE(growth, 1) << before;
        EXPECT_GE(growth, 1 - 1.5 / before) << before;
    }
    EXPECT_GT(window.Size(), 900);
}

TEST(StpWindowTest, ATimeoutHalvesItToOneAtTheLeast)
{
    StpWindow window({});
    Reply(window, 100);
    const double before = window.Size();
    window.OnTimeout(At(1), At(0));
    EXPECT_EQ(window.Size(), before / 2);
    window.OnTimeout(At(1), At(0));
    EXPECT_EQ(window.Size(), before / 4);
    for (int i = 0; i < 10; ++i)
    {
        window.OnTimeout(At(1), At(0));
    }
    EXPECT_EQ(window.Size(), 1);
}

TEST(StpWindowTest, TheMultiplierIsWhatItSays)
{
    StpWindowOptions options;
    options.multiplier = 5;
    StpWindow release(options);
    Reply(release, 3); // 1, 2, 2.5, 2.9
    EXPECT_EQ(release.Limit(), 14u);
    options.multiplier = 0.1;
    EXPECT_EQ(StpWindow(options).Limit(), 1u);
}

TEST(StpWindowTest, SlowStartDoublesItARoundUpToItsEnd)
{
    StpWindowOptions options;
    options.slowStart = 6;
    StpWindow window(options);
    Reply(window, 5);
    EXPECT_EQ(window.Size(), 6);
    Reply(window, 1);
    EXPECT_DOUBLE_EQ(window.Size(), 6 + 1.0 / 6);
}

TEST(StpWindowTest, AfterATimeWithoutRpcsItIsOneAgain)
{
    StpWindowOptions options;
    options.idle = At(5);
    const auto sizeAfter = [](const StpWindowOptions& with, Time pause) {
        StpWindow window(with);
        Reply(window, 100);
        window.Enter(At(1));
        window.Leave(At(2));
        window.Enter(At(2) + pause);
        return window.Size();
    };
    EXPECT_GT(sizeAfter(options, At(4.9)), 10);
    EXPECT_EQ(sizeAfter(options, At(5)), 1);
    EXPECT_GT(sizeAfter({}, At(1e6)), 10);
}

TEST(StpWindowTest, WhileSomethingIsInFlightItIsNotIdle)
{
    StpWindowOptions options;
    options.idle = At(5);
    StpWindow window(options);
    window.Enter(At(0));
    Reply(window, 100);
    window.Enter(At(10));
    EXPECT_GT(window.Size(), 10);
}

TEST(StpWindowTest, ABurstOfLossesCountsOnceIfItIsTold)
{
    StpWindowOptions options;
    options.halving = WindowHalving::kEachRound;
    StpWindow window(options);
    Reply(window, 1000);
    const double before = window.Size();
    window.OnTimeout(At(1), At(0.5));
    window.OnTimeout(At(1.1), At(0.6));
    window.OnTimeout(At(1.3), At(1)); // it was sent at the same time
    EXPECT_EQ(window.Size(), before / 2);
    window.OnTimeout(At(1.5), At(1.2));
    EXPECT_EQ(window.Size(), before / 4);
}

} // namespace
} // namespace dht
