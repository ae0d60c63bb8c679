/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-live-peer.h"
#include "memory-live-ring.h"

#include <gtest/gtest.h>

/// Peers that crash, leave and return, and a network that breaks apart.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;
using test::Populate;
using test::Quiet;

/// The tables become right in time, and stay so. @return How long that took.
void
ExpectRepaired(LiveRing& ring, Time limit)
{
    const Time took = ring.Settle(limit);
    testing::Test::RecordProperty("seconds", std::to_string(ToSeconds(took)));
    ASSERT_NE(took, kNever) << ring.Flaws();
    ring.RunUntil(ring.Now() + FromSeconds(30));
    EXPECT_EQ(ring.Flaws(), "");
}

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
    LiveRing ring(Options(), 64);
    Populate(ring, 64);
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever);
    for (std::size_t peer = 1; peer < 64; peer += 4)
    {
        ring.Crash(peer);
    }
    ExpectRepaired(ring, FromSeconds(30));
}

TEST_P(MaintenanceCrashTest, ARingRepairsItselfAfterSevenNeighboursCrashedAtOnce)
{
    LiveRing ring(Options(), 32);
    Populate(ring, 32);
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever);
    // with 8 successors in every list, seven in a row can be lost
    const auto next = ring.At(0).GetMaintenance().Successors();
    for (std::size_t peer = 1; peer < 32; ++peer)
    {
        const auto place = std::find(next.begin(), next.end(), LiveRing::EndpointOf(peer));
        if (place != next.end() && place != std::prev(next.end()))
        {
            ring.Crash(peer);
        }
    }
    ASSERT_EQ(ring.Alive().size(), 25u);
    ExpectRepaired(ring, FromSeconds(40));
}

TEST_P(MaintenanceCrashTest, ARingShrinksToOnePeerAndGrowsAgain)
{
    LiveRing ring(Options(), 16);
    Populate(ring, 16);
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever);
    for (std::size_t peer = 1; peer < 16; ++peer)
    {
        ring.Crash(peer);
    }
    ExpectRepaired(ring, FromSeconds(90));
    EXPECT_TRUE(ring.At(0).GetMaintenance().IsJoined());
    for (std::size_t peer = 1; peer < 16; ++peer)
    {
        ring.Join(peer, {0});
    }
    ExpectRepaired(ring, FromSeconds(30));
}

TEST_P(MaintenanceCrashTest, PeersThatReturnAtOnceAreTakenBack)
{
    LiveRing ring(Options(), 32);
    Populate(ring, 32);
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever);
    for (std::size_t peer = 1; peer < 32; peer += 3)
    {
        ring.Crash(peer);
        ring.RunUntil(ring.Now() + FromSeconds(0.3));
        ring.Join(peer, {0});
    }
    ExpectRepaired(ring, FromSeconds(30));
}

TEST_P(MaintenanceCrashTest, PeersThatReturnLaterAreTakenBack)
{
    LiveRing ring(Options(), 32);
    Populate(ring, 32);
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever);
    for (std::size_t peer = 1; peer < 32; peer += 3)
    {
        ring.Crash(peer);
    }
    ring.RunUntil(ring.Now() + FromSeconds(5));
    for (std::size_t peer = 1; peer < 32; peer += 3)
    {
        ring.Join(peer, {0});
    }
    ExpectRepaired(ring, FromSeconds(40));
}

TEST_P(MaintenanceCrashTest, LeavesAreRepaired)
{
    LiveRing ring(Options(), 32);
    Populate(ring, 32);
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever);
    for (std::size_t peer = 1; peer < 32; peer += 4)
    {
        ring.Leave(peer);
    }
    ExpectRepaired(ring, FromSeconds(20));
}

INSTANTIATE_TEST_SUITE_P(Ways, MaintenanceCrashTest, testing::Bool(), [](const auto& info) {
    return info.param ? "silent" : "noticed";
});

TEST(MaintenanceFailureTest, ARingSurvivesThatNobodyReachesAnybodyForAWhile)
{
    for (const double outage : {5, 60, 600})
    {
        LiveRing ring(Quiet(), 32);
        Populate(ring, 32);
        ASSERT_NE(ring.Settle(FromSeconds(30)), kNever);
        ring.Split(32);
        ring.RunUntil(ring.Now() + FromSeconds(outage));
        ring.Split(1);
        ExpectRepaired(ring, FromSeconds(60));
    }
}

TEST(MaintenanceFailureTest, TwoHalvesOfARingFindTogetherAgain)
{
    for (const double outage : {20, 60, 600})
    {
        LiveRing ring(Quiet(), 32);
        Populate(ring, 32);
        ASSERT_NE(ring.Settle(FromSeconds(30)), kNever);
        ring.Split(2);
        ring.RunUntil(ring.Now() + FromSeconds(outage));
        ring.Split(1);
        ExpectRepaired(ring, FromSeconds(120));
    }
}

} // namespace
} // namespace dht
