/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-net-device.h"
#include "access-network-helper.h"
#include "dht-datagram-socket.h"
#include "dht-wire-format.h"

#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>

namespace ns3
{
namespace
{

constexpr uint16_t DATAGRAM_PORT = 7000;
constexpr uint32_t SEND_BUFFER = 4096;
constexpr uint32_t LOOKUP_SIZE = 256;
/// What a lookup takes on a link of 600 kbit/s, with its headers: UDP 8, IP 20, link 2 bytes.
const Time LOOKUP_TIME = Seconds((LOOKUP_SIZE + 30) * 8 / 600e3);

/// A socket that sends and one that receives, 20 ms apart, on access links of 600 kbit/s.
class DatagramSocketTest : public testing::Test
{
  protected:
    explicit DatagramSocketTest(const std::string& topology = "access")
    {
        m_nodes.Create(2);
        AccessNetworkHelper network;
        network.SetTopology(topology);
        m_addresses = network.Install(m_nodes).addresses;
        m_receiver = std::make_unique<DhtDatagramSocket>(
            m_nodes.Get(1),
            DATAGRAM_PORT,
            SEND_BUFFER,
            [this](dht::Datagram&& datagram, const dht::Endpoint&) {
                m_received.push_back(std::move(datagram));
            },
            [] {});
        MakeSender(SEND_BUFFER);
    }

    ~DatagramSocketTest() override
    {
        m_sender.reset();
        m_receiver.reset();
        Simulator::Destroy();
    }

    void MakeSender(uint32_t sendBuffer)
    {
        m_sender.reset();
        m_sender = std::make_unique<DhtDatagramSocket>(
            m_nodes.Get(0),
            DATAGRAM_PORT,
            sendBuffer,
            [](dht::Datagram&&, const dht::Endpoint&) {},
            [this] { m_writable(); });
    }

    dht::Endpoint Receiver() const
    {
        return dht::Endpoint::Ipv4(m_addresses[1].Get(), DATAGRAM_PORT);
    }

    /// Send lookups as long as that is allowed. @return How many were sent, at most 1000.
    int SendAll()
    {
        dht::Request lookup;
        lookup.kind = dht::MessageKind::kLookup;
        lookup.extras.Write().payload = dht::Payload::Zeros(LOOKUP_SIZE - dht::HeaderSize(lookup));
        int sent = 0;
        for (; sent < 1000 && m_sender->StateFor(LOOKUP_SIZE) == dht::LinkState::kReady; ++sent)
        {
            m_sender->Send(Receiver(), lookup);
        }
        return sent;
    }

    /// Do something at one second, and let the simulation end. @param action What to do.
    void Simulate(std::function<void()> action)
    {
        Simulator::Schedule(Seconds(1), std::move(action));
        Simulator::Stop(Seconds(60));
        Simulator::Run();
    }

    /// @return Packets that the sender's own uplink has dropped.
    uint64_t DroppedAtHome() const
    {
        const auto device = DynamicCast<AccessNetDevice>(m_nodes.Get(0)->GetDevice(1));
        return device->GetDropped(AccessNetDevice::UPLINK_FULL);
    }

