/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-ring.h"

#include <cmath>
#include <gtest/gtest.h>

namespace dht
{
namespace
{

/// Requests/s that an uplink carries.
constexpr double kUplinkRate = 200;

/// log2 of the number of peers; the uplink is the bottleneck.
class OverloadTest : public testing::TestWithParam<int>
{
  protected:
    /// @return The rate of a peer's requests at which the uplinks are just busy: COMSNETS09,
    ///         section III-F, model 1 without acknowledgements on the uplink.
    static double Capacity()
    {
        return 2 * kUplinkRate / GetParam();
    }

    /**
     * COMSNETS09, equations 1, 6 and 8.
     *
     * @param load Requests/s that each peer issues.
     * @return Requests/s of each that are answered, those that take no hop included.
     */
    static double Theory(double load)
    {
        const int l = GetParam();
        const double peers = std::pow(2, l);
        // the offered load p O(p) grows with p: find where it is the capacity
        double low = 0;
        double high = 1;
        for (int i = 0; i < 60; ++i)
        {
            const double p = (low + high) / 2;
            double offered = 0;
            double ways = 1;
            for (int h = 1; h <= l; ++h)
            {
                ways = ways * (l - h + 1) / h;
                offered += ways * (1 - std::pow(p, h)) / (1 - p);
            }
            (p * offered * load / peers < kUplinkRate ? low : high) = p;
        }
        return load / peers * std::pow(1 + low, l);
    }

    /// @return Requests/s and peer that are answered once the ring has settled.
    static double Achieved(MemoryNetOptions options, Time settled)
    {
        options.uplinkRate = kUplinkRate;
        options.peer.queueCapacity = 50;
        MemoryNet ring(options, ChordOverlay(Ring::Even(std::size_t{1} << GetParam())));
        ring.RunUntil(settled);
        const Counters before = ring.Totals();
        ring.RunUntil(settled + FromSeconds(10));
        Counters during = ring.Totals();
        during -= before;
        EXPECT_EQ(ring.Violations(), 0u);
        return static_cast<double>(during.answered) / 10 / static_cast<double>(ring.Size());
    }

    static double AchievedByNone(double load)
    {
        MemoryNetOptions options;
        options.scheme = "none";
        options.workload.load = load;
        return Achieved(options, FromSeconds(5));
    }
};

/// Measured: within 1.5% where the load is not within 10% of the capacity.
TEST_P(OverloadTest, WithoutCongestionControlTheCollapseIsTheTheorys)
{
    for (const double share : {0.5, 0.9, 1.5, 2.0, 4.0})
    {
        const double load = share * Capacity();
        const double expected = share < 1 ? load : Theory(load);
        EXPECT_NEAR(AchievedByNone(load), expected, 0.03 * expected) << share << " of the capacity";
    }
}

/// The theory says 84% at twice the capacity and 67% at four times it for 64 peers; measured are
/// 81% and 65%. (With 16 peers, the answers that take no hop make up for most of the loss.)
TEST_P(OverloadTest, WithoutCongestionControlMoreLoadYieldsLess)
{
    const double best = AchievedByNone(Capacity());
    const double twice = AchievedByNone(2 * Capacity());
    const double fourTimes = AchievedByNone(4 * Capacity());
    EXPECT_GT(best, 0.95 * Capacity());
    EXPECT_LT(twice, (GetParam() == 6 ? 0.86 : 0.97) * best);
    EXPECT_LT(fourTimes, (GetParam() == 6 ? 0.72 : 0.98) * best);
}

/// Measured: 97.8% and 98.9%.
TEST_P(OverloadTest, CreditAchievesNearlyTheCapacity)
{
    MemoryNetOptions options;
    options.scheme = "credit";
    options.parameters = {{"RestartCredits", 5},
                          {"Decrease", 0.8},
                          {"InitialSsthresh", 1000},
                          {"ErrorFactor", 10},
                          {"MinimumTimeout", 0},
                          {"Backoff", 1}};
    EXPECT_GT(Achieved(options, FromSeconds(10)), 0.93 * Capacity());
}

/// Measured: 97.7%; an idle uplink here and there while others are held up.
TEST_P(OverloadTest, BackPressureAchievesNearlyTheCapacity)
{
    MemoryNetOptions options;
    options.scheme = "back-pressure";
    EXPECT_GT(Achieved(options, FromSeconds(10)), 0.93 * Capacity());
}

/// Measured: 70% to 83%; a rate that is halved needs time to grow again.
TEST_P(OverloadTest, MarkingAchievesMostOfTheCapacity)
{
    MemoryNetOptions options;
    options.scheme = "marking";
    options.parameters = {{"Increase", 8},
                          {"Decrease", 0.5},
                          {"Threshold", 20},
                          {"Smoothing", 0.9},
                          {"Fairness", 4},
                          {"RateWindow", 100},
                          {"InitialRate", 5},
                          {"MinimumRate", 0.1},
                          {"MinimumTimeout", 2}};
    EXPECT_GT(Achieved(options, FromSeconds(30)), 0.65 * Capacity());
}

/// Offered half of the capacity, congestion control stays out of the way.
TEST_P(OverloadTest, BelowTheCapacityEverySchemeAchievesWhatIsOffered)
{
    for (const char* scheme : {"none", "credit", "back-pressure", "marking"})
    {
        MemoryNetOptions options;
        options.scheme = scheme;
        options.workload.load = Capacity() / 2;
        if (options.scheme == "marking")
        {
            options.parameters = {{"InitialRate", 100}, {"Decrease", 0.5}, {"Increase", 2}};
        }
        EXPECT_NEAR(Achieved(options, FromSeconds(10)), Capacity() / 2, 0.03 * Capacity())
            << scheme;
    }
}

INSTANTIATE_TEST_SUITE_P(MemoryNet, OverloadTest, testing::Values(4, 6), [](const auto& info) {
    return std::to_string(1 << info.param) + "_peers";
});

} // namespace
} // namespace dht
