/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-network-helper.h"
#include "dht-socket-address.h"
#include "dht-stream-random.h"
#include "dht-transport-peer-links.h"
#include "dht-window.h"
#include "dht-wire-format.h"
#include "joining-ring.h"
#include "packet-ring.h"

#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"

#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <vector>

/// Links between peers over the overlay's own transport: one link, and rings.

namespace ns3
{
namespace
{

constexpr uint16_t LINK_PORT = 7000;
constexpr dht::LinkIndex LINK = 3;
constexpr std::size_t TRANSPORT_SEND_BUFFER = 16384;
constexpr std::size_t RECEIVE_WINDOW = 8192;
/// Bytes that are read at once, in which requests may be.
constexpr std::size_t READ_AT_ONCE = 2048;

/// An end of a link.
struct End
{
    dht::Endpoint at;                             //!< Where it is.
    std::unique_ptr<DhtStreamRandom> random;      //!< What it is lent.
    std::unique_ptr<DhtDatagramSocket> socket;    //!< Its socket.
    std::unique_ptr<DhtTransportPeerLinks> links; //!< Its links.
    std::vector<uint64_t> accepted;               //!< Ids of requests, in order.
    std::optional<dht::ConnectionId> refused;     //!< Where one was refused last.
    bool isAccepting{true};                       //!< Whether it accepts requests.
    std::vector<Time> lost;                       //!< When its link was lost.
    std::vector<Time> silent;                     //!< When it was silent.
    std::vector<Time> writable;                   //!< When it was writable.
    int closed{0};                                //!< Connections that are gone.
};

/// Two nodes, the first of which has a link to the second and sends as much as it takes.
class TransportLinksTest : public testing::Test
{
  protected:
    TransportLinksTest()
    {
        m_nodes.Create(2);
        AccessNetworkHelper helper;
        helper.SetConstantDelay(MilliSeconds(20));
        m_network = helper.Install(m_nodes);
        Make(m_a, 0);
        Make(m_b, 1);
    }

    ~TransportLinksTest() override
    {
        Destroy(m_a);
        Destroy(m_b);
        Simulator::Destroy();
    }

    void Make(End& end, uint32_t node)
    {
        end.at = dht::Endpoint::Ipv4(m_network.addresses[node].Get(), LINK_PORT);
        end.random = std::make_unique<DhtStreamRandom>();
        end.random->SetStream(node);
        end.socket = std::make_unique<DhtDatagramSocket>(
            m_nodes.Get(node),
            LINK_PORT,
            TRANSPORT_SEND_BUFFER,
            [](dht::Datagram&&, const dht::Endpoint&) { FAIL() << "there are no datagrams"; },
            [] {});
        dht::LinkTransport::Options options{{}, {TRANSPORT_SEND_BUFFER, 1, m_isMaintained}};
        options.transport.sendBuffer = TRANSPORT_SEND_BUFFER;
        options.transport.receiveWindow = RECEIVE_WINDOW;
        const auto window = DhtWindow::Create("multcp");
        end.links = std::make_unique<DhtTransportPeerLinks>(
            *end.socket,
            DhtTransportPeerLinks::Setup{end.at,
                                         options,
                                         [windows = window->With(*window)] { return windows(1); },
                                         *end.random},
            MakeListeners(end));
    }

    DhtPeerLinks::Listeners MakeListeners(End& end)
    {
        return {[](dht::LinkIndex) {},
                [this, &end](dht::LinkIndex link) {
                    EXPECT_EQ(link, LINK);
                    end.writable.push_back(Simulator::Now());
                    Fill();
                },
                [&end](dht::LinkIndex) { end.lost.push_back(Simulator::Now()); },
                [&end](dht::LinkIndex) { end.silent.push_back(Simulator::Now()); },
                [&end](dht::ConnectionId connection, dht::Request& request) {
                    if (end.isAccepting)
                    {
                        end.accepted.push_back(request.id);
                    }
                    else
                    {
                        end.refused = connection;
                    }
                    return end.isAccepting;
                },
                [&end](dht::ConnectionId) { ++end.closed; }};
    }

    static void Destroy(End& end)
    {
        end.links.reset();
        end.socket.reset();
    }

    /// Send as much as the link takes, of the requests that there are.
    void Fill()
    {
        dht::Request request;
        request.extras.Write().payload = dht::Payload::Zeros(200);
        request.source = m_a.at;
        const auto size = static_cast<uint32_t>(dht::FrameSize(request));
        while (m_sent < m_most && m_a.links->StateFor(LINK, size) == dht::LinkState::kReady)
        {
            request.id = m_sent++;
            m_a.links->Send(LINK, request);
            m_frame = size;
        }
    }

    /// Open the link. @param requests How many are sent.
    void Open(uint64_t requests)
    {
        m_most = requests;
        Simulator::ScheduleNow([this] { m_a.links->Open(LINK, m_b.at); });
    }

