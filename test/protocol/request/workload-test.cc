/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-random-workload.h"
#include "dht-zipf.h"
#include "memory-ring.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace dht
{
namespace
{

/// A workload with streams of its own, always the same ones.
class WorkloadTest : public testing::Test
{
  protected:
    RandomWorkload Make(const WorkloadOptions& options)
    {
        m_gaps = test::MersenneRandom(1);
        m_keys = test::MersenneRandom(2);
        return RandomWorkload(options, m_gaps, m_keys);
    }

    /// Takes requests as soon as they are there. @return When each one arrived.
    static std::vector<Time> Arrivals(Workload& workload, std::size_t count)
    {
        std::vector<Time> arrivals;
        Time now(0);
        while (arrivals.size() < count && (now = workload.NextAt(now)) != kNever)
        {
            workload.Take(now);
            arrivals.push_back(now);
        }
        return arrivals;
    }

  private:
    test::MersenneRandom m_gaps{0};
    test::MersenneRandom m_keys{0};
};

WorkloadOptions
Load(double load, Arrivals arrivals)
{
    WorkloadOptions options;
    options.load = load;
    options.arrivals = arrivals;
    return options;
}

TEST_F(WorkloadTest, ConstantArrivalsAreEquallySpacedFromTheStartOn)
{
    WorkloadOptions options = Load(4, Arrivals::kConstant);
    options.start = FromSeconds(10);
    RandomWorkload workload = Make(options);
    EXPECT_EQ(Arrivals(workload, 4),
              (std::vector<Time>{FromSeconds(10.25),
                                 FromSeconds(10.5),
                                 FromSeconds(10.75),
                                 FromSeconds(11)}));
}

TEST_F(WorkloadTest, AnotherLoadHoldsFromTheTimeOnWhenItIsSet)
{
    RandomWorkload workload = Make(Load(4, Arrivals::kConstant));
    EXPECT_EQ(workload.Made(FromSeconds(0.6)), 2U);
    workload.SetLoad(FromSeconds(0.6), 10);
    EXPECT_EQ(workload.NextAt(FromSeconds(0.6)), FromSeconds(0.6)) << "what waits goes on waiting";
    workload.Take(FromSeconds(0.6));
    workload.Take(FromSeconds(0.6));
    EXPECT_EQ(workload.NextAt(FromSeconds(0.6)), FromSeconds(0.7));
    EXPECT_EQ(workload.Made(FromSeconds(0.85)), 4U);
    workload.SetLoad(FromSeconds(0.85), 0);
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(workload.NextAt(FromSeconds(0.9)), FromSeconds(0.9));
        workload.Take(FromSeconds(0.9));
    }
    EXPECT_EQ(workload.Made(FromSeconds(0.9)), 7U);
    workload.SetLoad(FromSeconds(1), 1);
    EXPECT_EQ(workload.NextAt(FromSeconds(1)), FromSeconds(2));
    EXPECT_EQ(workload.Made(FromSeconds(2)), 8U);
}

TEST_F(WorkloadTest, PoissonArrivalsHaveTheirRateAndDeviation)
{
    RandomWorkload workload = Make(Load(50, Arrivals::kPoisson));
    constexpr std::size_t count = 50000;
    const auto arrivals = Arrivals(workload, count);
    double squares = 0;
    for (std::size_t i = 1; i < count; ++i)
    {
        squares += std::pow(ToSeconds(arrivals[i] - arrivals[i - 1]), 2);
    }
    const double mean = ToSeconds(arrivals.back()) / count;
    // standard errors: 0.45% and 0.6%
    EXPECT_NEAR(mean, 0.02, 0.02 * 0.02);
    EXPECT_NEAR(std::sqrt(squares / count - mean * mean), 0.02, 0.02 * 0.03);
}

TEST_F(WorkloadTest, WhatIsTakenLateHasTheSameKeysAndArrivals)
{
    const WorkloadOptions options = Load(50, Arrivals::kPoisson);
    RandomWorkload prompt = Make(options);
    std::vector<Key> keys;
    std::vector<Time> arrivals;
    Time now(0);
    for (int i = 0; i < 500; ++i)
    {
        now = prompt.NextAt(now);
        arrivals.push_back(now);
        keys.push_back(prompt.Take(now).key);
    }
    RandomWorkload late = Make(options);
    for (int i = 0; i < 500; ++i)
    {
        EXPECT_EQ(late.NextAt(now), now);
        EXPECT_EQ(late.Take(now).key, keys[i]);
    }
    EXPECT_GT(late.NextAt(now), now);
    RandomWorkload counting = Make(options);
    for (std::size_t i = 0; i < 500; i += 50)
    {
        EXPECT_EQ(counting.Made(arrivals[i] - Time(1)), i);
        EXPECT_EQ(counting.Made(arrivals[i]), i + 1);
    }
}

TEST_F(WorkloadTest, NothingIsMadeFromTheStopOn)
{
    WorkloadOptions options = Load(4, Arrivals::kConstant);
    options.stop = FromSeconds(1);
    RandomWorkload workload = Make(options);
    EXPECT_EQ(Arrivals(workload, 100).size(), 3u); // at 0.25, 0.5 and 0.75 s
    EXPECT_EQ(workload.NextAt(FromSeconds(1)), kNever);
    EXPECT_TRUE(workload.IsExhausted(FromSeconds(1)));
    EXPECT_EQ(workload.Made(FromSeconds(100)), 3u);
}

TEST_F(WorkloadTest, WhatWaitsAtTheStopIsStillOffered)
{
    WorkloadOptions options = Load(4, Arrivals::kConstant);
    options.stop = FromSeconds(1);
    RandomWorkload workload = Make(options);
    const Time late = FromSeconds(50);
    EXPECT_FALSE(workload.IsExhausted(late));
    EXPECT_EQ(Arrivals(workload, 1).size(), 1u);
    EXPECT_EQ(workload.NextAt(late), late);
    workload.Take(late);
    workload.Take(late);
    EXPECT_EQ(workload.NextAt(late), kNever);
}

TEST_F(WorkloadTest, NoMoreThanTheGivenNumberIsMade)
{
    for (const double load : {0.0, 1000.0})
    {
        WorkloadOptions options = Load(load, Arrivals::kPoisson);
        options.requests = 7;
        RandomWorkload workload = Make(options);
        EXPECT_EQ(Arrivals(workload, 100).size(), 7u);
        EXPECT_TRUE(workload.IsExhausted(FromSeconds(100)));
        EXPECT_EQ(workload.Made(FromSeconds(100)), 7u);
    }
}

TEST_F(WorkloadTest, AnUnlimitedLoadAlwaysOffersARequestBetweenStartAndStop)
{
    WorkloadOptions options;
    options.start = FromSeconds(1);
    options.stop = FromSeconds(2);
    RandomWorkload workload = Make(options);
    EXPECT_EQ(workload.NextAt(FromSeconds(0)), FromSeconds(1));
    for (int i = 0; i < 1000; ++i)
    {
        EXPECT_EQ(workload.NextAt(FromSeconds(1.5)), FromSeconds(1.5));
        workload.Take(FromSeconds(1.5));
    }
    EXPECT_EQ(workload.Made(FromSeconds(1.5)), 1000u);
    EXPECT_EQ(workload.NextAt(FromSeconds(2)), kNever);
}

/// @return Options for a load that surges from 1.5 s on for half a second.
WorkloadOptions
Surge(double load, Arrivals arrivals, double surge)
{
    WorkloadOptions options = Load(load, arrivals);
    options.surge = surge;
    options.surgeStart = FromSeconds(1.5);
    options.surgeTime = FromSeconds(0.5);
    return options;
}

TEST_F(WorkloadTest, AGapPassesFasterInTheSurgeAlsoWhereItReachesIntoItOrOutOfIt)
{
    RandomWorkload workload = Make(Surge(1, Arrivals::kConstant, 4));
    EXPECT_EQ(Arrivals(workload, 5),
              (std::vector<Time>{FromSeconds(1),
                                 FromSeconds(1.625),
                                 FromSeconds(1.875),
                                 FromSeconds(2.5),
                                 FromSeconds(3.5)}));
}

TEST_F(WorkloadTest, ASurgeIsCountedFromTheStart)
{
    WorkloadOptions options = Surge(1, Arrivals::kConstant, 4);
    options.start = FromSeconds(100);
    RandomWorkload workload = Make(options);
    EXPECT_EQ(Arrivals(workload, 2).back(), FromSeconds(101.625));
}

TEST_F(WorkloadTest, ASurgeOfNothingIsAnOutage)
{
    RandomWorkload workload = Make(Surge(4, Arrivals::kConstant, 0));
    // what would have come at 1.5 s comes when the outage is over
    EXPECT_EQ(workload.Made(FromSeconds(1.99)), 5u);
    EXPECT_EQ(Arrivals(workload, 7).back(), FromSeconds(2.25));
}

TEST_F(WorkloadTest, APoissonLoadHasItsRateInTheSurgeAndAfterIt)
{
    RandomWorkload workload = Make(Surge(1000, Arrivals::kPoisson, 20));
    const auto made = [&](double time) {
        return static_cast<double>(workload.Made(FromSeconds(time)));
    };
    const double before = made(1.5);
    const double during = made(2) - before;
    // four standard errors
    EXPECT_NEAR(before, 1500, 155);
    EXPECT_NEAR(during, 10000, 400);
    EXPECT_NEAR(made(4) - before - during, 2000, 180);
}

TEST_F(WorkloadTest, ASurgeChangesNoKey)
{
    RandomWorkload usual = Make(Load(4, Arrivals::kPoisson));
    std::vector<Key> keys;
    for (Time now = usual.NextAt(Time(0)); keys.size() < 50; now = usual.NextAt(now))
    {
        keys.push_back(usual.Take(now).key);
    }
    RandomWorkload surging = Make(Surge(4, Arrivals::kPoisson, 30));
    for (const Key& key : keys)
    {
        EXPECT_EQ(surging.Take(surging.NextAt(FromSeconds(50))).key, key);
    }
}

TEST_F(WorkloadTest, TheMostLoadIsThatOfTheSurgeUnlessItIsAnOutage)
{
    EXPECT_EQ(Surge(10, Arrivals::kPoisson, 5).MostLoad(), 50);
    EXPECT_EQ(Surge(10, Arrivals::kPoisson, 0).MostLoad(), 10);
    EXPECT_EQ(Load(10, Arrivals::kPoisson).MostLoad(), 10);
}

TEST_F(WorkloadTest, AShareOfTheRequestsIsForTheHotKey)
{
    WorkloadOptions options;
    options.hot = 30;
    RandomWorkload workload = Make(options);
    constexpr int count = 10000;
    int hot = 0;
    for (int i = 0; i < count; ++i)
    {
        hot += workload.Take(Time(0)).key == HotKey();
    }
    // four standard errors
    EXPECT_NEAR(hot, 0.3 * count, 4 * std::sqrt(0.3 * 0.7 * count));
}

/// @param exponent Of a Zipf distribution. @param keys How many keys there are. @param seed Of the
/// draws. @return The chi-square statistic of 100000 keys.
double
ZipfStatistic(double exponent, std::uint64_t keys, unsigned seed)
{
    test::MersenneRandom gaps(1);
    test::MersenneRandom random(seed);
    WorkloadOptions options;
    options.zipf = exponent;
    options.zipfKeys = keys;
    RandomWorkload workload(options, gaps, random);
    std::map<Key, int> taken;
    constexpr int count = 100000;
    for (int i = 0; i < count; ++i)
    {
        ++taken[workload.Take(Time(0)).key];
    }
    double whole = 0;
    for (std::uint64_t rank = 1; rank <= keys; ++rank)
    {
        whole += std::pow(rank, -exponent);
    }
    double statistic = 0;
    std::size_t found = 0;
    for (std::uint64_t rank = 1; rank <= keys; ++rank)
    {
        const double expected = count * std::pow(rank, -exponent) / whole;
        const auto key = taken.find(KeyOfRank(rank));
        const int times = key == taken.end() ? 0 : key->second;
        found += key == taken.end() ? 0 : 1;
        statistic += (times - expected) * (times - expected) / expected;
    }
    EXPECT_EQ(found, taken.size()) << "a key that has no rank";
    return statistic;
}

TEST_F(WorkloadTest, KeysOfAZipfDistributionAreAsPopularAsTheirRanks)
{
    for (const double exponent : {0.3, 0.8, 1.0, 1.2, 2.0})
    {
        for (unsigned seed = 1; seed <= 5; ++seed)
        {
            // with k degrees of freedom, the mean is k and the variance 2k: five deviations
            for (const std::uint64_t keys : {2U, 50U})
            {
                const auto freedom = static_cast<double>(keys - 1);
                EXPECT_LT(ZipfStatistic(exponent, keys, seed), freedom + 5 * std::sqrt(2 * freedom))
                    << exponent << " " << keys << " " << seed;
            }
        }
        EXPECT_EQ(ZipfStatistic(exponent, 1, 1), 0);
    }
}

TEST_F(WorkloadTest, KeysOfRanksAreSpreadOverTheRing)
{
    WorkloadOptions options;
    options.zipf = 1e-9; // all of the very many keys are as good as equally popular
    options.zipfKeys = std::uint64_t{1} << 40;
    RandomWorkload workload = Make(options);
    constexpr int count = 16000;
    std::map<std::size_t, int> sixteenths;
    std::set<Key> keys;
    for (int i = 0; i < count; ++i)
    {
        const Key key = workload.Take(Time(0)).key;
        const auto sixteenth = std::min<std::size_t>(key.Fraction() * 16, 15);
        ++sixteenths[sixteenth];
        keys.insert(key);
    }
    EXPECT_EQ(keys.size(), static_cast<std::size_t>(count));
    for (const auto& [sixteenth, times] : sixteenths)
    {
        EXPECT_NEAR(times, count / 16.0, 5 * std::sqrt(count / 16.0)) << sixteenth;
    }
}

TEST_F(WorkloadTest, AllRequestsShareOnePayload)
{
    WorkloadOptions options;
    options.payloadSize = 100;
    RandomWorkload workload = Make(options);
    const auto first = workload.Take(Time(0)).payload;
    const auto second = workload.Take(Time(0)).payload;
    EXPECT_EQ(first.size, 100u);
    EXPECT_EQ(first.bytes.get(), second.bytes.get());
    EXPECT_FALSE(Make(WorkloadOptions()).Take(Time(0)).payload.bytes);
}

/// A gap longer than what a Time can hold must not wrap into the past.
TEST_F(WorkloadTest, AVanishinglySmallLoadMakesNothingForAgesToCome)
{
    WorkloadOptions options = Load(1e-12, Arrivals::kConstant);
    options.requests = 10;
    RandomWorkload workload = Make(options);
    EXPECT_EQ(workload.Made(FromSeconds(3600)), 0u);
    EXPECT_GT(workload.NextAt(FromSeconds(3600)), FromSeconds(1e9));
}

/// A gap shorter than a nanosecond must not vanish, or time would stand still.
TEST_F(WorkloadTest, AHugeLoadIsSpreadOverTime)
{
    WorkloadOptions options = Load(4e9, Arrivals::kConstant);
    options.requests = 1000;
    RandomWorkload workload = Make(options);
    EXPECT_LT(workload.Made(Time(10)), 1000u);
}

} // namespace
} // namespace dht
