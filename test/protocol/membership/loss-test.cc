/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"
#include "test-name.h"
#include "trials.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

/// Rings in a network that loses many packets for a while, of datagrams and of links.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;
using test::LiveRingResults;

constexpr std::size_t kLossPeers = 12;

/// Who has waited so long for an answer gives up.
constexpr Time kLifetime = FromSeconds(20);

/// What became of the requests of some rings, and of their tables.
struct LossOutcome
{
    LiveRingResults during{};  ///< Requests while packets got lost.
    LiveRingResults after{};   ///< Requests that were made 10 s after that, or later.
    Time healed{0};            ///< The longest time from then until the tables were right.
    std::uint64_t failures{0}; ///< Peers given up while packets got lost; all are there.
};

/// Add what happened between two points in time. @param sum The sum. @param earlier The results
/// until the first one. @param later Those until the second one.
void
Add(LiveRingResults& sum, const LiveRingResults& earlier, const LiveRingResults& later)
{
    sum.right += later.right - earlier.right;
    sum.wrong += later.wrong - earlier.wrong;
    sum.givenUp += later.givenUp - earlier.givenUp;
}

/// For a minute, packets get lost in a ring. @param scheme Its scheme. @param seed Of its random
/// numbers. @param loss Share of packets that get lost. @param outcome To which to add what became
/// of it.
void
Lose(const std::string& scheme, std::uint64_t seed, double loss, LossOutcome& outcome)
{
    LiveRingOptions options = test::Loaded(scheme, seed, 2);
    options.peer.requestLifetime = kLifetime;
    const auto settled = test::MakeSettledRing(options, kLossPeers);
    LiveRing& ring = *settled;
    ring.RunUntil(ring.Now() + FromSeconds(10));
    const LiveRingResults before = ring.Results();
    const std::uint64_t failures = ring.MaintenanceTotals().failures;
    ring.Faults().SetLoss(loss);
    ring.RunUntil(ring.Now() + FromSeconds(60));
    Add(outcome.during, before, ring.Results());
    outcome.failures += ring.MaintenanceTotals().failures - failures;
    ring.Faults().SetLoss(0);
    const Time over = ring.Now();
    outcome.healed = std::max(outcome.healed, ring.Settle(FromSeconds(200)));
    ring.RunUntil(std::max(ring.Now(), over + FromSeconds(10) + kLifetime));
    const LiveRingResults again = ring.Results();
    ring.RunUntil(ring.Now() + FromSeconds(20));
    Add(outcome.after, again, ring.Results());
}

/// @param results A count. @return Which share of all requests was answered rightly.
double
RightShare(const LiveRingResults& results)
{
    return static_cast<double>(results.right) /
           static_cast<double>(results.right + results.wrong + results.givenUp);
}

/// With schemes.
class LossTest : public testing::TestWithParam<const char*>
{
};

TEST_P(LossTest, ThreeTenthsOfThePacketsLostMakeNoPeerLookDead)
{
    const std::uint64_t trials = std::max<std::uint64_t>(Trials(40) / 10, 1);
    LossOutcome outcome;
    for (std::uint64_t seed = 1; seed <= trials; ++seed)
    {
        Lose(GetParam(), seed, 0.3, outcome);
    }
    const LiveRingResults& during = outcome.during;
    RecordProperty("right", std::to_string(during.right));
    RecordProperty("wrong", std::to_string(during.wrong));
    RecordProperty("lost", std::to_string(during.givenUp));
    RecordProperty("given_up", std::to_string(outcome.failures));
    RecordProperty("after", std::to_string(RightShare(outcome.after)));
    RecordProperty("seconds", std::to_string(ToSeconds(outcome.healed)));
    EXPECT_LT(static_cast<double>(during.wrong), 0.001 * static_cast<double>(during.right));
    EXPECT_GT(RightShare(during), 0.96);
    EXPECT_LE(outcome.failures, 3 * trials);
    EXPECT_LE(outcome.healed, FromSeconds(10));
    EXPECT_GT(RightShare(outcome.after), 0.999);
}

TEST_P(LossTest, RequestsThatOutlastTheLossesAreAnsweredOrGivenUp)
{
    LiveRingOptions options = test::Loaded(GetParam(), 1, 2);
    options.peer.requestLifetime = FromSeconds(100);
    const auto settled = test::MakeSettledRing(options, kLossPeers);
    LiveRing& ring = *settled;
    ring.Faults().SetLoss(0.5);
    ring.RunUntil(ring.Now() + FromSeconds(60));
    ring.Faults().SetLoss(0);
    ring.RunUntil(ring.Now() + FromSeconds(100));
    ring.Stop();
    ring.RunUntil(ring.Now() + FromSeconds(101));
    EXPECT_EQ(ring.Outstanding(), 0u);
    EXPECT_EQ(ring.Violations(), 0u);
}

/// Where so many percent of the packets get lost.
class LossyCrashTest : public testing::TestWithParam<int>
{
};

TEST_P(LossyCrashTest, WhoCrashedIsSoonNobodysPredecessor)
{
    const std::uint64_t trials = Trials(200);
    std::vector<Time> took;
    for (std::uint64_t seed = 1; seed <= trials; ++seed)
    {
        const auto settled = test::MakeSettledRing(test::Loaded("credit", seed, 2), kLossPeers);
        LiveRing& ring = *settled;
        ring.Faults().SetLoss(GetParam() / 100.0);
        ring.RunUntil(ring.Now() + FromSeconds(20));
        ring.Crash(1 + seed % (kLossPeers - 1));
        const Time since = ring.Now();
        while (ring.Flaws().find("predecessor") != std::string::npos)
        {
            ring.RunUntil(ring.Now() + FromSeconds(0.5));
        }
        took.push_back(ring.Now() - since);
    }
    std::sort(took.begin(), took.end());
    RecordProperty("median", std::to_string(ToSeconds(took[took.size() / 2])));
    RecordProperty("seconds", std::to_string(ToSeconds(took.back())));
    EXPECT_LE(took[took.size() / 2], FromSeconds(6));
    // of 1000 rings that lose 15 %, the slowest took 17 s
    EXPECT_LE(took.back(), FromSeconds(20));
}

INSTANTIATE_TEST_SUITE_P(Percent,
                         LossyCrashTest,
                         testing::Values(0, 5, 15),
                         testing::PrintToStringParamName());

INSTANTIATE_TEST_SUITE_P(Schemes,
                         LossTest,
                         testing::Values("none", "credit", "marking", "back-pressure", "ferry"),
                         [](const testing::TestParamInfo<const char*>& info) {
                             return TestName(info.param);
                         });

} // namespace
} // namespace dht
