/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "expect-invalid.h"
#include "packet-ring.h"
#include "test-name.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Small rings of DhtPeerApplications over ns-3's TCP/IP.

namespace ns3
{
namespace
{

std::string
NameOf(const testing::TestParamInfo<std::string>& info)
{
    return TestName(info.param);
}

class EverySchemePacketTest : public testing::TestWithParam<std::string>
{
};

TEST(RingMonitorTest, ResultsAreUntilNowAsLongAsTheWindowHasNotEnded)
{
    PacketRing ring(8);
    ring.Install("credit", 20);
    EXPECT_EQ(ring.monitor->GetResults().achieved, 0); // no window, and not NaN
    EXPECT_EQ(ring.monitor->GetResults().levelDeviation, 0);
    Simulator::Schedule(Seconds(4), &RingMonitor::Begin, ring.monitor.get());
    Simulator::Stop(Seconds(8));
    Simulator::Run();
    const dht::RingResults now = ring.monitor->GetResults();
    ring.monitor->End();
    const dht::RingResults ended = ring.monitor->GetResults();
    EXPECT_EQ(now.window, 4);
    EXPECT_NEAR(now.achieved, 20, 4);
    EXPECT_EQ(now.achieved, ended.achieved);
    EXPECT_EQ(now.outstandingMean, ended.outstandingMean);
    EXPECT_EQ(now.rateDeviation, ended.rateDeviation);
}

TEST(DhtHelperTest, WrongArgumentsAreExceptionsThatSayWhatIsKnown)
{
    DhtHelper helper;
    ExpectInvalid([&] { helper.SetScheme("foo"); },
                  "'foo': known are none, credit, back-pressure, marking");
    ExpectInvalid([&] { helper.SetOverlay("foo"); }, "chord, chord-pns, tree, small-world");
    ExpectInvalid([&] { helper.SetWrongEntries(2); }, "from 0 to 1");
    ExpectInvalid([&] { helper.Install(NodeContainer(), {}); }, "at least one node");
    ExpectInvalid([&] { helper.InstallJoining(NodeContainer(2), {"10.0.0.1"}); },
                  "one address for each node");
    Simulator::Destroy();
}

TEST_P(EverySchemePacketTest, TheIdentitiesHoldInAnOverloadedRing)
{
    PacketRing ring(16);
    ring.Install(GetParam(), 250);
    const dht::RingResults results = ring.Run(Seconds(4), Seconds(10));
    EXPECT_TRUE(ring.monitor->IdentitiesHold());
    EXPECT_GT(results.achieved, 0);
    const dht::Counters counters = ring.monitor->GetCounters();
    EXPECT_EQ(counters.issued,
              counters.answered + counters.givenUp + ring.monitor->GetOutstanding());
    EXPECT_EQ(ring.monitor->GetWireErrors(), 0U);
    if (GetParam() == "back-pressure")
    {
        EXPECT_EQ(counters.TotalDropped(), 0U);
        EXPECT_EQ(counters.retransmitted, 0U);
        EXPECT_GT(counters.blocked, 0U);
    }
    if (GetParam() == "none")
    {
        EXPECT_GT(counters.TotalDropped(), 0U);
        EXPECT_EQ(counters.retransmitted, 0U);
    }
}

TEST_P(EverySchemePacketTest, AModestLoadIsAnsweredAsItComes)
{
    PacketRing ring(16);
    ring.helper.SetAttribute("Requests", UintegerValue(100));
    ring.Install(GetParam(), 20);
    const dht::RingResults results = ring.Run(Seconds(3), Seconds(60));
    EXPECT_TRUE(ring.monitor->IsFinished());
    const dht::Counters counters = ring.monitor->GetCounters();
    EXPECT_EQ(counters.answered, 1600U);
    EXPECT_EQ(counters.TotalDropped(), 0U);
    // 16 even peers are 2 hops apart on average
    EXPECT_NEAR(results.hopsMean, 2, 0.1);
    EXPECT_EQ(counters.delivered, 1600U + counters.retransmitted);
}

TEST_P(EverySchemePacketTest, TheTraceSourcesTellWhatTheCountersCount)
{
    PacketRing ring(8);
    ring.Install(GetParam(), 300);
    dht::Counters traced;
    auto count = [](uint64_t& counter) {
        return Callback<void, const dht::Request&>([&counter](const dht::Request&) { ++counter; });
    };
    for (uint32_t i = 0; i < 8; ++i)
    {
        const auto peer = ring.Peer(i);
        peer->TraceConnectWithoutContext("Issued", count(traced.issued));
        peer->TraceConnectWithoutContext("Delivered", count(traced.delivered));
        peer->TraceConnectWithoutContext("Marked", count(traced.marked));
        peer->TraceConnectWithoutContext("Retransmitted", count(traced.retransmitted));
        peer->TraceConnectWithoutContext(
            "Relayed",
            Callback<void, uint32_t, const dht::Request&>(
                [&traced](uint32_t, const dht::Request&) { ++traced.forwarded; }));
        peer->TraceConnectWithoutContext(
            "Dropped",
            Callback<void, const dht::DropEvent&>([&traced](const dht::DropEvent& drop) {
                ++traced.dropped[static_cast<std::size_t>(drop.reason)];
            }));
        peer->TraceConnectWithoutContext("Answered",
                                         Callback<void, const dht::Answer&>(
                                             [&traced](const dht::Answer&) { ++traced.answered; }));
    }
    ring.Run(Seconds(3), Seconds(8));
    const dht::Counters counted = ring.monitor->GetCounters();
    EXPECT_EQ(traced.issued, counted.issued);
    EXPECT_EQ(traced.delivered, counted.delivered);
    EXPECT_EQ(traced.marked, counted.marked);
    EXPECT_EQ(traced.retransmitted, counted.retransmitted);
    EXPECT_EQ(traced.forwarded, counted.forwarded);
    EXPECT_EQ(traced.answered, counted.answered);
    EXPECT_EQ(traced.dropped, counted.dropped);
    EXPECT_GT(traced.answered, 0U);
}

INSTANTIATE_TEST_SUITE_P(PacketRing,
                         EverySchemePacketTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         NameOf);

TEST(PacketRingTest, TheStarGivesTheSameResults)
{
    dht::RingResults results[2];
    for (const int i : {0, 1})
    {
        PacketRing ring(16, i == 0 ? "access" : "star");
        ring.Install("none", 130);
        results[i] = ring.Run(Seconds(5), Seconds(25));
    }
    EXPECT_NEAR(results[0].achieved, results[1].achieved, 0.01 * results[1].achieved);
    EXPECT_NEAR(results[0].delay.mean, results[1].delay.mean, 0.05 * results[1].delay.mean);
}

TEST(PacketRingTest, HashedIdsReachTheResponsiblePeersToo)
{
    PacketRing ring(16);
    ring.helper.SetIds(DhtHelper::SHA1);
    ring.helper.SetAttribute("Requests", UintegerValue(50));
    ring.Install("none", 10);
    ring.Run(Seconds(3), Seconds(30));
    EXPECT_EQ(ring.monitor->GetCounters().answered, 800U);
}

TEST(PacketRingTest, TheWorkloadDoesNotDependOnTheScheme)
{
    std::vector<dht::Key> keys[2];
    for (const int i : {0, 1})
    {
        PacketRing ring(8);
        ring.Install(i == 0 ? "none" : "marking", 20);
        ring.Peer(3)->TraceConnectWithoutContext(
            "Issued",
            Callback<void, const dht::Request&>(
                [&keys, i](const dht::Request& request) { keys[i].push_back(request.key); }));
        ring.Run(Seconds(3), Seconds(8));
    }
    const std::size_t common = std::min(keys[0].size(), keys[1].size());
    ASSERT_GT(common, 50U);
    EXPECT_TRUE(std::equal(keys[0].begin(), keys[0].begin() + common, keys[1].begin()));
}

TEST(PacketRingTest, AnAttributeOfASchemeChangesWhatPeersDo)
{
    double outstanding[2];
    for (const int i : {0, 1})
    {
        PacketRing ring(8);
        if (i == 1)
        {
            // with ssthresh at 1, credits grow by one each time all of them were answered
            Config::SetDefault("ns3::DhtCredit::InitialSsthresh", DoubleValue(1));
        }
        ring.Install("credit", 0);
        outstanding[i] = ring.Run(Seconds(2), Seconds(3)).outstandingMean;
    }
    EXPECT_LT(outstanding[1], 0.5 * outstanding[0]);
}

/// Nonsense on a peer's TCP and UDP ports is counted and does no harm.
TEST(PacketRingTest, MalformedInputIsCountedAndHarmless)
{
    PacketRing ring(4);
    ring.helper.SetAttribute("Requests", UintegerValue(50));
    ring.Install("none", 10);
    const auto send = [&](const TypeId& factory) {
        auto socket = Socket::CreateSocket(ring.nodes.Get(0), factory);
        socket->Bind();
        socket->Connect(InetSocketAddress(ring.addresses[1], 7000));
        socket->Send(Create<Packet>(100)); // zeros: a frame of no length
    };
    Simulator::Schedule(Seconds(3), [&] { send(UdpSocketFactory::GetTypeId()); });
    Simulator::Schedule(Seconds(3), [&] { send(TcpSocketFactory::GetTypeId()); });
    ring.Run(Seconds(2), Seconds(30));
    EXPECT_EQ(ring.monitor->GetWireErrors(), 2U);
    EXPECT_EQ(ring.monitor->GetCounters().answered, 200U);
    EXPECT_TRUE(ring.monitor->IdentitiesHold());
}

/// With every neighbour gone, requests are dropped at once; the bound keeps the peer finite.
TEST(PacketRingTest, WithoutNeighboursWhatAPeerRemembersIsBounded)
{
    PacketRing ring(2);
    ring.helper.SetAttribute("MaxOutstanding", UintegerValue(500));
    ring.Install("back-pressure", 0);
    ring.peers.Get(1)->SetStopTime(Seconds(3));
    ring.Run(Seconds(4), Seconds(10));
    EXPECT_EQ(ring.Peer(0)->GetPeer()->Outstanding(), 500U);
    EXPECT_TRUE(ring.monitor->IdentitiesHold());
}

/// A frame that no relay could send on ends its connection instead of blocking a queue.
TEST(PacketRingTest, AFrameLongerThanARelayCanSendIsRejected)
{
    PacketRing ring(4);
    ring.helper.SetAttribute("SendBuffer", UintegerValue(300));
    ring.Install("none", 10);
    ring.Peer(0)->SetAttribute("SendBuffer", UintegerValue(4096));
    ring.Peer(0)->SetAttribute("MessageSize", UintegerValue(1000));
    ring.Run(Seconds(3), Seconds(10));
    EXPECT_GT(ring.monitor->GetWireErrors(), 0U);
    EXPECT_GT(ring.Peer(1)->GetPeer()->GetCounters().answered, 50U);
    EXPECT_TRUE(ring.monitor->IdentitiesHold());
}

/// A monitor may go before the simulation does.
TEST(PacketRingTest, AMonitorMayGoFirst)
{
    PacketRing ring(4);
    ring.Install("none", 10);
    ring.monitor.reset();
    Simulator::Stop(Seconds(4));
    Simulator::Run();
    EXPECT_GT(ring.Peer(0)->GetPeer()->GetCounters().answered, 0U);
}

/// A peer that starts late is watched like the others.
TEST(PacketRingTest, PeersMayStartLate)
{
    PacketRing ring(4);
    ring.helper.SetAttribute("Requests", UintegerValue(20));
    ring.Install("none", 10);
    ring.peers.Get(2)->SetStartTime(Seconds(3));
    ring.Run(Seconds(1), Seconds(30));
    EXPECT_EQ(ring.monitor->GetCounters().issued, 80U);
    EXPECT_TRUE(ring.monitor->IdentitiesHold());
}

/// A link that cannot even be tried is down, and tried again.
TEST(PacketRingTest, ANeighbourWithoutARouteIsDown)
{
    PacketRing ring(4);
    ring.addresses[2] = Ipv4Address("192.168.0.1"); // outside of the access network
    ring.helper.SetAttribute("RequestLifetime", TimeValue(Seconds(2)));
    ring.Install("none", 20);
    ring.Run(Seconds(3), Seconds(20));
    const dht::Counters counters = ring.monitor->GetCounters();
    EXPECT_GT(counters.dropped[static_cast<std::size_t>(dht::DropReason::kLinkDown)], 100U);
    EXPECT_EQ(counters.dropped[static_cast<std::size_t>(dht::DropReason::kQueueFull)], 0U);
    EXPECT_TRUE(ring.monitor->IdentitiesHold());
}

/// A peer that goes away takes its requests with it, but nobody crashes, hangs or miscounts.
TEST(PacketRingTest, APeerThatStopsLeavesTheOthersSound)
{
    for (const std::string scheme : {"none", "credit", "back-pressure", "marking"})
    {
        PacketRing ring(8);
        ring.Install(scheme, 30);
        ring.peers.Get(5)->SetStopTime(Seconds(5));
        const dht::RingResults results = ring.Run(Seconds(7), Seconds(12));
        EXPECT_TRUE(ring.monitor->IdentitiesHold()) << scheme;
        if (scheme == "credit")
        {
            // requests for the lost peer's keys hold the few credits until they are given up
            continue;
        }
        EXPECT_GT(results.achieved, 1) << scheme;
    }
}

} // namespace
} // namespace ns3
