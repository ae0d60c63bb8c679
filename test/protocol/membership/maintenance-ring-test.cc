/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-scheme-registry.h"
#include "idle-host.h"
#include "live-ring-setup.h"
#include "live-ring.h"

#include <gtest/gtest.h>
#include <numeric>

/// Peers that come one by one and all at once, crash, leave and return: their tables end up as
/// those of a ready-made ring.

namespace dht
{
namespace
{

using test::ExpectSettled;
using test::LiveRing;
using test::LiveRingOptions;
using test::Quiet;

class MaintenanceSizeTest : public testing::TestWithParam<std::size_t>
{
};

TEST_P(MaintenanceSizeTest, PeersThatJoinOneByOneEndWithIdealTables)
{
    LiveRing ring(Quiet(), GetParam());
    ring.Create(0);
    for (std::size_t peer = 1; peer < GetParam(); ++peer)
    {
        ring.RunUntil(ring.Now() + FromSeconds(0.5));
        ring.Join(peer, {peer / 2});
    }
    ExpectSettled(ring, FromSeconds(15));
}

TEST_P(MaintenanceSizeTest, PeersThatJoinAllAtOnceEndWithIdealTables)
{
    LiveRing ring(Quiet(), GetParam());
    ring.Create(0);
    for (std::size_t peer = 1; peer < GetParam(); ++peer)
    {
        ring.Join(peer, {0});
    }
    ExpectSettled(ring, FromSeconds(30));
}

INSTANTIATE_TEST_SUITE_P(Sizes, MaintenanceSizeTest, testing::Values(1, 2, 3, 5, 10, 64, 256));

/// Two queries a second to the neighbours, two to fingers, and as many asked by others.
TEST(MaintenanceRingTest, AQuietRingCostsEightMessagesASecondAndPeer)
{
    LiveRing ring(Quiet(), 64);
    test::Populate(ring, 64);
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever);
    const MaintenanceCounters before = ring.MaintenanceTotals();
    ring.RunUntil(ring.Now() + FromSeconds(100));
    const MaintenanceCounters after = ring.MaintenanceTotals();
    const auto sent = [](const MaintenanceCounters& c) {
        return std::accumulate(c.sent.begin(), c.sent.end(), 0.0);
    };
    const double messages = (sent(after) - sent(before)) / 100 / 64;
    RecordProperty("messages", std::to_string(messages));
    EXPECT_GT(messages, 6);
    EXPECT_LE(messages, 8);
    EXPECT_EQ(after.failures, 0u);
    EXPECT_EQ(after.timeouts, 0u);
    EXPECT_EQ(after.connected, before.connected);
}

TEST(MaintenanceRingTest, ItWorksWithAThirdOfTheDatagramsLost)
{
    LiveRingOptions options = Quiet();
    options.loss = 0.33;
    options.retry = FromSeconds(1);
    LiveRing ring(options, 32);
    test::Populate(ring, 32);
    // somebody is always thought dead for a moment: every now and then the tables are right
    EXPECT_NE(ring.Settle(FromSeconds(600)), kNever) << ring.Flaws();
}

TEST(MaintenanceRingTest, AFifthOfTheDatagramsLostDelaysTheTables)
{
    LiveRingOptions options = Quiet();
    options.loss = 0.2;
    options.retry = FromSeconds(1);
    LiveRing ring(options, 64);
    test::Populate(ring, 64);
    const Time took = ring.Settle(FromSeconds(300));
    RecordProperty("seconds", std::to_string(ToSeconds(took)));
    EXPECT_NE(took, kNever) << ring.Flaws();
}

TEST(MaintenanceRingTest, OneBootstrapPeerOfSeveralIsEnough)
{
    LiveRing ring(Quiet(), 10);
    test::Populate(ring, 5);
    ring.RunUntil(FromSeconds(5));
    ring.Join(5, {6, 7, 8, 9, 3});
    ring.RunUntil(FromSeconds(11));
    EXPECT_TRUE(ring.At(5).GetMembership().IsJoined());
    EXPECT_EQ(ring.Flaws(), "");
    EXPECT_EQ(ring.At(5).JoinFailures(), 0u);
}

TEST(MaintenanceRingTest, DeadBootstrapPeersAreReportedOnceAndInTime)
{
    LiveRing ring(Quiet(), 4);
    ring.Join(0, {1, 2});
    ring.Join(3, {});
    ring.RunUntil(FromSeconds(15));
    for (const std::size_t peer : {0, 3})
    {
        EXPECT_EQ(ring.At(peer).JoinFailures(), 1u);
        EXPECT_FALSE(ring.At(peer).GetMembership().IsJoined());
        EXPECT_FALSE(ring.At(peer).IsReady());
    }
    ring.RunUntil(FromSeconds(100));
    EXPECT_EQ(ring.At(0).JoinFailures(), 1u);
}

TEST(MaintenanceRingTest, APeerThatIsItsOwnBootstrapPeerFindsNobody)
{
    LiveRing ring(Quiet(), 1);
    ring.Join(0, {0});
    ring.RunUntil(FromSeconds(15));
    EXPECT_EQ(ring.At(0).JoinFailures(), 1u);
}

TEST(MaintenanceRingTest, TwoThatAreToldToJoinEachOtherFormARing)
{
    LiveRing ring(Quiet(), 3);
    ring.Join(0, {1});
    ring.Join(1, {0});
    EXPECT_NE(ring.Settle(FromSeconds(20)), kNever) << ring.Flaws();
    ring.Join(2, {0, 1});
    EXPECT_NE(ring.Settle(FromSeconds(20)), kNever) << ring.Flaws();
    for (const std::size_t peer : {0, 1, 2})
    {
        EXPECT_EQ(ring.At(peer).JoinFailures(), 0u);
    }
}

TEST(MaintenanceRingTest, WhoIsAskedBySomebodyElseBeginsNoRing)
{
    LiveRing ring(Quiet(), 3);
    ring.Join(0, {2}); // which is not there
    ring.Join(1, {0});
    ring.RunUntil(FromSeconds(30));
    EXPECT_EQ(ring.At(0).JoinFailures(), 1u);
    EXPECT_EQ(ring.At(1).JoinFailures(), 1u);
}

TEST(MaintenanceRingTest, WhoHasNoPlaceYetTakesItselfForNobody)
{
    test::IdleHost host;
    test::MersenneRandom random(1);
    PeerOptions options;
    options.self = LiveRing::EndpointOf(0);
    const Scheme& none = SchemeRegistry::Get().Find("none");
    Peer peer(options,
              JoinedPlace({}, random)(options.self, host),
              none.make(none.parameters),
              host,
              random);
    peer.Join(Time(0), {LiveRing::EndpointOf(1)});
    Request request;
    request.id = 1;
    request.source = LiveRing::EndpointOf(2);
    request.hopLimit = 10;
    Request lookup = request;
    lookup.kind = MessageKind::kLookup;
    EXPECT_TRUE(peer.OnRequest(Time(0), 1, request));
    EXPECT_EQ(peer.OnDatagram(Time(0), lookup.source, Datagram(lookup)), WireError::kNone);
    EXPECT_EQ(peer.GetCounters().delivered, 0u);
    EXPECT_EQ(peer.GetCounters().dropped[static_cast<std::size_t>(DropReason::kNoPlace)], 2u);
    EXPECT_TRUE(peer.IdentitiesHold());
}

} // namespace
} // namespace dht
