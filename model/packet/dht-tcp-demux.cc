/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-tcp-demux.h"

#include "dht-tcp-socket.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-interface.h"
#include "ns3/packet.h"

#include <boost/endian/conversion.hpp>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DhtTcpDemux);

namespace
{

/// Of a TCP header (RFC 9293, section 3.1): the bytes that all have, and where some fields are.
constexpr uint32_t LEAST_HEADER = 20;
constexpr uint32_t DESTINATION_PORT = 2;
constexpr uint32_t SEQUENCE_NUMBER = 4;
constexpr uint32_t DATA_OFFSET = 12;

/// TCP's number in an IP header. TcpL4Protocol::PROT_NUMBER is deprecated since ns-3.49, and what
/// is to replace it is not in older versions.
constexpr int TCP_PROTOCOL = 6;

} // namespace

TypeId
DhtTcpDemux::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DhtTcpDemux").SetParent<IpL4Protocol>().SetGroupName("DhtCc");
    return tid;
}

Ptr<DhtTcpDemux>
DhtTcpDemux::Of(Ptr<Node> node)
{
    auto demux = node->GetObject<DhtTcpDemux>();
    if (!demux)
    {
        demux = CreateObject<DhtTcpDemux>();
        demux->m_tcp = node->GetObject<TcpL4Protocol>();
        demux->m_verifies = Node::ChecksumEnabled();
        node->AggregateObject(demux);
        node->GetObject<Ipv4>()->Insert(demux);
    }
    return demux;
}

void
DhtTcpDemux::DoDispose()
{
    m_sockets.clear();
    m_tcp = nullptr;
    IpL4Protocol::DoDispose();
}

uint64_t
DhtTcpDemux::KeyOf(const Connection& connection)
{
    return uint64_t{connection.peer.Get()} << 32 | uint64_t{connection.peerPort} << 16 |
           connection.localPort;
}

void
DhtTcpDemux::Remember(const Connection& connection, DhtTcpSocket* socket)
{
    m_sockets[KeyOf(connection)] = socket;
}

void
DhtTcpDemux::Forget(const Connection& connection, const DhtTcpSocket* socket)
{
    const auto found = m_sockets.find(KeyOf(connection));
    // another socket may have the same connection by now
    if (found != m_sockets.end() && found->second == socket)
    {
        m_sockets.erase(found);
    }
}

int
DhtTcpDemux::GetProtocolNumber() const
{
    return TCP_PROTOCOL;
}

uint64_t
DhtTcpDemux::GetShortened() const
{
    return m_shortened;
}

bool
DhtTcpDemux::Shorten(const Ptr<Packet>& packet, const Ipv4Header& header)
{
    uint8_t start[LEAST_HEADER];
    if (packet->CopyData(start, LEAST_HEADER) < LEAST_HEADER)
    {
        return false;
    }
    const uint32_t headerSize = start[DATA_OFFSET] / 16 * 4;
    if (headerSize < LEAST_HEADER || headerSize > packet->GetSize())
    {
        return false;
    }
    const Connection connection{header.GetSource(),
                                boost::endian::load_big_u16(start),
                                boost::endian::load_big_u16(start + DESTINATION_PORT)};
    const auto found = m_sockets.find(KeyOf(connection));
    if (found == m_sockets.end() || !found->second->IsAt(connection, header.GetDestination()))
    {
        return false;
    }
    ++m_shortened;
    found->second->Receive(packet,
                           SequenceNumber32(boost::endian::load_big_u32(start + SEQUENCE_NUMBER)),
                           headerSize);
    return true;
}

IpL4Protocol::RxStatus
DhtTcpDemux::Receive(Ptr<Packet> packet,
                     const Ipv4Header& header,
                     Ptr<Ipv4Interface> incomingInterface)
{
    if (!m_tcp)
    {
        return RX_ENDPOINT_CLOSED; // it is disposed of
    }
    const bool isPlain = !m_verifies && header.GetEcn() == Ipv4Header::ECN_NotECT;
    return isPlain && Shorten(packet, header) ? RX_OK
                                              : m_tcp->Receive(packet, header, incomingInterface);
}

IpL4Protocol::RxStatus
DhtTcpDemux::Receive(Ptr<Packet> packet,
                     const Ipv6Header& header,
                     Ptr<Ipv6Interface> incomingInterface)
{
    return m_tcp ? m_tcp->Receive(packet, header, incomingInterface) : RX_ENDPOINT_CLOSED;
}

void
DhtTcpDemux::ReceiveIcmp(Ipv4Address icmpSource,
                         uint8_t icmpTtl,
                         uint8_t icmpType,
                         uint8_t icmpCode,
                         uint32_t icmpInfo,
                         Ipv4Address payloadSource,
                         Ipv4Address payloadDestination,
                         const uint8_t payload[8])
{
    m_tcp->ReceiveIcmp(icmpSource,
                       icmpTtl,
                       icmpType,
                       icmpCode,
                       icmpInfo,
                       payloadSource,
                       payloadDestination,
                       payload);
}

void
DhtTcpDemux::SetDownTarget(DownTargetCallback target)
{
    m_tcp->SetDownTarget(target);
}

void
DhtTcpDemux::SetDownTarget6(DownTargetCallback6 target)
{
    m_tcp->SetDownTarget6(target);
}

IpL4Protocol::DownTargetCallback
DhtTcpDemux::GetDownTarget() const
{
    return m_tcp->GetDownTarget();
}

IpL4Protocol::DownTargetCallback6
DhtTcpDemux::GetDownTarget6() const
{
    return m_tcp->GetDownTarget6();
}

} // namespace ns3
