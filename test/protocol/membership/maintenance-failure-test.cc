/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"

#include <gtest/gtest.h>

/// Peers that crash, leave and return, and a network that breaks apart.

namespace dht
{
namespace
{

using test::ExpectSettled;
using test::LiveRing;
using test::LiveRingOptions;
using test::MakeSettledRing;
using test::Quiet;

/// Whether crashes close connections (a killed process) or not (a machine without power).
class MaintenanceCrashTest : public testing::TestWithParam<bool>
{
  protected:
    static LiveRingOptions Options()
    {
        LiveRingOptions options = Quiet();
        options.silentCrashes = GetParam();
        return options;
    }
};

TEST_P(MaintenanceCrashTest, ARingRepairsItselfAfterAQuarterCrashedAtOnce)
{
    const auto settled = MakeSettledRing(Options(), 64);
    LiveRing& ring = *settled;
    for (std::size_t peer = 1; peer < 64; peer += 4)
    {
        ring.Crash(peer);
    }
    ExpectSettled(ring, FromSeconds(30));
}

TEST_P(MaintenanceCrashTest, ARingRepairsItselfAfterSevenNeighboursCrashedAtOnce)
{
    const auto settled = MakeSettledRing(Options(), 32);
    LiveRing& ring = *settled;
    // with 8 successors in every list, seven in a row can be lost
    const auto next = ring.At(0).GetMembership().Successors();
    for (std::size_t peer = 1; peer < 32; ++peer)
    {
        const auto place = std::find(next.begin(), next.end(), LiveRing::EndpointOf(peer));
        if (place != next.end() && place != std::prev(next.end()))
        {
            ring.Crash(peer);
        }
    }
    ASSERT_EQ(ring.Alive().size(), 25u);
    ExpectSettled(ring, FromSeconds(40));
}

TEST_P(MaintenanceCrashTest, ARingShrinksToOnePeerAndGrowsAgain)
{
    const auto settled = MakeSettledRing(Options(), 16);
    LiveRing& ring = *settled;
    for (std::size_t peer = 1; peer < 16; ++peer)
    {
        ring.Crash(peer);
    }
    ExpectSettled(ring, FromSeconds(90));
    EXPECT_TRUE(ring.At(0).GetMembership().IsJoined());
    for (std::size_t peer = 1; peer < 16; ++peer)
    {
        ring.Join(peer, {0});
    }
    ExpectSettled(ring, FromSeconds(30));
}

TEST_P(MaintenanceCrashTest, PeersThatReturnAtOnceAreTakenBack)
{
    const auto settled = MakeSettledRing(Options(), 32);
    LiveRing& ring = *settled;
    for (std::size_t peer = 1; peer < 32; peer += 3)
    {
        ring.Crash(peer);
        ring.RunUntil(ring.Now() + FromSeconds(0.3));
        ring.Join(peer, {0});
    }
    ExpectSettled(ring, FromSeconds(30));
}

TEST_P(MaintenanceCrashTest, PeersThatReturnLaterAreTakenBack)
{
    const auto settled = MakeSettledRing(Options(), 32);
    LiveRing& ring = *settled;
    for (std::size_t peer = 1; peer < 32; peer += 3)
    {
        ring.Crash(peer);
    }
    ring.RunUntil(ring.Now() + FromSeconds(5));
    for (std::size_t peer = 1; peer < 32; peer += 3)
    {
        ring.Join(peer, {0});
    }
    ExpectSettled(ring, FromSeconds(40));
}

TEST_P(MaintenanceCrashTest, LeavesAreRepaired)
{
    const auto settled = MakeSettledRing(Options(), 32);
    LiveRing& ring = *settled;
    for (std::size_t peer = 1; peer < 32; peer += 4)
    {
        ring.Leave(peer);
    }
    ExpectSettled(ring, FromSeconds(20));
}

INSTANTIATE_TEST_SUITE_P(Ways, MaintenanceCrashTest, testing::Bool(), [](const auto& info) {
    return info.param ? "silent" : "noticed";
});

TEST(MaintenanceFailureTest, TwoPairsBecomeOneRingHoweverLongTheyWereApart)
{
    const auto settled = MakeSettledRing(Quiet(), 4);
    LiveRing& ring = *settled;
    ring.Faults().Split(2);
    ring.RunUntil(ring.Now() + FromSeconds(300));
    ring.Faults().Split(1);
    ring.RunUntil(ring.Now() + FromSeconds(10));
    ExpectSettled(ring, FromSeconds(90));
}

TEST(MaintenanceFailureTest, ARingSurvivesThatNobodyReachesAnybodyForAWhile)
{
    for (const double outage : {5, 60, 600})
    {
        const auto settled = MakeSettledRing(Quiet(), 32);
        LiveRing& ring = *settled;
        ring.Faults().Split(32);
        ring.RunUntil(ring.Now() + FromSeconds(outage));
        ring.Faults().Split(1);
        // what was asked at last is decided a few seconds later
        ring.RunUntil(ring.Now() + FromSeconds(10));
        ExpectSettled(ring, FromSeconds(60));
    }
}

TEST(MaintenanceFailureTest, WhoLosesEverybodyIsCutOffBeforeItTakesTheRing)
{
    LiveRingOptions options = test::Loaded("none", 1, 20);
    const auto settled = MakeSettledRing(options, 2);
    LiveRing& ring = *settled;
    ring.Faults().Split(2);
    // each gives the other up within some seconds; what waited for it then is answered here
    ring.RunUntil(ring.Now() + FromSeconds(8));
    EXPECT_TRUE(ring.At(0).GetMembership().Successors().empty());
    const auto lost = ring.Results();
    const std::uint64_t issued = ring.Totals().issued;
    ring.RunUntil(ring.Now() + FromSeconds(2));
    EXPECT_EQ(ring.Results().wrong, lost.wrong);
    EXPECT_EQ(ring.Totals().issued, issued);

    ring.Faults().Split(1);
    ring.RunUntil(ring.Now() + FromSeconds(3));
    const auto back = ring.Results();
    EXPECT_EQ(back.wrong, lost.wrong);
    EXPECT_GT(back.right, lost.right + 40);

    ring.Crash(1);
    ring.RunUntil(ring.Now() + FromSeconds(20));
    const auto alone = ring.Results();
    ring.RunUntil(ring.Now() + FromSeconds(2));
    EXPECT_GT(ring.Results().right, alone.right + 20);
}

TEST(MaintenanceFailureTest, TwoHalvesOfARingFindTogetherAgain)
{
    for (const double outage : {20, 60, 600})
    {
        const auto settled = MakeSettledRing(Quiet(), 32);
        LiveRing& ring = *settled;
        ring.Faults().Split(2);
        ring.RunUntil(ring.Now() + FromSeconds(outage));
        ring.Faults().Split(1);
        ExpectSettled(ring, FromSeconds(120));
    }
}

} // namespace
} // namespace dht
