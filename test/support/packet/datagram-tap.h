/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DATAGRAM_TAP_H
#define DHT_CC_DATAGRAM_TAP_H

#include "dht-present-time.h"
#include "dht-time.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * What a node of ns-3 says to its network, and what that says to the node.
 */

namespace ns3
{

/// UDP's number in an IP header; ns-3's name of it is deprecated since ns-3.49.
constexpr uint8_t UDP_PROTOCOL = 17;

/// A UDP datagram: when, the other end's address and port, and its bytes.
using TappedDatagram = std::tuple<dht::Time, uint32_t, uint16_t, std::vector<uint8_t>>;

/// Listens to all UDP datagrams of a node. It must outlive the simulation.
class DatagramTap
{
  public:
    /// Takes what the node receives. @param datagram The datagram.
    using Sink = std::function<void(const TappedDatagram& datagram)>;

    /// @param node A node. @param onReceived Takes what it receives.
    DatagramTap(Ptr<Node> node, Sink onReceived)
        : m_onReceived(std::move(onReceived))
    {
        auto ip = node->GetObject<Ipv4L3Protocol>();
        ip->TraceConnectWithoutContext("LocalDeliver",
                                       MakeCallback(&DatagramTap::OnReceived, this));
        ip->TraceConnectWithoutContext("SendOutgoing", MakeCallback(&DatagramTap::OnSent, this));
    }

    DatagramTap(const DatagramTap&) = delete;
    DatagramTap& operator=(const DatagramTap&) = delete;

    std::vector<TappedDatagram> sent; ///< What the node has sent.

  private:
    void OnReceived(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t /* interface */)
    {
        if (header.GetProtocol() != UDP_PROTOCOL)
        {
            return;
        }
        auto [ports, bytes] = Unwrap(packet);
        m_onReceived({DhtPresent(), header.GetSource().Get(), ports.GetSourcePort(), bytes});
    }

    void OnSent(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t /* interface */)
    {
        if (header.GetProtocol() != UDP_PROTOCOL)
        {
            return;
        }
        auto [ports, bytes] = Unwrap(packet);
        sent.emplace_back(DhtPresent(),
                          header.GetDestination().Get(),
                          ports.GetDestinationPort(),
                          bytes);
    }

    /// @param packet A UDP datagram. @return Its ports and its payload.
    static std::pair<UdpHeader, std::vector<uint8_t>> Unwrap(Ptr<const Packet> packet)
    {
        Ptr<Packet> copy = packet->Copy();
        UdpHeader header;
        copy->RemoveHeader(header);
        std::vector<uint8_t> bytes(copy->GetSize());
        copy->CopyData(bytes.data(), static_cast<uint32_t>(bytes.size()));
        return {header, bytes};
    }

    Sink m_onReceived;
};

/// @param whose Who has sent them. @param sent What was sent. @param expected What should be.
inline void
ExpectTheSame(const std::string& whose,
              const std::vector<TappedDatagram>& sent,
              const std::vector<TappedDatagram>& expected)
{
    ASSERT_EQ(sent.size(), expected.size()) << whose;
    for (std::size_t i = 0; i < sent.size(); ++i)
    {
        ASSERT_EQ(sent[i], expected[i]) << "datagram " << i << " of the " << whose;
    }
}

} // namespace ns3

#endif // DHT_CC_DATAGRAM_TAP_H
