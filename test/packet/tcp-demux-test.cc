/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-neighbour-link.h"
#include "dht-tcp-demux.h"
#include "dht-tcp-socket.h"
#include "packet-ring.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <vector>

/// The short way of segments to their sockets: that it is taken, and that the outcome is the same.

namespace ns3
{
namespace
{

constexpr uint16_t DEMUX_CLIENT_PORT = 49153;
constexpr uint16_t DEMUX_SERVER_PORT = 7000;
constexpr uint32_t DEMUX_SENT = 3000; ///< Bytes: three segments.

/// Verifies checksums, as long as it lives.
class Checksums
{
  public:
    explicit Checksums(bool enabled)
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(enabled));
    }

    ~Checksums()
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
    }
};

/// A client and a server that reads at once.
class TcpDemuxTest : public testing::Test
{
  protected:
    TcpDemuxTest()
    {
        m_nodes.Create(2);
        m_addresses = AccessNetworkHelper().Install(m_nodes).addresses;
        m_listener = MakeSocket(1, DEMUX_SERVER_PORT);
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                const std::size_t which = m_accepted.size();
                m_accepted.push_back(DynamicCast<DhtTcpSocket>(socket));
                m_received.push_back(0);
                socket->SetRecvCallback(
                    Callback<void, Ptr<Socket>>([this, which](Ptr<Socket> from) {
                        while (const Ptr<Packet> packet = from->Recv())
                        {
                            m_received[which] += packet->GetSize();
                        }
                    }));
            }));
        m_listener->Listen();
    }

    ~TcpDemuxTest() override
    {
        Simulator::Destroy();
    }

    Ptr<DhtTcpSocket> MakeSocket(uint32_t node, uint16_t port)
    {
        auto socket = DhtTcpSocket::Create(m_nodes.Get(node));
        DhtTcpOptions{1448, 4096, 8192, false}.Apply(socket);
        EXPECT_EQ(socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port)), 0);
        return socket;
    }

    /// Connect from the port that is always the same, and send.
    void ConnectAndSend()
    {
        m_client = MakeSocket(0, DEMUX_CLIENT_PORT);
        m_client->SetConnectCallback(Callback<void, Ptr<Socket>>([](Ptr<Socket> socket) {
                                         socket->Send(Create<Packet>(DEMUX_SENT), 0);
                                     }),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_client->Connect(InetSocketAddress(m_addresses[1], DEMUX_SERVER_PORT));
    }

    void RunUntil(Time end)
    {
        Simulator::Stop(end - Simulator::Now());
        Simulator::Run();
    }

    uint64_t Shortened(uint32_t node)
    {
        return DhtTcpDemux::Of(m_nodes.Get(node))->GetShortened();
    }

    NodeContainer m_nodes;
    std::vector<Ipv4Address> m_addresses;
    Ptr<DhtTcpSocket> m_listener;
    Ptr<DhtTcpSocket> m_client;
    std::vector<Ptr<DhtTcpSocket>> m_accepted; ///< In the order in which they were.
    std::vector<uint32_t> m_received;          ///< Bytes, of each.
};

TEST_F(TcpDemuxTest, AConnectionTakesTheShortWay)
{
    ConnectAndSend();
    RunUntil(Seconds(5));
    ASSERT_EQ(m_received, std::vector<uint32_t>{DEMUX_SENT});
    // all but the SYN and the acknowledgement that makes it a connection
    EXPECT_EQ(Shortened(1), 3U);
    // the acknowledgements of the first two segments, and of the last when its timer ends
    EXPECT_EQ(Shortened(0), 2U);
}

TEST_F(TcpDemuxTest, ASuccessorGetsWhatIsItsOwn)
{
    ConnectAndSend();
    RunUntil(Seconds(5));
    ASSERT_EQ(m_accepted.size(), 1U);
    m_client->Abort();
    m_accepted[0]->Abort(); // and is still held here
    ConnectAndSend();
    RunUntil(Seconds(10));
    EXPECT_EQ(m_received, (std::vector<uint32_t>{DEMUX_SENT, DEMUX_SENT}));
    EXPECT_EQ(Shortened(1), 6U);
}

TEST_F(TcpDemuxTest, ASocketThatIsGoneIsForgotten)
{
    ConnectAndSend();
    RunUntil(Seconds(5));
    ASSERT_EQ(m_accepted.size(), 1U);
    m_accepted[0]->Abort();
    m_accepted.clear(); // the last that holds it
    bool isReset = false;
    const Callback<void, Ptr<Socket>> onReset([&isReset](Ptr<Socket>) { isReset = true; });
    m_client->SetCloseCallbacks(onReset, onReset);
    m_client->Send(Create<Packet>(DEMUX_SENT), 0);
    RunUntil(Seconds(10));
    EXPECT_EQ(Shortened(1), 3U);
    // its segments came to the listening socket
    EXPECT_TRUE(isReset);
}

/// What came of a ring that loses packets.
struct RingOutcome
{
    double achieved;
    double delay;
    uint64_t events;
    uint64_t shortened;
};

RingOutcome
RunRing(bool checksums)
{
    const Checksums verified(checksums);
    PacketRing ring(8);
    ring.Install("none", 300);
    const dht::RingResults results = ring.Run(Seconds(1), Seconds(4));
    return {results.achieved,
            results.delay.mean,
            Simulator::GetEventCount(),
            DhtTcpDemux::Of(ring.nodes.Get(0))->GetShortened()};
}

TEST(TcpDemuxRingTest, TheOutcomeIsThatOfTheLongWay)
{
    const RingOutcome shortWay = RunRing(false);
    const RingOutcome longWay = RunRing(true);
    EXPECT_GT(shortWay.shortened, 100U);
    EXPECT_EQ(longWay.shortened, 0U);
    EXPECT_GT(shortWay.achieved, 0);
    EXPECT_EQ(shortWay.achieved, longWay.achieved);
    EXPECT_EQ(shortWay.delay, longWay.delay);
    EXPECT_EQ(shortWay.events, longWay.events);
}

} // namespace
} // namespace ns3
