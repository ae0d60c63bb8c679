/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bottleneck.h"
#include "window-driver.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::Bottleneck;
using test::BottleneckOptions;
using test::JainIndex;
using test::WindowAt;
using test::WindowOf;

/// @param rate In bit/s. @param buffer In seconds. @param loss At random.
/// @return A path of 40 ms.
BottleneckOptions
PathOf(double rate, double buffer, double loss = 0)
{
    return {rate, FromSeconds(0.04), FromSeconds(buffer), loss, Time(0), 1};
}

/// @param priority N. @param settings Constants of multcp.
/// @return What it gets at 1 % random loss and 43 ms, in bit/s: the mean of three runs.
double
RateUnderLoss(double priority, const test::Settings& settings = {})
{
    double sum = 0;
    for (const std::uint64_t seed : {1, 2, 3})
    {
        Bottleneck path({100e6, FromSeconds(0.043), FromSeconds(0.5), 0.01, Time(0), seed});
        path.Add(WindowOf("multcp", settings, priority));
        path.Run(20);
        sum += path.Rates(150)[0];
    }
    return sum / 3;
}

TEST(WindowBottleneckTest, MulTcpGetsNTimesTheThroughputAtRandomLoss)
{
    const double one = RateUnderLoss(1);
    EXPECT_NEAR(one, 11200 / 0.043 * std::sqrt(1.5 / 0.01), 0.1 * one) << "sqrt(3 / 2p)";
    for (const double n : {0.5, 2.0, 4.0, 8.0})
    {
        EXPECT_NEAR(RateUnderLoss(n) / one, n, 0.1 * n) << n;
    }
    EXPECT_GT(RateUnderLoss(4, {{"OriginalDecrease", 1}}) / one, 4.2) << "MulTCP takes more";
}

/// @param kind A kind of window. @param options A path.
/// @return Jain's index of two flows, the second of which comes 20 s late.
double
LatecomerFairness(const std::string& kind, const BottleneckOptions& options)
{
    Bottleneck path(options);
    path.Add(WindowOf(kind));
    path.Run(20);
    path.Add(WindowOf(kind));
    path.Run(80);
    return JainIndex(path.Rates(200));
}

TEST(WindowBottleneckTest, LatecomersTakeItAllFromLinearWindows)
{
    EXPECT_NEAR(LatecomerFairness("linear", PathOf(1e6, 0.72)), 0.6, 0.05);
    EXPECT_NEAR(LatecomerFairness("multiplicative", PathOf(1e6, 0.72)), 0.6, 0.05);
    EXPECT_NEAR(LatecomerFairness("linear", PathOf(10e6, 0.48)), 0.51, 0.02);
}

TEST(WindowBottleneckTest, LatecomersAreFairWithProportionalAndPlusPlus)
{
    for (const char* const kind : {"proportional", "plusplus"})
    {
        EXPECT_GT(LatecomerFairness(kind, PathOf(1e6, 0.72)), 0.95) << kind;
        EXPECT_GT(LatecomerFairness(kind, PathOf(10e6, 0.48)), 0.95) << kind;
    }
}

TEST(WindowBottleneckTest, RandomLossShowsTheBaseToLinearWindows)
{
    EXPECT_GT(LatecomerFairness("linear", PathOf(10e6, 0.48, 0.001)), 0.98);
}

/// @param path A path. @param seconds For how long to look. @return How often the queue was empty.
double
ShareEmpty(Bottleneck& path, double seconds)
{
    int empty = 0;
    const int samples = static_cast<int>(seconds * 100);
    for (int i = 0; i < samples; ++i)
    {
        path.Run(0.01);
        empty += path.Queue() < 0.001 ? 1 : 0;
    }
    return static_cast<double>(empty) / samples;
}

TEST(WindowBottleneckTest, PlusPlusDrainsTheQueueNowAndThen)
{
    Bottleneck plusplus(PathOf(10e6, 0.48));
    plusplus.Add(WindowOf("plusplus"));
    plusplus.Run(10);
    const double share = ShareEmpty(plusplus, 60);
    EXPECT_GT(share, 0.02);
    EXPECT_LT(share, 0.1) << "a slowdown takes a tenth of the time at the most";
    Bottleneck linear(PathOf(10e6, 0.48));
    linear.Add(WindowOf("linear"));
    linear.Run(10);
    EXPECT_EQ(ShareEmpty(linear, 60), 0);
}

TEST(WindowBottleneckTest, PoliteWindowsKeepTheQueueAtTheirTargetAndFillTheLink)
{
    for (const char* const kind : {"linear", "multiplicative", "proportional", "plusplus"})
    {
        SCOPED_TRACE(kind);
        Bottleneck path(PathOf(10e6, 0.48));
        path.Add(WindowOf(kind));
        path.Run(20);
        const double target = test::ConstantsOf(kind)["TargetDelay"];
        EXPECT_NEAR(path.MeanQueue(60), target, 0.15 * target);
        EXPECT_GT(path.Rates(60)[0], 0.93e7);
        EXPECT_EQ(path.At(0).lost, 0u);
    }
}

