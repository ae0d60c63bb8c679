/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "joining-ring.h"
#include "program-run.h"

#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Peers that join a ring at packet level, crash, leave and return.

namespace
{

using namespace ns3;

class JoiningRingTest : public testing::TestWithParam<std::string>
{
};

TEST_P(JoiningRingTest, EverybodyEndsInTheIdealRing)
{
    JoiningRing ring(16, GetParam());
    const DhtRingState state = ring.RunUntil(Seconds(30));
    EXPECT_EQ(state.up, 16U);
    EXPECT_EQ(state.members, 16U);
    EXPECT_EQ(state.predecessors, 16U);
    EXPECT_EQ(state.successors, 16U);
    EXPECT_EQ(state.fingers, 16U);
    EXPECT_TRUE(state.IsComplete());
}

INSTANTIATE_TEST_SUITE_P(Joining, JoiningRingTest, testing::Values("access", "star"));

TEST(JoiningRingTest, WhereAPlaceCostsWorkWhoDoesNoneHasNone)
{
    Config::SetDefault("ns3::DhtPeerApplication::Puzzle", UintegerValue(8));
    JoiningRing ring(8);
    ring.Peer(5)->SetAttribute("Puzzle", UintegerValue(0));
    const DhtRingState state = ring.RunUntil(Seconds(30));
    EXPECT_EQ(state.up, 8U);
    EXPECT_EQ(state.members, 7U);
    EXPECT_FALSE(ring.Peer(5)->IsMember());
    EXPECT_GT(ring.Peer(0)->GetTotals().maintenance.unsolved, 0U);
}

TEST(JoiningRingTest, ALonePeerIsAWholeRing)
{
    JoiningRing ring(1);
    EXPECT_TRUE(ring.RunUntil(Seconds(5)).IsComplete());
    EXPECT_EQ(ring.Peer(0)->GetMembership()->Predecessor(), std::nullopt);
}

TEST(JoiningRingTest, LookupsAreAnsweredByTheResponsiblePeer)
{
    JoiningRing ring(16);
    DhtLookupMonitor lookups(ring.peers, ring.check, nullptr);
    Simulator::Schedule(Seconds(30), &DhtLookupMonitor::Begin, &lookups);
    Simulator::Schedule(Seconds(40), &DhtLookupMonitor::End, &lookups);
    ring.RunUntil(Seconds(41));
    const DhtLookupResults results = lookups.GetResults();
    EXPECT_GT(results.issued, 100U);
    EXPECT_EQ(results.right, results.issued);
    EXPECT_GT(results.hopsMean, 1);
    ring.ExpectIdentities();
}

TEST(JoiningRingTest, AQuarterCrashesAndTheOthersCloseTheRing)
{
    JoiningRing ring(16);
    DhtLookupMonitor lookups(ring.peers, ring.check, nullptr);
    for (const uint32_t victim : {1, 6, 7, 12})
    {
        Simulator::Schedule(Seconds(30), &DhtPeerApplication::Crash, ring.Peer(victim));
    }
    Simulator::Schedule(Seconds(60), &DhtLookupMonitor::Begin, &lookups);
    Simulator::Schedule(Seconds(70), &DhtLookupMonitor::End, &lookups);
    const DhtRingState state = ring.RunUntil(Seconds(75));
    EXPECT_EQ(state.up, 12U);
    EXPECT_TRUE(state.IsComplete());
    const DhtLookupResults results = lookups.GetResults();
    EXPECT_GT(results.issued, 50U);
    EXPECT_EQ(results.right, results.issued);
    ring.ExpectIdentities();
}

/// Whoever crashes says nothing: no packet of its node is seen after that.
TEST(JoiningRingTest, APeerThatHasCrashedIsSilent)
{
    JoiningRing ring(4);
    ring.RunUntil(Seconds(20));
    ring.Peer(2)->Crash();
    const auto device = DynamicCast<AccessNetDevice>(ring.network.devices.Get(2));
    const uint64_t sent = device->GetSent();
    EXPECT_GT(sent, 0U);
    EXPECT_FALSE(ring.Peer(2)->IsUp());
    ring.RunUntil(Seconds(40));
    EXPECT_EQ(device->GetSent(), sent);
}

TEST(JoiningRingTest, WhoeverLeavesIsMissedAtOnce)
{
    JoiningRing ring(16);
    ring.RunUntil(Seconds(30));
    ring.Peer(5)->Leave();
    EXPECT_TRUE(ring.Peer(5)->IsUp());
    EXPECT_FALSE(ring.Peer(5)->IsMember());
    // its neighbours on the ring need not find out; for others it is gone when it closes its links
    const DhtRingState state = ring.RunUntil(Seconds(31));
    EXPECT_FALSE(ring.Peer(5)->IsUp());
    EXPECT_EQ(state.up, 15U);
    EXPECT_EQ(state.predecessors, 15U);
    EXPECT_EQ(ring.Failures(), 0U);
}

TEST(JoiningRingTest, WhoeverReturnsHasItsPlaceAgain)
{
    for (const bool crash : {false, true})
    {
        JoiningRing ring(16);
        ring.RunUntil(Seconds(30));
        const auto peer = ring.Peer(5);
        const dht::Counters before = peer->GetCounters();
        EXPECT_GT(before.issued, 0U);
        crash ? peer->Crash() : peer->Leave();
        ring.RunUntil(Seconds(50));
        peer->Return();
        EXPECT_EQ(peer->GetSessions(), 2U);
        EXPECT_TRUE(ring.RunUntil(Seconds(80)).IsComplete());
        // counters are sums over both sessions
        EXPECT_GT(peer->GetCounters().issued, before.issued);
        EXPECT_EQ(peer->GetPeer()->GetCounters().issued + before.issued,
                  peer->GetCounters().issued);
        ring.ExpectIdentities();
    }
}

/// A second is what a peer that leaves goes on relaying; it may be wanted again before.
TEST(JoiningRingTest, WhoeverLeavesMayReturnAtOnce)
{
    JoiningRing ring(8);
    ring.RunUntil(Seconds(20));
    ring.Peer(3)->Leave();
    ring.RunUntil(Seconds(20.5));
    ring.Peer(3)->Return();
    EXPECT_TRUE(ring.RunUntil(Seconds(50)).IsComplete());
    EXPECT_EQ(ring.Peer(3)->GetSessions(), 2U);
    ring.ExpectIdentities();
}

TEST(JoiningRingTest, AStopIsALeave)
{
    JoiningRing ring(8);
    ring.Peer(3)->SetStopTime(Seconds(30));
    // its neighbours are told; whoever else has a link finds out a second later, when it closes
    const DhtRingState state = ring.RunUntil(Seconds(31));
    EXPECT_EQ(state.up, 7U);
    EXPECT_EQ(state.predecessors, 7U);
    EXPECT_EQ(ring.Failures(), 0U);
    ring.RunUntil(Seconds(33));
    ring.Peer(3)->Return();
    EXPECT_FALSE(ring.Peer(3)->IsUp()) << "the application does not run any more";
}

/// All are gone: the first one that returns begins a new ring, and the others find it.
TEST(JoiningRingTest, ARingThatWasLostBeginsAnew)
{
    JoiningRing ring(4);
    ring.RunUntil(Seconds(20));
    for (uint32_t i = 0; i < 4; ++i)
    {
        ring.Peer(i)->Crash();
    }
    EXPECT_EQ(ring.RunUntil(Seconds(25)).members, 0U);
    for (uint32_t i = 0; i < 4; ++i)
    {
        Simulator::Schedule(Seconds(i), &DhtPeerApplication::Return, ring.Peer(i));
    }
    EXPECT_TRUE(ring.RunUntil(Seconds(60)).IsComplete());
}

/// Real peers and simulated ones in one ring need no more than this: an endpoint to ask.
TEST(JoiningRingTest, AnEndpointIsEnoughToJoin)
{
    JoiningRing ring(4);
    NodeContainer more;
    more.Create(1);
    AccessNetworkHelper network;
    const Ipv4Address address("10.0.0.77");
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
    stack.Install(more);
    const auto device = network.AddDevice(more.Get(0), ring.network.channel, address);
    const auto ipv4 = more.Get(0)->GetObject<Ipv4>();
    const uint32_t interface = ipv4->AddInterface(device);
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(address, "255.0.0.0"));
    ipv4->SetUp(interface);
    const auto known = ring.Peer(0)->GetEndpoint();
    ApplicationContainer late = ring.helper.InstallJoining(more, {address}, [known] {
        return std::vector<dht::Endpoint>{known};
    });
    late.Start(Seconds(10));
    ring.peers.Add(late);
    DhtRingCheck all(ring.peers);
    Simulator::Stop(Seconds(30));
    Simulator::Run();
    const DhtRingState state = all.Look();
    EXPECT_EQ(state.members, 5U);
    EXPECT_TRUE(state.IsComplete());
}

