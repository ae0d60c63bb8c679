/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-network-helper.h"
#include "dht-neighbour-link.h"
#include "dht-tcp-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-raw-socket-factory.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <vector>

/// A peer that was killed and is back, and connects from a port that its neighbour knows.

namespace ns3
{
namespace
{

constexpr uint16_t CLIENT_PORT = 49153;
constexpr uint16_t SERVER_PORT = 7000;
constexpr uint32_t SENT = 1000; ///< Bytes, on the first connection.
const Time KILLED = Seconds(5);
const Time BACK = Seconds(8);
const Time DELAY = MilliSeconds(20);

/// A client, and a server whose answers to a client that it knows already are those of Linux.
class HalfOpenTest : public testing::Test
{
  protected:
    HalfOpenTest()
    {
        m_nodes.Create(2);
        AccessNetworkHelper helper;
        helper.SetConstantDelay(DELAY);
        m_addresses = helper.Install(m_nodes).addresses;
        m_listener = MakeSocket(1, SERVER_PORT);
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                m_accepted.push_back(socket);
                const Callback<void, Ptr<Socket>> onLost([this](Ptr<Socket>) { ++m_reset; });
                socket->SetCloseCallbacks(onLost, onLost);
            }));
        m_listener->Listen();
        m_linux = Socket::CreateSocket(m_nodes.Get(1), Ipv4RawSocketFactory::GetTypeId());
        const auto tcp = m_nodes.Get(1)->GetObject<TcpL4Protocol>();
        m_linux->SetAttribute("Protocol", UintegerValue(tcp->GetProtocolNumber()));
        m_linux->SetRecvCallback(
            Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { ChallengeSyn(); }));
        m_linux->Bind();
    }

    ~HalfOpenTest() override
    {
        Simulator::Destroy();
    }

    Ptr<DhtTcpSocket> MakeSocket(uint32_t node, uint16_t port)
    {
        auto socket = DhtTcpSocket::Create(m_nodes.Get(node));
        DhtTcpOptions{1448, 4096, 8192, true}.Apply(socket);
        EXPECT_EQ(socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port)), 0);
        return socket;
    }

    /// Connect from the port that is always the same.
    void Connect()
    {
        m_client = MakeSocket(0, CLIENT_PORT);
        m_client->SetConnectCallback(
            Callback<void, Ptr<Socket>>(
                [this](Ptr<Socket>) { m_connected.push_back(Simulator::Now()); }),
            Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { ++m_failed; }));
        m_client->Connect(InetSocketAddress(m_addresses[1], SERVER_PORT));
    }

    /// A SYN to a connection that is there: ns-3 says nothing, Linux tells what it has got
    /// (RFC 5961, section 4).
    void ChallengeSyn()
    {
        const Ptr<Packet> packet = m_linux->Recv();
        Ipv4Header ip;
        TcpHeader tcp;
        packet->RemoveHeader(ip);
        packet->RemoveHeader(tcp);
        if (tcp.GetFlags() != TcpHeader::SYN || Simulator::Now() < KILLED || m_reset > 0)
        {
            return;
        }
        TcpHeader challenge;
        challenge.SetFlags(TcpHeader::ACK);
        challenge.SetAckNumber(SequenceNumber32(1 + SENT));
        challenge.SetWindowSize(8192);
        SendToClient(challenge);
    }

    /// A segment without data from the server's machine. @param header Its header, without ports.
    void SendToClient(TcpHeader header)
    {
        header.SetSourcePort(SERVER_PORT);
        header.SetDestinationPort(CLIENT_PORT);
        const Ptr<Packet> segment = Create<Packet>();
        segment->AddHeader(header);
        m_linux->SendTo(segment, 0, InetSocketAddress(m_addresses[0], 0));
    }

    NodeContainer m_nodes;
    std::vector<Ipv4Address> m_addresses;
    Ptr<DhtTcpSocket> m_listener;
    Ptr<DhtTcpSocket> m_client;
    Ptr<Socket> m_linux;
    std::vector<Ptr<Socket>> m_accepted;
    std::vector<Time> m_connected; ///< When the client was.
    uint32_t m_failed{0};          ///< How often it could not.
    uint32_t m_reset{0};           ///< Connections that the server has lost.
};

TEST_F(HalfOpenTest, AConnectionOfAFormerLifeIsResetAndTheNewOneMade)
{
    Simulator::Schedule(Seconds(0), [this] { Connect(); });
    Simulator::Schedule(Seconds(1), [this] { m_client->Send(Create<Packet>(SENT), 0); });
    Simulator::Schedule(KILLED, [this] { m_client->Abort(); });
    Simulator::Schedule(BACK, [this] { Connect(); });
    Simulator::Stop(BACK + Seconds(10));
    Simulator::Run();
    EXPECT_EQ(m_reset, 1U);
    EXPECT_EQ(m_failed, 0U);
    ASSERT_EQ(m_connected.size(), 2U);
    EXPECT_EQ(m_accepted.size(), 2U);
    // two round trips, and what the segments take on the links
    EXPECT_LT(m_connected[1] - BACK, 4 * DELAY + MilliSeconds(10));
}

TEST_F(HalfOpenTest, AResetLeavesASocketThatListensInPeace)
{
    m_client = MakeSocket(0, CLIENT_PORT);
    m_client->Listen();
    Simulator::Schedule(Seconds(1), [this] {
        TcpHeader reset;
        reset.SetFlags(TcpHeader::RST);
        reset.SetWindowSize(0);
        SendToClient(reset);
    });
    bool idle = false;
    Simulator::Schedule(Seconds(60), [&idle] {
        idle = Simulator::IsFinished();
        Simulator::Stop();
    });
    Simulator::Run();
    EXPECT_TRUE(idle) << "a timer is set again and again";
}

} // namespace
} // namespace ns3
