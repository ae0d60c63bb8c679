/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"
#include "test-name.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <string>

/// One peer of a ring crashes, stops or turns deaf: what becomes of the others.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;

constexpr std::size_t kHostilePeers = 16;
constexpr std::size_t kBad = 8;

/// Answers to the honest peers in each half second, all together.
using Series = std::vector<double>;

double
Mean(Series::const_iterator begin, Series::const_iterator end)
{
    return std::accumulate(begin, end, 0.0) / static_cast<double>(end - begin);
}

class HostileRingTest : public testing::TestWithParam<const char*>
{
  protected:
    static LiveRingOptions Options(std::uint64_t seed)
    {
        return test::FullyLoaded(GetParam(), seed);
    }

    /// @param seed Any. @return A ring in which slow links hold up nobody.
    static LiveRingOptions Passing(std::uint64_t seed)
    {
        LiveRingOptions options = Options(seed);
        options.peer.slowLinks = SlowLinks::kPass;
        return options;
    }

    /// @param seed Any. @return A ring that has little to do, and whose connections take a lot
    /// before they are full.
    static LiveRingOptions Idle(std::uint64_t seed)
    {
        LiveRingOptions options = Options(seed);
        options.workload.load = 20;
        options.window = 256;
        return options;
    }

    /// @param ring A ring. @param seconds How long to watch it. @param bad Who is not counted.
    /// @return What the honest get.
    static Series Watch(LiveRing& ring, double seconds, std::size_t bad)
    {
        Series series;
        std::uint64_t last = test::AnsweredWithout(ring, bad);
        for (double at = 0; at < seconds; at += 0.5)
        {
            ring.RunUntil(ring.Now() + FromSeconds(0.5));
            const std::uint64_t next = test::AnsweredWithout(ring, bad);
            series.push_back(static_cast<double>(next - last));
            last = next;
        }
        return series;
    }

    /// @param seconds How long to watch. @param strike What happens to the bad peer.
    /// @param options The rings'. @param peers How many peers they have, and which one is bad.
    /// @return The mean over some seeds of what the others get, from then on, beside what they got
    /// before: a share for each half second.
    template <typename Strike>
    static Series SharesAfter(double seconds,
                              Strike strike,
                              LiveRingOptions (*options)(std::uint64_t) = Options,
                              std::pair<std::size_t, std::size_t> peers = {kHostilePeers, kBad})
    {
        constexpr std::uint64_t seeds = 4;
        Series shares(static_cast<std::size_t>(2 * seconds));
        std::uint64_t issued = 0;
        std::uint64_t again = 0;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        {
            LiveRing ring(options(seed), peers.first);
            test::Populate(ring, peers.first);
            ring.RunUntil(FromSeconds(30));
            const Series before = Watch(ring, 10, peers.second);
            strike(ring);
            const Counters struck = ring.Totals();
            const Series after = Watch(ring, seconds, peers.second);
            issued += ring.Totals().issued - struck.issued;
            again += ring.Totals().retransmitted - struck.retransmitted;
            const double mean = Mean(before.begin(), before.end());
            for (std::size_t i = 0; i < shares.size(); ++i)
            {
                shares[i] += after[i] / mean / seeds;
            }
            EXPECT_EQ(ring.Violations(), 0u);
        }
        RecordProperty("issued", std::to_string(issued));
        RecordProperty("retransmitted", std::to_string(again));
        RecordProperty("share", std::to_string(Mean(shares.begin() + 20, shares.end())));
        RecordProperty("seconds_below_half", std::to_string(SecondsBelowHalf(shares)));
        return shares;
    }

    /// @param shares As above. @return For how long they are below a half [s].
    static double SecondsBelowHalf(const Series& shares)
    {
        return 0.5 * static_cast<double>(std::count_if(shares.begin(),
                                                       shares.end(),
                                                       [](double share) { return share < 0.5; }));
    }
};

TEST_P(HostileRingTest, ACrashIsOverWithinASecond)
{
    const Series shares = SharesAfter(40, [](LiveRing& ring) { ring.Crash(kBad); });
    EXPECT_LT(SecondsBelowHalf(shares), 1) << testing::PrintToString(shares);
    EXPECT_GT(Mean(shares.begin() + 20, shares.end()), 0.8) << testing::PrintToString(shares);
}

TEST_P(HostileRingTest, APeerThatStopsHoldsNobodyUp)
{
    const Series shares =
        SharesAfter(40, [](LiveRing& ring) { ring.Set(kBad, Behaviour::kStopped); });
    EXPECT_LT(SecondsBelowHalf(shares), 1) << testing::PrintToString(shares);
    EXPECT_GT(Mean(shares.begin() + 20, shares.end()), 0.8) << testing::PrintToString(shares);
}

TEST_P(HostileRingTest, APeerThatStopsWhereLittleIsSentIsMissedByNobody)
{
    const Series shares = SharesAfter(
        15,
        [](LiveRing& ring) { ring.Set(kBad, Behaviour::kStopped); },
        Idle);
    EXPECT_LT(SecondsBelowHalf(shares), 1) << testing::PrintToString(shares);
}

TEST_P(HostileRingTest, APeerThatReadsNothingIsRoutedAround)
{
    // it goes on making requests, and relays none
    const Series shares = SharesAfter(40, [](LiveRing& ring) { ring.Set(kBad, Behaviour::kDeaf); });
    EXPECT_GT(Mean(shares.begin() + 20, shares.end()), 0.7) << testing::PrintToString(shares);
}