/// A connection to a peer that has crashed and returned is dead, but TCP would wait for a minute.
TEST(JoiningRingTest, LinksFindAPeerThatHasReturned)
{
    JoiningRing ring(8);
    ring.RunUntil(Seconds(20));
    ring.Peer(2)->Crash();
    ring.RunUntil(Seconds(24)); // before anybody gives it up
    ring.Peer(2)->Return();
    ring.RunUntil(Seconds(50));
    const uint64_t before = ring.Peer(2)->GetCounters().delivered;
    DhtLookupMonitor lookups(ring.peers, ring.check, nullptr);
    lookups.Begin();
    Simulator::Schedule(Seconds(10), &DhtLookupMonitor::End, &lookups);
    EXPECT_TRUE(ring.RunUntil(Seconds(61)).IsComplete());
    const DhtLookupResults results = lookups.GetResults();
    EXPECT_EQ(results.right, results.issued);
    EXPECT_LT(results.delay.percentiles.back(), 1);
    EXPECT_GT(ring.Peer(2)->GetCounters().delivered, before);
}

TEST(JoiningRingTest, ReadyMadePeersReturnToo)
{
    NodeContainer nodes;
    nodes.Create(8);
    const auto addresses = AccessNetworkHelper().Install(nodes).addresses;
    DhtHelper helper;
    helper.SetScheme("marking");
    helper.SetAttribute("Load", DoubleValue(5));
    const ApplicationContainer peers = helper.Install(nodes, addresses);
    DhtHelper::AssignStreams(peers, 1);
    const auto peer = DynamicCast<DhtPeerApplication>(peers.Get(3));
    Simulator::Schedule(Seconds(10), &DhtPeerApplication::Crash, peer);
    Simulator::Schedule(Seconds(15), &DhtPeerApplication::Return, peer);
    Simulator::Stop(Seconds(90));
    Simulator::Run();
    EXPECT_EQ(peer->GetSessions(), 2U);
    EXPECT_GT(peer->GetPeer()->GetCounters().answered, 200U);
    EXPECT_GT(peer->GetPeer()->GetCounters().delivered, 200U);
    EXPECT_TRUE(peer->IdentitiesHold());
    Simulator::Destroy();
}

