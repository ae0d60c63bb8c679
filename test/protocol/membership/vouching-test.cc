/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"
#include "test-name.h"
#include "trials.h"

#include <gtest/gtest.h>
#include <string>

/// What vouching costs: rings whose peers restart, and rings in which some lie, where all answers
/// wait until others vouch for them.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;
using test::LiveRingResults;

/// @param scheme A scheme. @param seed Of random numbers. @param vouching Which answers wait.
/// @return What the ring is made of.
LiveRingOptions
OptionsOf(const std::string& scheme, std::uint64_t seed, Vouching vouching)
{
    LiveRingOptions options = test::Loaded(scheme, seed, 2);
    options.maintenance.vouching = vouching;
    options.retry = FromSeconds(5);
    return options;
}

/// Let all requests end. @param ring A ring. @param before Results so far that do not count.
/// @param sum To which the others are added.
void
Finish(LiveRing& ring, const LiveRingResults& before, LiveRingResults& sum)
{
    ring.Stop();
    ring.RunUntil(ring.Now() + FromSeconds(21));
    EXPECT_EQ(ring.Outstanding(), 0u);
    EXPECT_EQ(ring.Violations(), 0u);
    sum.right += ring.Results().right - before.right;
    sum.wrong += ring.Results().wrong - before.wrong;
    sum.givenUp += ring.Results().givenUp - before.givenUp;
}

/// Report what became of requests. @param name What they are called in the report. @param
/// results The results.
void
Report(const std::string& name, const LiveRingResults& results)
{
    testing::Test::RecordProperty(name + "_right", std::to_string(results.right));
    testing::Test::RecordProperty(name + "_wrong", std::to_string(results.wrong));
    testing::Test::RecordProperty(name + "_lost", std::to_string(results.givenUp));
}

class VouchingTest : public testing::TestWithParam<const char*>
{
  protected:
    /// Every 4.3 s, a peer restarts, which takes it a second. @param vouching Which answers wait.
    /// @return What becomes of requests in some rings.
    static LiveRingResults WithRestarts(Vouching vouching)
    {
        LiveRingResults sum;
        for (std::uint64_t seed = 1; seed <= Trials(4); ++seed)
        {
            const std::size_t peers = 11 + seed % 9;
            const auto settled =
                test::MakeSettledRing(OptionsOf(GetParam(), seed, vouching), peers);
            LiveRing& ring = *settled;
            const LiveRingResults before = ring.Results();
            MersenneRandom random(seed, 41);
            for (int restart = 0; restart < 15; ++restart)
            {
                ring.RunUntil(ring.Now() + FromSeconds(3.3));
                const auto peer = static_cast<std::size_t>(1 + random.Uniform() * (peers - 1.0));
                ring.Crash(peer);
                ring.RunUntil(ring.Now() + FromSeconds(1));
                ring.Join(peer, {0});
            }
            ring.RunUntil(ring.Now() + FromSeconds(3.3));
            Finish(ring, before, sum);
        }
        return sum;
    }

    /// Three of twelve peers begin to lie, and do so for a minute. @param vouching Which answers
    /// wait. @return What becomes of requests in some rings.
    static LiveRingResults WithLiars(Vouching vouching)
    {
        LiveRingResults sum;
        for (std::uint64_t seed = 1; seed <= Trials(4); ++seed)
        {
            const auto settled = test::MakeSettledRing(OptionsOf(GetParam(), seed, vouching), 12);
            LiveRing& ring = *settled;
            ring.RunUntil(ring.Now() + FromSeconds(20));
            const LiveRingResults before = ring.Results();
            MersenneRandom random(seed, 42);
            for (int liars = 0; liars < 3;)
            {
                const auto peer = static_cast<std::size_t>(12 * random.Uniform());
                liars += ring.At(peer).IsHonest();
                ring.Set(peer, Behaviour::kLying);
            }
            ring.RunUntil(ring.Now() + FromSeconds(60));
            Finish(ring, before, sum);
        }
        return sum;
    }

    /// @param part A part of requests. @param results What became of all. @return Its share.
    static double Share(std::uint64_t part, const LiveRingResults& results)
    {
        return static_cast<double>(part) /
               static_cast<double>(results.right + results.wrong + results.givenUp);
    }
};

TEST_P(VouchingTest, WherePeersRestartNoRequestIsLostForIt)
{
    const LiveRingResults believed = WithRestarts(Vouching::kOff);
    const LiveRingResults vouched = WithRestarts(Vouching::kAll);
    Report("believed", believed);
    Report("vouched", vouched);
    // a scheme without timers loses what is in the queues of those that crash
    EXPECT_LE(vouched.givenUp, believed.givenUp);
    EXPECT_LE(Share(vouched.wrong, vouched), 0.0005);
}

TEST_P(VouchingTest, WhereAQuarterLiesNoAnswerIsWrong)
{
    const LiveRingResults results = WithLiars(Vouching::kAll);
    Report("all", results);
    EXPECT_EQ(results.wrong, 0u);
    // whoever is next before a liar on the ring is reached through it by most
    EXPECT_LE(Share(results.givenUp, results), 0.25);
}

INSTANTIATE_TEST_SUITE_P(AllSchemes,
                         VouchingTest,
                         testing::Values("none", "credit", "back-pressure", "marking", "ferry"),
                         [](const testing::TestParamInfo<const char*>& info) {
                             return TestName(info.param);
                         });

} // namespace
} // namespace dht
