/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_ACCESS_NETWORK_FIXTURE_H
#define DHT_CC_TEST_ACCESS_NETWORK_FIXTURE_H

#include "access-net-device.h"
#include "access-network-helper.h"

#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <tuple>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Traffic between some nodes of an access network, or of the star beside which it is checked.
 */

namespace ns3
{
namespace test
{

using Topology = AccessNetworkHelper::Topology;

constexpr uint16_t PORT = 7000;
constexpr Topology ACCESS = AccessNetworkHelper::ACCESS;
constexpr Topology STAR = AccessNetworkHelper::STAR;

inline Ptr<RandomVariableStream>
Uniform(double min, double max)
{
    auto variable = CreateObject<UniformRandomVariable>();
    variable->SetAttribute("Min", DoubleValue(min));
    variable->SetAttribute("Max", DoubleValue(max));
    return variable;
}

inline Ptr<RandomVariableStream>
Constant(double value)
{
    return Uniform(value, value);
}

/// A packet's arrival at the IP layer of a peer: time step, node, bytes.
using Arrival = std::tuple<int64_t, uint32_t, uint32_t>;

/// All that a run yields: when which packet arrived where, and what was lost.
struct Outcome
{
    std::vector<Arrival> arrivals; ///< In order of time, for each node.
    uint64_t drops{0};             ///< Packets that found a queue full.
    uint64_t received{0};          ///< Bytes received by applications.
};

/// Nodes on an access network, observed; each test builds one at a time.
class AccessNetworkFixture : public ::testing::Test
{
  protected:
    void SetUp() override
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
    }

    void TearDown() override
    {
        Simulator::Destroy();
        // the next check may not begin with a run of its own
        RngSeedManager::SetRun(1);
    }

    void Build(uint32_t n, const AccessNetworkHelper& helper)
    {
        m_nodes = NodeContainer();
        m_nodes.Create(n);
        m_network = helper.Install(m_nodes);
        m_outcome = Outcome();
        for (uint32_t i = 0; i < n; ++i)
        {
            m_nodes.Get(i)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
                "Rx",
                Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t>(
                    [this, i](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
                        m_outcome.arrivals.emplace_back(Simulator::Now().GetTimeStep(),
                                                        i,
                                                        packet->GetSize());
                    }));
        }
    }

    Ptr<AccessNetDevice> Device(uint32_t i) const
    {
        return DynamicCast<AccessNetDevice>(m_network.devices.Get(i));
    }

    Ptr<Socket> BoundSocket(uint32_t i, TypeId factory)
    {
        auto socket = Socket::CreateSocket(m_nodes.Get(i), factory);
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        Receive(socket);
        return socket;
    }

    void Receive(Ptr<Socket> socket)
    {
        socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> ready) {
            while (auto packet = ready->Recv())
            {
                m_outcome.received += packet->GetSize();
            }
        }));
    }

    void SendUdp(uint32_t from, Ipv4Address to, uint32_t payload, Time at)
    {
        auto socket = Socket::CreateSocket(m_nodes.Get(from), UdpSocketFactory::GetTypeId());
        Simulator::ScheduleWithContext(from, at, [socket, to, payload]() {
            socket->SendTo(Create<Packet>(payload), 0, InetSocketAddress(to, PORT));
        });
    }

    /// Write to a TCP socket whatever it takes.
    static void Fill(Ptr<Socket> socket, uint32_t)
    {
        constexpr uint32_t CHUNK = 1000;
        while (socket->GetTxAvailable() >= CHUNK && socket->Send(Create<Packet>(CHUNK)) > 0)
        {
        }
    }

    void SendBulk(uint32_t from, uint32_t to, Time at)
    {
        auto socket = Socket::CreateSocket(m_nodes.Get(from), TcpSocketFactory::GetTypeId());
        socket->SetAttribute("SegmentSize", UintegerValue(1448));
        socket->SetSendCallback(MakeCallback(&AccessNetworkFixture::Fill));
        Simulator::ScheduleWithContext(from, at, [this, socket, to]() {
            socket->Connect(InetSocketAddress(m_network.addresses[to], PORT));
        });
    }

    void Listen(uint32_t i)
    {
        auto socket = BoundSocket(i, TcpSocketFactory::GetTypeId());
        socket->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [this](Ptr<Socket> accepted, const Address&) { Receive(accepted); }));
        socket->Listen();
    }

    Outcome Run(Time stop)
    {
        Simulator::Stop(stop);
        Simulator::Run();
        m_outcome.drops = CountDrops();
        Simulator::Destroy();
        std::sort(m_outcome.arrivals.begin(), m_outcome.arrivals.end());
        return m_outcome;
    }

    uint64_t CountDrops() const
    {
        uint64_t drops = 0;
        for (uint32_t i = 0; i < m_network.devices.GetN(); ++i)
        {
            if (const auto device = Device(i))
            {
                drops += device->GetDropped(AccessNetDevice::UPLINK_FULL) +
                         device->GetDropped(AccessNetDevice::DOWNLINK_FULL);
                continue;
            }
            for (const auto& devices : {m_network.devices, m_network.routerDevices})
            {
                drops += DynamicCast<PointToPointNetDevice>(devices.Get(i))
                             ->GetQueue()
                             ->GetTotalDroppedPackets();
            }
        }
        return drops;
    }

    /// Random datagrams, more than the links can carry, between 5 peers.
    Outcome RunDatagrams(Topology topology, QueueSize queue)
    {
        AccessNetworkHelper helper;
        helper.SetTopology(topology);
        helper.SetRate(Uniform(600e3, 1e6), Uniform(500e3, 1e6));
        helper.SetAccessDelay(Uniform(0.005, 0.015));
        helper.SetQueues(queue, queue);
        helper.AssignStreams(10);
        Build(5, helper);
        std::vector<Ptr<Socket>> sockets;
        for (uint32_t i = 0; i < 5; ++i)
        {
            sockets.push_back(BoundSocket(i, UdpSocketFactory::GetTypeId()));
        }
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(20);
        for (int k = 0; k < 4000; ++k)
        {
            const uint32_t from = random->GetInteger(0, 4);
            const uint32_t to = (from + random->GetInteger(1, 4)) % 5;
            SendUdp(from,
                    m_network.addresses[to],
                    random->GetInteger(1, 1472),
                    Seconds(random->GetValue(0, 5)));
        }
        return Run(Seconds(20));
    }

    /// Four bulk transfers into peer 0.
    Outcome RunBulk(Topology topology)
    {
        AccessNetworkHelper helper;
        helper.SetTopology(topology);
        helper.SetRate(Uniform(600e3, 1e6));
        helper.SetAccessDelay(Uniform(0.005, 0.015));
        helper.AssignStreams(10);
        Build(5, helper);
        Listen(0);
        for (uint32_t i = 1; i < 5; ++i)
        {
            SendBulk(i, 0, MilliSeconds(100 * i));
        }
        return Run(Seconds(20));
    }

    NodeContainer m_nodes;                  ///< The peers.
    AccessNetworkHelper::Network m_network; ///< What connects them.
    Outcome m_outcome;                      ///< What was observed.
};

} // namespace test
} // namespace ns3

#endif // DHT_CC_TEST_ACCESS_NETWORK_FIXTURE_H