TEST(JoiningProgramTest, TheSummaryTellsOfTheRing)
{
    const ProgramRun run = RunProgram("collapse",
                                      "--ring=joining --peers=16 --join-time=5s --load=5 "
                                      "--warmup=1s --duration=5s --quiet");
    ASSERT_EQ(run.status, 0) << run.errors;
    const auto summary = run.Json();
    EXPECT_EQ(summary["options"]["ids"], "sha1");
    EXPECT_TRUE(summary["ring"]["complete"]);
    EXPECT_EQ(summary["ring"]["right_fingers"], 16);
    EXPECT_LT(summary["ring"]["complete_since_s"], 35);
    EXPECT_TRUE(summary["counters"]["identities_hold"]);
    EXPECT_FALSE(
        RunProgram("collapse", "--peers=4 --load=5 --warmup=1s --duration=1s --scheme=none --quiet")
            .Json()
            .contains("ring"));
}

class JoiningOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(JoiningOptionTest, IsRefused)
{
    ExpectRefused("collapse", GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Joining,
    JoiningOptionTest,
    testing::Values(BadOption{"--ring=broken", "--ring=broken", "ready, joining"},
                    BadOption{"--join-time=5s", "--join-time", "--ring=joining"},
                    BadOption{"--ring=joining --overlay=tree", "--overlay=tree", "chord"},
                    BadOption{"--ring=joining --ids=even", "--ids=even", "sha1"},
                    BadOption{"--ring=joining --wrong-entries=5", "--wrong-entries", "ready"}));

} // namespace