TEST_P(HostileRingTest, ACrashAmongFiveIsOverWithinASecond)
{
    const Series shares = SharesAfter(30, [](LiveRing& ring) { ring.Crash(2); }, Options, {5, 2});
    EXPECT_LT(SecondsBelowHalf(shares), 1) << testing::PrintToString(shares);
    EXPECT_GT(Mean(shares.begin() + 20, shares.end()), 0.8) << testing::PrintToString(shares);
}

TEST_P(HostileRingTest, APeerThatStopsAmongFiveHoldsNobodyUpForLong)
{
    const auto stop = [](LiveRing& ring) { ring.Set(2, Behaviour::kStopped); };
    const Series waiting = SharesAfter(30, stop, Options, {5, 2});
    const bool isSlow = std::string(GetParam()) == "marking";
    EXPECT_LT(SecondsBelowHalf(waiting), isSlow ? 3 : 1) << testing::PrintToString(waiting);

    const Series passing = SharesAfter(30, stop, Passing, {5, 2});
    EXPECT_LT(SecondsBelowHalf(passing), 1) << testing::PrintToString(passing);
    EXPECT_GT(Mean(passing.begin() + 20, passing.end()), 0.85) << testing::PrintToString(passing);
}

TEST_P(HostileRingTest, APeerThatReadsNothingIsRoutedAroundByThree)
{
    const auto goDeaf = [](LiveRing& ring) { ring.Set(2, Behaviour::kDeaf); };
    const Series waiting = SharesAfter(40, goDeaf, Options, {4, 2});
    const bool isSlow = std::string(GetParam()) == "marking";
    EXPECT_GT(Mean(waiting.begin() + 20, waiting.end()), isSlow ? 0.4 : 0.8)
        << testing::PrintToString(waiting);

    const Series passing = SharesAfter(40, goDeaf, Passing, {4, 2});
    // in the mean of 40 rings, 2.5 s under credit and 1.5 s under marking
    const bool sendsAgain = isSlow || std::string(GetParam()) == "credit";
    EXPECT_LE(SecondsBelowHalf(passing), sendsAgain ? 3 : 1) << testing::PrintToString(passing);
    EXPECT_GT(Mean(passing.begin() + 20, passing.end()), 0.85) << testing::PrintToString(passing);
}

TEST_P(HostileRingTest, ABlackHoleIsRoutedAround)
{
    // it takes 10 s to find out, and marking needs as long to get back to its rate; after 30 s more
    // it gets another chance, and nobody notices
    const Series shares =
        SharesAfter(60, [](LiveRing& ring) { ring.Set(kBad, Behaviour::kBlackHole); });
    const bool isSlow = std::string(GetParam()) == "marking";
    EXPECT_GT(Mean(shares.begin() + 40, shares.begin() + 80), isSlow ? 0.4 : 0.8)
        << testing::PrintToString(shares);
    EXPECT_GT(Mean(shares.begin() + 80, shares.end()), isSlow ? 0.75 : 0.8)
        << testing::PrintToString(shares);
}

TEST_P(HostileRingTest, APeerThatReadsAgainIsLinkedAgain)
{
    LiveRing ring(Options(1), kHostilePeers);
    test::Populate(ring, kHostilePeers);
    ring.RunUntil(FromSeconds(30));
    ring.Set(kBad, Behaviour::kDeaf);
    ring.RunUntil(FromSeconds(60));
    EXPECT_NE(ring.Flaws(), "");
    ring.Set(kBad, Behaviour::kHonest);
    EXPECT_NE(ring.Settle(FromSeconds(90)), kNever) << ring.Flaws();
    const auto before = ring.Results();
    ring.RunUntil(ring.Now() + FromSeconds(10));
    EXPECT_GT(ring.Results().right, before.right + 1000);
    EXPECT_EQ(ring.Results().wrong, before.wrong);
}

/// Whatever is slow, late or lost where all are honest: nobody is given up for it.
TEST_P(HostileRingTest, AnHonestRingBansNobodyHoweverSlow)
{
    for (const double rate : {10, 20, 100})
    {
        for (const double loss : {0.0, 0.1})
        {
            LiveRingOptions options = Options(1);
            options.uplinkRate = rate;
            options.loss = loss;
            LiveRing ring(options, kHostilePeers);
            test::Populate(ring, kHostilePeers);
            // a peer that does not know the next one yet answers for its keys, at no cost to itself
            ring.RunUntil(FromSeconds(15));
            const test::LiveRingResults joined = ring.Results();
            ring.RunUntil(FromSeconds(120));
            // queries alone make a mistake or two, before a peer knows how much gets lost
            EXPECT_LE(ring.MaintenanceTotals().failures, loss > 0 ? 4u : 0u) << rate << " " << loss;
            EXPECT_LE(ring.Results().wrong - joined.wrong,
                      (ring.Results().right - joined.right) / 2000)
                << rate << " " << loss;
            EXPECT_EQ(ring.Violations(), 0u);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(AllSchemes,
                         HostileRingTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const testing::TestParamInfo<const char*>& info) {
                             return TestName(info.param);
                         });

} // namespace
} // namespace dht
