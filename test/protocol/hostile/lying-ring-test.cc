/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"
#include "test-name.h"

#include <gtest/gtest.h>
#include <string>

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
    /// @param peers How many. @param behaviours Of those that are not honest. @return What the
    /// honest get in the second minute, of some repetitions, if they doubt answers and let nobody
    /// vouch for them.
    static LiveRingResults SecondMinute(std::size_t peers,
                                        const std::map<std::size_t, Behaviour>& behaviours)
    {
        LiveRingResults sum;
        for (std::uint64_t seed = 1; seed <= 3; ++seed)
        {
            LiveRingOptions options = test::Loaded(GetParam(), seed, 5);
            options.behaviours = behaviours;
            options.maintenance.vouching = Vouching::kOff;
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

    /// @param peers How many. @param behaviours Of those that are not honest. @param vouching Which
    /// answers wait until others vouch for them. @param seed Of random numbers. @return What the
    /// honest get from half a minute on.
    static LiveRingResults AfterHalfAMinute(std::size_t peers,
                                            const std::map<std::size_t, Behaviour>& behaviours,
                                            Vouching vouching,
                                            std::uint64_t seed)
    {
        LiveRingOptions options = test::Loaded(GetParam(), seed, 5);
        options.behaviours = behaviours;
        options.maintenance.vouching = vouching;
        LiveRing ring(options, peers);
        test::Populate(ring, peers);
        ring.RunUntil(FromSeconds(30));
        const LiveRingResults before = ring.Results();
        ring.RunUntil(FromSeconds(90));
        EXPECT_EQ(ring.Violations(), 0u);
        return {ring.Results().right - before.right, ring.Results().wrong - before.wrong, 0};
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
    EXPECT_GT(RightOf(results), 0.97); // without doubt it is 0.93
    EXPECT_GT(results.right + results.wrong, 3 * 64 * 60 * 5 * 0.9);
}

TEST_P(LyingRingTest, OneThatIsDeafOneThatLiesAndOneThatIsGreedyOf16)
{
    const LiveRingResults honest = SecondMinute(16, {});
    const LiveRingResults results =
        SecondMinute(16, {{3, Behaviour::kLying}, {5, Behaviour::kDeaf}, {9, Behaviour::kGreedy}});
    RecordProperty("Right", std::to_string(RightOf(results)));
    EXPECT_EQ(honest.wrong, 0u);
    EXPECT_GT(RightOf(results), 0.97);
    // thirteen are honest
    RecordProperty("Throughput",
                   std::to_string(static_cast<double>(results.right) /
                                  static_cast<double>(honest.right) * 16 / 13));
    EXPECT_GT(static_cast<double>(results.right), 0.8 * honest.right * 13 / 16);
}

/// With one that is deaf, one that lies and one that is greedy: from half a minute on, whether
/// others vouch for all answers or only for those of who is alarmed.
TEST_P(LyingRingTest, WhereOthersVouchForAnswersNoneIsFalse)
{
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
    {
        const LiveRingResults honest = AfterHalfAMinute(16, {}, Vouching::kOff, seed);
        for (const Vouching vouching : {Vouching::kAll, Vouching::kAlarmed})
        {
            const LiveRingResults results = AfterHalfAMinute(
                16,
                {{3, Behaviour::kLying}, {5, Behaviour::kDeaf}, {9, Behaviour::kGreedy}},
                vouching,
                seed);
            SCOPED_TRACE(vouching == Vouching::kAll ? "all" : "alarmed");
            EXPECT_EQ(results.wrong, 0u) << seed;
            // thirteen are honest
            EXPECT_GT(static_cast<double>(results.right), 0.8 * honest.right * 13 / 16) << seed;
        }
    }
}

TEST_P(LyingRingTest, WhereOthersVouchForAnswersAnHonestRingLosesNone)
{
    const LiveRingResults honest = AfterHalfAMinute(16, {}, Vouching::kOff, 1);
    const LiveRingResults vouched = AfterHalfAMinute(16, {}, Vouching::kAll, 1);
    EXPECT_EQ(vouched.right, honest.right);
    EXPECT_EQ(vouched.wrong, 0u);
}

TEST_P(LyingRingTest, WhereOthersVouchForAnswersOneLiarOf64IsHardlyBelieved)
{
    const LiveRingResults results =
        AfterHalfAMinute(64, {{3, Behaviour::kLying}}, Vouching::kAll, 1);
    EXPECT_GT(RightOf(results), 0.999);
    EXPECT_GT(results.right, 64 * 60 * 5 * 0.9);
}

TEST_P(LyingRingTest, WhoWouldBeAlarmedByLiesOneLiarOf64IsHardlyBelieved)
{
    const LiveRingResults results =
        AfterHalfAMinute(64, {{3, Behaviour::kLying}}, Vouching::kAlarmed, 1);
    EXPECT_GT(RightOf(results), 0.995);
    EXPECT_GT(results.right, 64 * 60 * 5 * 0.9);
}

TEST_P(LyingRingTest, WhoWouldBeAlarmedByLiesIsNotByAQuarterThatCrashes)
{
    LiveRingOptions options = test::Loaded(GetParam(), 1, 5);
    options.maintenance.vouching = Vouching::kAlarmed;
    LiveRing ring(options, 32);
    test::Populate(ring, 32);
    ring.RunUntil(FromSeconds(20));
    for (std::size_t peer = 1; peer < 32; peer += 4)
    {
        ring.Crash(peer);
    }
    ring.RunUntil(FromSeconds(60));
    EXPECT_EQ(ring.MaintenanceTotals().alarms, 0u);
    EXPECT_EQ(ring.MaintenanceTotals().held, 0u);
}

INSTANTIATE_TEST_SUITE_P(AllSchemes,
                         LyingRingTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const testing::TestParamInfo<const char*>& info) {
                             return TestName(info.param);
                         });

} // namespace
} // namespace dht