    NodeContainer m_nodes;
    std::vector<Ipv4Address> m_addresses;
    std::vector<dht::Datagram> m_received;
    std::function<void()> m_writable{[] {}};
    std::unique_ptr<DhtDatagramSocket> m_sender;
    std::unique_ptr<DhtDatagramSocket> m_receiver;
};

TEST_F(DatagramSocketTest, TheSendBufferLimitsWhatWaits)
{
    int sent = 0;
    Simulate([&] { sent = SendAll(); });
    EXPECT_EQ(sent, static_cast<int>(SEND_BUFFER / LOOKUP_SIZE));
    EXPECT_EQ(m_received.size(), static_cast<std::size_t>(sent));
    EXPECT_TRUE(std::holds_alternative<dht::Request>(m_received.at(0)));
}

TEST_F(DatagramSocketTest, ThereIsRoomAgainEachTimeTheDeviceHasSentOne)
{
    std::vector<Time> times;
    m_writable = [&] {
        times.push_back(Simulator::Now() - Seconds(1));
        if (times.size() < 100)
        {
            EXPECT_EQ(SendAll(), 1);
        }
    };
    Simulate([&] { SendAll(); });
    ASSERT_EQ(times.size(), 100U);
    for (std::size_t i = 0; i < times.size(); ++i)
    {
        const double expected = LOOKUP_TIME.GetSeconds() * static_cast<double>(i + 1);
        ASSERT_NEAR(times[i].GetSeconds(), expected, 1e-6);
    }
    EXPECT_EQ(m_received.size(), SEND_BUFFER / LOOKUP_SIZE + 99);
    EXPECT_EQ(DroppedAtHome(), 0U);
}

TEST_F(DatagramSocketTest, WhatIsLargerThanTheBufferIsSentAlone)
{
    MakeSender(LOOKUP_SIZE - 1);
    Simulate([&] { EXPECT_EQ(SendAll(), 1); });
    EXPECT_EQ(m_received.size(), 1U);
}

TEST_F(DatagramSocketTest, OverlayAcksDoNotWait)
{
    Simulate([&] {
        SendAll();
        m_sender->Send(Receiver(), dht::OverlayAck());
        EXPECT_EQ(m_sender->StateFor(LOOKUP_SIZE), dht::LinkState::kBusy);
    });
    ASSERT_EQ(m_received.size(), SEND_BUFFER / LOOKUP_SIZE + 1);
    EXPECT_TRUE(std::holds_alternative<dht::OverlayAck>(m_received.back()));
}

TEST_F(DatagramSocketTest, OneThatIsGoneCallsNobodyBack)
{
    m_writable = [] { ADD_FAILURE(); };
    Simulate([&] {
        SendAll();
        m_sender.reset();
    });
}

TEST_F(DatagramSocketTest, ASourceWithAnIpv6AddressIsNotAnswered)
{
    dht::Endpoint endpoint;
    endpoint.ipv6 = true;
    Simulate([&] { m_sender->Send(endpoint, dht::OverlayAck()); });
    EXPECT_EQ(m_sender->GetErrors()[static_cast<std::size_t>(dht::WireError::kField)], 1U);
}

/// What belongs on a connection, and what belongs nowhere, is counted and goes no further.
TEST_F(DatagramSocketTest, WhatIsNoDatagramIsCounted)
{
    auto socket = Socket::CreateSocket(m_nodes.Get(0), UdpSocketFactory::GetTypeId());
    const auto send = [&](const std::vector<uint8_t>& bytes) {
        socket->SendTo(Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size())),
                       0,
                       InetSocketAddress(m_addresses[1], DATAGRAM_PORT));
    };
    Simulate([&] {
        for (const auto kind : {dht::MessageKind::kRequest, dht::MessageKind::kRoutedAck})
        {
            dht::Request message;
            message.kind = kind;
            std::vector<uint8_t> frame(dht::FrameSize(message));
            dht::Encode(message, frame.data());
            send(frame);
        }
        send(std::vector<uint8_t>(100));
        send({});
        socket->Close();
    });
    EXPECT_TRUE(m_received.empty());
    const dht::WireErrorCounts& errors = m_receiver->GetErrors();
    EXPECT_EQ(errors[static_cast<std::size_t>(dht::WireError::kType)], 2U);
    EXPECT_EQ(errors[static_cast<std::size_t>(dht::WireError::kLength)], 2U);
}

class StarDatagramSocketTest : public DatagramSocketTest
{
  protected:
    StarDatagramSocketTest()
        : DatagramSocketTest("star")
    {
    }
};

/// A device that does not say when it has sent something.
TEST_F(StarDatagramSocketTest, WithoutAnAccessDeviceThereIsNoSendBuffer)
{
    Simulate([&] { EXPECT_EQ(SendAll(), 1000); });
}

} // namespace
} // namespace ns3
