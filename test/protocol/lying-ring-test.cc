/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-live-peer.h"
#include "memory-live-ring.h"
#include "test-name.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

/// Peers that answer for others' keys, in a ring of honest ones.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;
using test::LiveRingResults;

class LyingRingTest : public testing::TestWithParam<const char*>
{
  protected:
    /// @param peers How many. @param behaviours Of those that are not honest. @param seeds How many
    /// repetitions. @return What the honest get in the second minute.
    static LiveRingResults SecondMinute(std::size_t peers,
                                        const std::map<std::size_t, Behaviour>& behaviours,
                                        std::uint64_t seeds = 3)
    {
        LiveRingResults sum;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        {
            LiveRingOptions options = test::Loaded(GetParam(), seed, 5);
            options.behaviours = behaviours;
            LiveRing ring(options, peers);
            test::Populate(ring, peers);
            ring.RunUntil(FromSeconds(60));
            const LiveRingResults before = ring.Results();
            ring.RunUntil(FromSeconds(120));
            sum.right += ring.Results().right - before.right;
            sum.wrong += ring.Results().wrong - before.wrong;
            EXPECT_EQ(ring.Violations(), 0u);
        }
        return sum;
    }

    /// @param peers How many. @param count How many of them lie. @return They; the first one, by
    /// which others join, is honest.
    static std::map<std::size_t, Behaviour> Liars(std::size_t peers, std::size_t count)
    {
        std::map<std::size_t, Behaviour> liars;
        for (std::size_t i = 1; i <= count; ++i)
        {
            liars[i * peers / (count + 1)] = Behaviour::kLying;
        }
        return liars;
    }

    /// @param results What there was. @return The share of right answers.
    static double RightOf(const LiveRingResults& results)
    {
        const double all = static_cast<double>(results.right + results.wrong);
        return static_cast<double>(results.right) / all;
    }
};

TEST_P(LyingRingTest, OneLiarOf64IsFoundOut)
{
    const LiveRingResults results = SecondMinute(64, {{3, Behaviour::kLying}});
    RecordProperty("Right", std::to_string(RightOf(results)));
    EXPECT_GT(RightOf(results), 0.999); // without doubt it is 0.93
    EXPECT_GT(results.right + results.wrong, 3 * 64 * 60 * 5 * 0.9);
}

TEST_P(LyingRingTest, OneThatIsDeafOneThatLiesAndOneThatIsGreedyOf16)
{
    const LiveRingResults honest = SecondMinute(16, {});
    const LiveRingResults results =
        SecondMinute(16, {{3, Behaviour::kLying}, {5, Behaviour::kDeaf}, {9, Behaviour::kGreedy}});
    RecordProperty("Right", std::to_string(RightOf(results)));
    EXPECT_EQ(honest.wrong, 0u);
    EXPECT_EQ(results.wrong, 0u);
    // thirteen are honest
    RecordProperty("Throughput",
                   std::to_string(static_cast<double>(results.right) /
                                  static_cast<double>(honest.right) * 16 / 13));
    EXPECT_GT(static_cast<double>(results.right), 0.8 * honest.right * 13 / 16);
}

TEST_P(LyingRingTest, OneInTwentyOf64)
{
    const LiveRingResults results = SecondMinute(64, Liars(64, 3), 1);
    RecordProperty("Right", std::to_string(RightOf(results)));
    EXPECT_GT(RightOf(results), 0.995); // if only some answers are checked it is 0.90
    EXPECT_GT(results.right, 61 * 60 * 5 * 0.85);
}

TEST_P(LyingRingTest, OneInFiveOf64)
{
    const LiveRingResults results = SecondMinute(64, Liars(64, 13), 1);
    RecordProperty("Right", std::to_string(RightOf(results)));
    EXPECT_GT(RightOf(results), 0.95); // if only some answers are checked it is 0.31
    EXPECT_GT(results.right, 51 * 60 * 5 * 0.65);
}

/// Some 20 s of steady state.
TEST_P(LyingRingTest, HoldingCostsAnHonestRingNothing)
{
    std::map<Holding, std::pair<double, float>> seen; // answers, and the median of their delays [s]
    for (const Holding holding : {Holding::kNone, Holding::kOdd})
    {
        LiveRingOptions options = test::Loaded(GetParam(), 1, 5);
        options.maintenance.holding = holding;
        LiveRing ring(options, 64);
        test::Populate(ring, 64);
        ring.RunUntil(FromSeconds(40));
        const std::size_t before = ring.Results().delays.size();
        const std::uint64_t wrong = ring.Results().wrong;
        ring.RunUntil(FromSeconds(60));
        std::vector<float> delays(ring.Results().delays.begin() +
                                      static_cast<std::ptrdiff_t>(before),
                                  ring.Results().delays.end());
        std::sort(delays.begin(), delays.end());
        seen[holding] = {static_cast<double>(delays.size()), delays.at(delays.size() / 2)};
        EXPECT_EQ(ring.Results().wrong, wrong);
    }
    const auto& [answers, median] = seen[Holding::kOdd];
    RecordProperty("Answers", std::to_string(answers / seen[Holding::kNone].first));
    RecordProperty("Median", std::to_string(median / seen[Holding::kNone].second));
    EXPECT_GT(answers, 0.99 * seen[Holding::kNone].first);
    EXPECT_LT(median, 1.02F * seen[Holding::kNone].second);
}

INSTANTIATE_TEST_SUITE_P(AllSchemes,
                         LyingRingTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const testing::TestParamInfo<const char*>& info) {
                             return TestName(info.param);
                         });

} // namespace
} // namespace dht