    static void RunUntil(Time end)
    {
        Simulator::Stop(end - Simulator::Now());
        Simulator::Run();
    }

    /// Expect that the second end has accepted every request that was sent, once and in order.
    void ExpectAll() const
    {
        ASSERT_EQ(m_b.accepted.size(), m_most);
        for (uint64_t i = 0; i < m_most; ++i)
        {
            ASSERT_EQ(m_b.accepted[i], i);
        }
    }

    NodeContainer m_nodes;
    AccessNetworkHelper::Network m_network;
    End m_a;
    End m_b;
    bool m_isMaintained{true};
    uint64_t m_sent{0};
    uint64_t m_most{0};
    std::size_t m_frame{0};
};

TEST_F(TransportLinksTest, RequestsArriveOnceAndInOrder)
{
    Open(2000);
    RunUntil(Seconds(10));
    ExpectAll();
    EXPECT_TRUE(m_a.lost.empty());
    EXPECT_TRUE(m_a.links->Transport()->IdentitiesHold());
    EXPECT_EQ(m_b.links->Find(m_a.links->GetLocal(LINK)), dht::ConnectionId{0});
}

/// Whoever is refused stops: no more is sent than the other end has room for.
TEST_F(TransportLinksTest, WhatIsRefusedClosesTheWindow)
{
    Open(2000);
    Simulator::Schedule(Seconds(1), [this] { m_b.isAccepting = false; });
    RunUntil(Seconds(20));
    ASSERT_TRUE(m_b.refused);
    const std::size_t held = m_frame * (m_sent - m_b.accepted.size());
    EXPECT_LE(held, TRANSPORT_SEND_BUFFER + RECEIVE_WINDOW + m_frame);
    EXPECT_GE(held, TRANSPORT_SEND_BUFFER + RECEIVE_WINDOW - m_frame);
    // in the receiver is its window, and what it was at work on
    const uint64_t arrived = m_b.links->Transport()->Counts().bytesRead;
    EXPECT_LE(arrived, m_frame * m_b.accepted.size() + READ_AT_ONCE);
    EXPECT_LT(m_sent, m_most);

    m_b.isAccepting = true;
    m_b.links->Resume(*m_b.refused);
    RunUntil(Seconds(30));
    ExpectAll();
    EXPECT_TRUE(m_a.lost.empty());
    EXPECT_TRUE(m_a.silent.empty()) << "a closed window is no silence";
}

TEST_F(TransportLinksTest, ALinkThatIsNotOpenTakesNothing)
{
    EXPECT_EQ(m_a.links->StateFor(LINK, 100), dht::LinkState::kDown);
    Open(0);
    RunUntil(MilliSeconds(10));
    EXPECT_EQ(m_a.links->StateFor(LINK, 100), dht::LinkState::kBusy);
    RunUntil(MilliSeconds(200));
    EXPECT_EQ(m_a.links->StateFor(LINK, 100), dht::LinkState::kReady);
    EXPECT_EQ(m_a.links->StateFor(LINK, TRANSPORT_SEND_BUFFER + 1), dht::LinkState::kDown);
    m_a.links->Close(LINK);
    EXPECT_EQ(m_a.links->StateFor(LINK, 100), dht::LinkState::kDown);
}

/// As with TCP: silence is told soon, the link lost after 7 s, and opened again, later and later.
TEST_F(TransportLinksTest, ANeighbourThatCrashesIsNoticed)
{
    Open(100000);
    RunUntil(Seconds(2));
    m_b.links->Abort();
    RunUntil(Seconds(60));
    ASSERT_FALSE(m_a.silent.empty());
    EXPECT_LT(m_a.silent.front(), Seconds(4));
    // lost at 9 s; each attempt takes 7 s, the pauses before them are 1, 2, 4, 8 s
    ASSERT_EQ(m_a.lost.size(), 5U);
    EXPECT_NEAR(m_a.lost[0].GetSeconds(), 9, 1);
    for (std::size_t i = 1; i < m_a.lost.size(); ++i)
    {
        EXPECT_NEAR((m_a.lost[i] - m_a.lost[i - 1]).GetSeconds(), 7 + (1 << (i - 1)), 0.1);
    }
}

TEST_F(TransportLinksTest, ANeighbourThatStartsAgainIsFoundAgain)
{
    Open(100000);
    RunUntil(Seconds(2));
    Destroy(m_b);
    Make(m_b, 1);
    m_b.accepted.clear();
    RunUntil(Seconds(5));
    EXPECT_EQ(m_a.lost.size(), 1U);
    EXPECT_GT(m_b.accepted.size(), 10U);
}

/// Who goes in good order sends what its buffers hold, and tells the neighbours.
TEST_F(TransportLinksTest, WhatWasSentArrivesAfterTheEnd)
{
    Open(60);
    RunUntil(MilliSeconds(150));
    ASSERT_GT(m_sent, m_b.accepted.size());
    m_most = m_sent;
    m_a.links->CloseAll();
    EXPECT_FALSE(m_a.links->IsClosed());
    RunUntil(Seconds(2));
    ExpectAll();
    EXPECT_TRUE(m_a.links->IsClosed());
    EXPECT_EQ(m_b.closed, 1);
}

TEST_F(TransportLinksTest, WhoGoesTellsThoseWhoSendToIt)
{
    Open(10);
    RunUntil(Seconds(2));
    m_b.links->CloseAll();
    EXPECT_TRUE(m_b.links->IsClosed());
    RunUntil(MilliSeconds(2100));
    EXPECT_EQ(m_a.lost.size(), 1U);
    EXPECT_EQ(m_b.closed, 0) << "whoever closes knows";
}

/// @param transport The attribute's value. @param keys Of the requests of one peer.
void
RecordKeys(const std::string& transport, std::vector<dht::Key>& keys)
{
    PacketRing ring(8);
    ring.helper.SetAttribute("Transport", StringValue(transport));
    ring.Install("none", 20);
    ring.Peer(3)->TraceConnectWithoutContext(
        "Issued",
        Callback<void, const dht::Request&>(
            [&keys](const dht::Request& request) { keys.push_back(request.key); }));
    ring.Run(Seconds(3), Seconds(8));
}

TEST(TransportRingTest, TheWorkloadDoesNotDependOnTheTransport)
{
    std::vector<dht::Key> keys[2];
    RecordKeys("Tcp", keys[0]);
    RecordKeys("Dtl", keys[1]);
    ASSERT_GT(keys[0].size(), 50U);
    EXPECT_EQ(keys[0], keys[1]);
}

TEST(TransportRingTest, NonsenseIsCountedAndHarmless)
{
    PacketRing ring(4);
    ring.helper.SetAttribute("Transport", StringValue("Dtl"));
    ring.helper.SetAttribute("Requests", UintegerValue(50));
    ring.Install("none", 10);
    Simulator::Schedule(Seconds(3), [&] {
        auto socket = Socket::CreateSocket(ring.nodes.Get(0), UdpSocketFactory::GetTypeId());
        socket->Bind();
        socket->Connect(InetSocketAddress(ring.addresses[1], 7000));
        socket->Send(Create<Packet>(100)); // zeros: a packet of no kind
    });
    ring.Run(Seconds(2), Seconds(30));
    EXPECT_EQ(ring.monitor->GetTransportCounters().TotalRejected(), 1U);
    EXPECT_EQ(ring.monitor->GetWireErrors(), 0U);
    EXPECT_EQ(ring.monitor->GetCounters().answered, 200U);
    EXPECT_TRUE(ring.monitor->IdentitiesHold());
}

TEST(TransportRingTest, AQuarterCrashesAndTheOthersCloseTheRing)
{
    Config::SetDefault("ns3::DhtPeerApplication::Transport", StringValue("Dtl"));
    JoiningRing ring(16);
    DhtLookupMonitor lookups(ring.peers, ring.check, nullptr);
    for (const uint32_t victim : {1, 6, 7, 12})
    {
        Simulator::Schedule(Seconds(30), &DhtPeerApplication::Crash, ring.Peer(victim));
    }
    Simulator::Schedule(Seconds(60), &DhtPeerApplication::Return, ring.Peer(7));
    Simulator::Schedule(Seconds(70), &DhtLookupMonitor::Begin, &lookups);
    Simulator::Schedule(Seconds(80), &DhtLookupMonitor::End, &lookups);
    const DhtRingState state = ring.RunUntil(Seconds(85));
    EXPECT_EQ(state.up, 13U);
    EXPECT_TRUE(state.IsComplete());
    const DhtLookupResults results = lookups.GetResults();
    EXPECT_GT(results.issued, 50U);
    EXPECT_EQ(results.right, results.issued);
    ring.ExpectIdentities();
    EXPECT_GT(ring.Peer(0)->GetTotals().transport.packetsSent, 0U);
}

/// A peer that leaves and is back before its links have sent all has its port again.
TEST(TransportRingTest, WhoLeavesMayBeBackAtOnce)
{
    Config::SetDefault("ns3::DhtPeerApplication::Transport", StringValue("Dtl"));
    JoiningRing ring(8);
    ring.RunUntil(Seconds(20));
    ring.Peer(5)->Leave();
    ring.Peer(5)->Return();
    EXPECT_EQ(ring.Peer(5)->GetSessions(), 2U);
    EXPECT_TRUE(ring.RunUntil(Seconds(60)).IsComplete());
    ring.ExpectIdentities();
}

} // namespace
} // namespace ns3
