/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-network-helper.h"
#include "dht-incoming-connection.h"
#include "dht-neighbour-link.h"
#include "dht-tcp-socket.h"
#include "dht-wire-format.h"

#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"

#include <gtest/gtest.h>
#include <memory>

/// A connection that was left unread until its window closed, and is read again.

namespace ns3
{
namespace
{

constexpr uint16_t kPort = 7000;
constexpr std::size_t kFrame = 256;
const Time kStop = Seconds(5);
const Time kResume = Seconds(15);
const Time kEnd = kResume + Seconds(5);
const Time kDelay = MilliSeconds(20);
/// Of a full segment, which two access links of 600 kbit/s delay by 20 ms each, and its ACK.
const Time kRtt = 2 * kDelay + 2 * MilliSeconds(20);

/// One peer that sends as much as fits, and one that stops reading for ten seconds.
class ZeroWindowTest : public testing::TestWithParam<uint32_t>
{
  protected:
    void SetUp() override
    {
        m_tcp.sendBuffer = GetParam();
        m_nodes.Create(2);
        AccessNetworkHelper helper;
        helper.SetConstantDelay(kDelay);
        m_network = helper.Install(m_nodes);
        m_listener = DhtTcpSocket::Create(m_nodes.Get(1));
        m_tcp.Apply(m_listener);
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), kPort));
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&ZeroWindowTest::Accept, this));
        m_listener->Listen();
        m_link = std::make_unique<DhtNeighbourLink>(
            m_nodes.Get(0),
            InetSocketAddress(m_network.addresses[1], kPort),
            m_tcp,
            false,
            DhtNeighbourLink::Listeners{[this] { Send(); },
                                        [] { FAIL() << "the neighbour is there"; },
                                        [] {}});
        Simulator::Schedule(Seconds(0), &DhtNeighbourLink::Open, m_link.get());
        Simulator::Schedule(kStop, [this] { m_reading = false; });
        Simulator::Schedule(kResume, [this] {
            m_reading = true;
            m_connection->Resume();
        });
    }

    void TearDown() override
    {
        m_link.reset();
        m_connection.reset();
        Simulator::Destroy();
    }

    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&ZeroWindowTest::Acknowledged, this));
        m_connection = std::make_unique<DhtIncomingConnection>(
            socket,
            kFrame,
            [this](dht::Request& request) { return Take(request); },
            [] {});
    }

    bool Take(dht::Request& request)
    {
        if (!m_reading)
        {
            return false;
        }
        EXPECT_EQ(request.id, m_taken); // in order, none lost, none twice
        ++m_taken;
        m_lastTaken = Simulator::Now();
        if (Simulator::Now() > kResume && m_resumed.IsZero())
        {
            m_resumed = Simulator::Now() - kResume;
        }
        m_lastSecond += Simulator::Now() > kEnd - Seconds(1);
        m_secondBefore += Simulator::Now() > kStop - Seconds(1) && Simulator::Now() < kStop;
        return true;
    }

    /// @param header Of a segment of the peer that reads.
    void Acknowledged(Ptr<const Packet> /* segment */,
                      const TcpHeader& header,
                      Ptr<const TcpSocketBase> /* socket */)
    {
        if (Simulator::Now() == kResume)
        {
            m_announced.push_back(header.GetWindowSize());
        }
    }

    void Send()
    {
        while (m_link->StateFor(kFrame) == dht::LinkState::kReady)
        {
            dht::Request request;
            request.id = m_sent++;
            request.extras.Write().payload = dht::Payload::Zeros(kFrame - dht::HeaderSize(request));
            m_link->Send(request);
        }
    }

    DhtTcpOptions m_tcp{1448, 4096, 8192};
    NodeContainer m_nodes;
    AccessNetworkHelper::Network m_network;
    Ptr<Socket> m_listener;
    std::unique_ptr<DhtNeighbourLink> m_link;
    std::unique_ptr<DhtIncomingConnection> m_connection;
    bool m_reading{true};
    uint64_t m_sent{0};         ///< Requests given to the link.
    uint64_t m_taken{0};        ///< Requests read.
    Time m_lastTaken;           ///< When the last one was.
    Time m_resumed;             ///< From the resumption to the first request that arrives after it.
    uint64_t m_secondBefore{0}; ///< Requests read in the last second before the stop.
    uint64_t m_lastSecond{0};   ///< Requests read in the last second of all.
    std::vector<uint32_t> m_announced; ///< Windows that were announced as reading went on.
};

TEST_P(ZeroWindowTest, FlowsAgainWithinTwoRoundTrips)
{
    Simulator::Stop(kEnd);
    Simulator::Run();
    EXPECT_GT(m_resumed, Time(0)) << "nothing was sent any more";
    EXPECT_LT(m_resumed, 2 * kRtt);
    EXPECT_GT(m_secondBefore, 100U);
    EXPECT_GT(m_lastSecond, 0.95 * m_secondBefore);
}

TEST_P(ZeroWindowTest, AnUnreadConnectionStopsItsSender)
{
    Simulator::Stop(kResume - MilliSeconds(1));
    Simulator::Run();
    const uint64_t held = (m_sent - m_taken) * kFrame;
    // the send buffer, the receive buffer, and what the deframer had got at most
    EXPECT_LE(held, GetParam() + 8192U + 2048U + kFrame);
    EXPECT_GE(held, GetParam());
    EXPECT_LT(m_lastTaken, kStop);
}

TEST_P(ZeroWindowTest, IsAnnouncedOnceAndWhole)
{
    Simulator::Stop(kResume + MilliSeconds(1));
    Simulator::Run();
    EXPECT_EQ(m_announced, std::vector<uint32_t>{m_tcp.receiveBuffer});
}

INSTANTIATE_TEST_SUITE_P(SendBuffers, ZeroWindowTest, testing::Values(4096, 16384));

} // namespace
} // namespace ns3