TEST(WindowBottleneckTest, PoliteWindowsYieldWhereTheQueueIsDeep)
{
    for (const char* const kind : {"linear", "multiplicative", "proportional", "plusplus"})
    {
        SCOPED_TRACE(kind);
        Bottleneck path({1e6, FromSeconds(0.04), FromSeconds(0.72), 0, FromSeconds(0.001), 1});
        path.Add(WindowOf(kind));
        path.Run(20);
        path.Add(WindowOf("reno"));
        path.Run(40);
        const auto rates = path.Rates(200);
        EXPECT_LT(rates[0], 0.06 * rates[1]);
        EXPECT_GT(rates[1], 0.9e6);
    }
}

TEST(WindowBottleneckTest, TheQueueBecomesTheBaseOfWhoForgets)
{
    const auto queueAfter = [](const std::string& kind, double history) {
        Bottleneck path(PathOf(1e6, 0.72));
        path.Add(WindowOf(kind, {{"BaseHistory", history}}));
        path.Run(6 * 60);
        return path.MeanQueue(60);
    };
    EXPECT_GT(queueAfter("linear", 2), 0.3);
    EXPECT_LT(queueAfter("linear", 13), 0.12);
    EXPECT_LT(queueAfter("plusplus", 2), 0.07) << "slowdowns show the base";
}

TEST(WindowBottleneckTest, LinksThatShareAWindowArePoliteTogether)
{
    const BottleneckOptions uplink{600e3,
                                   FromSeconds(0.1),
                                   FromSeconds(3),
                                   0,
                                   FromSeconds(0.001),
                                   1};
    Bottleneck shared(uplink);
    shared.Add(WindowOf("linear"), 10);
    shared.Run(60);
    EXPECT_LT(shared.MeanQueue(60), 0.15);
    EXPECT_GT(shared.Rates(60)[0], 0.95 * 600e3);
    Bottleneck apart(uplink);
    for (int i = 0; i < 10; ++i)
    {
        apart.Add(WindowOf("linear"));
        apart.Run(0.1);
    }
    apart.Run(60);
    EXPECT_GT(apart.MeanQueue(60), 0.4) << "each one keeps its minimum";
}

TEST(WindowBottleneckTest, NothingStallsOrBurstsWhilePrioritiesChange)
{
    for (const char* const kind : {"linear", "multiplicative", "proportional", "plusplus"})
    {
        SCOPED_TRACE(kind);
        Bottleneck path({10e6, FromSeconds(0.025), FromSeconds(0.24), 0, FromSeconds(0.001), 1});
        path.Add(WindowAt(kind, 0));
        path.Run(5);
        for (int second = 0; second < 10; ++second)
        {
            const std::uint64_t before = path.At(0).delivered;
            for (int i = 0; i < 10; ++i)
            {
                const std::size_t bytes = path.Window(0).Bytes();
                path.Window(0).SetPriority((second + i) % 3);
                ASSERT_EQ(path.Window(0).Bytes(), bytes);
                path.Run(0.1);
            }
            EXPECT_GT((path.At(0).delivered - before) * 11200.0, 0.8e7) << second;
        }
        EXPECT_EQ(path.At(0).collapses, 0u);
    }
}

TEST(WindowBottleneckTest, PrioritiesOrderWhatAFlowGetsBesideReno)
{
    Bottleneck path({5e6, FromSeconds(0.025), FromSeconds(0.24), 0, FromSeconds(0.001), 1});
    path.Add(WindowAt("linear", 0));
    path.Add(WindowOf("reno"));
    const auto shareAt = [&](double priority) {
        path.Window(0).SetPriority(priority);
        path.Run(20);
        const auto rates = path.Rates(150);
        return rates[0] / rates[1];
    };
    EXPECT_LT(shareAt(0), 0.05);
    EXPECT_NEAR(shareAt(1), 1, 0.15);
    EXPECT_GT(shareAt(2), 1.7) << "drop-tail losses come together: more than 2, too";
    EXPECT_LT(shareAt(0), 0.05);
}

TEST(WindowBottleneckTest, AWindowRecoversFromASilence)
{
    for (const auto& kind : WindowRegistry::Get().Names())
    {
        SCOPED_TRACE(kind);
        Bottleneck path(PathOf(1e6, 0.24));
        path.Add(WindowOf(kind));
        path.Run(30);
        path.SetLoss(1);
        path.Run(10);
        EXPECT_EQ(path.At(0).collapses, 1u);
        EXPECT_EQ(path.Window(0).Bytes(), 2800u);
        path.SetLoss(0);
        path.Run(20);
        EXPECT_GT(path.Rates(20)[0], 0.9e6);
    }
}

} // namespace
} // namespace dht
