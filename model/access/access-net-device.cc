/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-net-device.h"

#include "access-channel.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AccessNetDevice");

namespace
{

constexpr uint16_t IPV4_PROTOCOL = 0x0800;       ///< EtherType of IPv4.
constexpr uint32_t IPV4_HEADER_BYTES = 20;       ///< Without options.
constexpr uint32_t IPV4_DESTINATION_OFFSET = 16; ///< Of the destination address in the header.

} // namespace

AccessNetDevice::AccessNetDevice()
    : m_address(Mac48Address())
{
}

AccessNetDevice::~AccessNetDevice() = default;

void
AccessNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_node = nullptr;
    m_channel = nullptr;
    m_receive.Nullify();
    m_promiscReceive.Nullify();
    NetDevice::DoDispose();
}

void
AccessNetDevice::Attach(Ptr<AccessChannel> channel)
{
    NS_LOG_FUNCTION(this << channel);
    NS_ABORT_MSG_IF(m_channel, "The device is attached to a channel already");
    m_channelIndex = channel->Attach(this);
    m_channel = channel;
    m_linkChange();
}

bool
AccessNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    return SendFrom(packet, m_address, dest, protocolNumber);
}

bool
AccessNetDevice::SendFrom(Ptr<Packet> packet,
                          const Address& source,
                          const Address& dest,
                          uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocolNumber);
    Ipv4Address destination;
    if (const auto reason = Refuse(*packet, protocolNumber, destination))
    {
        Drop(packet, *reason);
        return false;
    }
    const Time now = Simulator::Now();
    const auto departure = m_uplink.Enqueue(now, packet->GetSize() + m_frameOverhead);
    if (!departure)
    {
        Drop(packet, UPLINK_FULL);
        return false;
    }
    m_txTrace(packet);

    const Ptr<AccessNetDevice> receiver = m_channel->Find(destination);
    if (!receiver)
    {
        NS_LOG_LOGIC("No device has the address " << destination);
        m_channel->CountUnknownDestination();
        Drop(packet, UNKNOWN_DESTINATION);
        return true;
    }
    if (m_channel->Loses(*this, *receiver))
    {
        Drop(packet, LOST);
        return true;
    }
    Simulator::ScheduleWithContext(receiver->m_node->GetId(),
                                   *departure - now + m_channel->GetDelay(*this, *receiver),
                                   &AccessNetDevice::Arrive,
                                   receiver,
                                   packet,
                                   source);
    return true;
}

std::optional<AccessNetDevice::DropReason>
AccessNetDevice::Refuse(const Packet& packet,
                        uint16_t protocolNumber,
                        Ipv4Address& destination) const
{
    if (!m_channel)
    {
        return NOT_ATTACHED;
    }
    uint8_t header[IPV4_HEADER_BYTES];
    if (protocolNumber != IPV4_PROTOCOL ||
        packet.CopyData(header, IPV4_HEADER_BYTES) < IPV4_HEADER_BYTES || header[0] >> 4 != 4)
    {
        return NOT_IPV4;
    }
    if (packet.GetSize() > m_mtu)
    {
        return TOO_LARGE;
    }
    destination = Ipv4Address::Deserialize(header + IPV4_DESTINATION_OFFSET);
    return std::nullopt;
}

void
AccessNetDevice::Arrive(Ptr<Packet> packet, Address source)
{
    NS_LOG_FUNCTION(this << packet << source);
    const Time now = Simulator::Now();
    const auto departure = m_downlink.Enqueue(now, packet->GetSize() + m_frameOverhead);
    if (!departure)
    {
        Drop(packet, DOWNLINK_FULL);
        return;
    }
    Simulator::Schedule(*departure - now, &AccessNetDevice::Deliver, this, packet, source);
}

void
AccessNetDevice::Deliver(Ptr<Packet> packet, Address source)
{
    NS_LOG_FUNCTION(this << packet << source);
    m_received++;
    m_rxTrace(packet);
    if (!m_promiscReceive.IsNull())
    {
        m_promiscReceive(this, packet, IPV4_PROTOCOL, source, m_address, PACKET_HOST);
    }
    if (!m_receive.IsNull())
    {
        m_receive(this, packet, IPV4_PROTOCOL, source);
    }
}

void
AccessNetDevice::Drop(Ptr<const Packet> packet, DropReason reason)
{
    NS_LOG_LOGIC("Drop " << packet << ", reason " << reason);
    m_drops[reason]++;
    m_dropTrace(packet, reason);
}

std::size_t
AccessNetDevice::GetChannelIndex() const
{
    return m_channelIndex;
}

Time
AccessNetDevice::GetAccessDelay() const
{
    return m_accessDelay;
}

Ptr<AccessNetDevice>
AccessNetDevice::Of(Ptr<Node> node)
{
    Ptr<AccessNetDevice> found;
    for (uint32_t i = 0; i < node->GetNDevices() && !found; ++i)
    {
        found = DynamicCast<AccessNetDevice>(node->GetDevice(i));
    }
    return found;
}

const AccessLink&
AccessNetDevice::GetUplink() const
{
    return m_uplink;
}

const AccessLink&
AccessNetDevice::GetDownlink() const
{
    return m_downlink;
}

void
AccessNetDevice::SetTraces(const TracedTransmitter& uplink, const TracedTransmitter& downlink)
{
    m_uplink.SetTrace(uplink);
    m_downlink.SetTrace(downlink);
}

uint64_t
AccessNetDevice::GetSent() const
{
    return m_uplink.GetCounters().acceptedPackets;
}

uint64_t
AccessNetDevice::GetReceived() const
{
    return m_received;
}

uint64_t
AccessNetDevice::GetDropped(DropReason reason) const
{
    return m_drops.at(reason);
}

void
AccessNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
AccessNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
AccessNetDevice::GetChannel() const
{
    return m_channel;
}

void
AccessNetDevice::SetAddress(Address address)
{
    NS_ABORT_MSG_UNLESS(Mac48Address::IsMatchingType(address), "Not a Mac48Address: " << address);
    m_address = address;
}

Address
AccessNetDevice::GetAddress() const
{
    return m_address;
}

bool
AccessNetDevice::IsLinkUp() const
{
    return bool(m_channel);
}

void
AccessNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.ConnectWithoutContext(callback);
}

bool
AccessNetDevice::IsBroadcast() const
{
    return false;
}

Address
AccessNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
AccessNetDevice::IsMulticast() const
{
    return false;
}

Address
AccessNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
AccessNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
AccessNetDevice::IsBridge() const
{
    return false;
}

bool
AccessNetDevice::IsPointToPoint() const
{
    return false;
}

Ptr<Node>
AccessNetDevice::GetNode() const
{
    return m_node;
}

void
AccessNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
AccessNetDevice::NeedsArp() const
{
    return false;
}

void
AccessNetDevice::SetReceiveCallback(NetDevice::ReceiveCallback cb)
{
    m_receive = cb;
}

void
AccessNetDevice::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb)
{
    m_promiscReceive = cb;
}

bool
AccessNetDevice::SupportsSendFrom() const
{
    return true;
}

} // namespace ns3
