/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram-socket.h"

#include "dht-maintenance-format.h"
#include "dht-socket-address.h"
#include "dht-transport-packet.h"
#include "dht-wire-errors.h"

#include "ns3/abort.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"

#include <utility>

namespace ns3
{

DhtDatagramSocket::DhtDatagramSocket(Ptr<Node> node,
                                     uint16_t port,
                                     uint32_t sendBuffer,
                                     Sink sink,
                                     std::function<void()> onWritable)
    : m_socket(Socket::CreateSocket(node, UdpSocketFactory::GetTypeId())),
      m_device(AccessNetDevice::Of(node)),
      m_sendBuffer(sendBuffer),
      m_sink(std::move(sink)),
      m_onWritable(std::move(onWritable))
{
    NS_ABORT_MSG_IF(m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port)) != 0,
                    "port " << port << " of node " << node->GetId() << " is in use");
    m_socket->SetRecvCallback(MakeCallback(&DhtDatagramSocket::Receive, this));
}

DhtDatagramSocket::~DhtDatagramSocket()
{
    m_writable.Cancel();
    m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    m_socket->Close();
}

dht::LinkState
DhtDatagramSocket::StateFor(uint32_t bytes)
{
    Advance();
    // one that is larger than the buffer is sent when nothing else waits
    if (m_waiting.empty() || m_waitingBytes + bytes <= m_sendBuffer)
    {
        return dht::LinkState::kReady;
    }
    if (m_writable.IsExpired())
    {
        m_writable = Simulator::Schedule(m_waiting.front().until - Simulator::Now(),
                                         [this] { m_onWritable(); });
    }
    return dht::LinkState::kBusy;
}

void
DhtDatagramSocket::Send(const dht::Endpoint& to, const dht::Datagram& datagram)
{
    const std::vector<uint8_t> frame = dht::EncodeDatagram(datagram);
    const auto size = static_cast<uint32_t>(frame.size());
    SendBytes(to, frame.data(), size);
    if (m_device && dht::WaitsForRoom(datagram))
    {
        m_waiting.push_back({m_device->GetUplink().GetBusyUntil(), size});
        m_waitingBytes += size;
    }
}

void
DhtDatagramSocket::SetPacketSink(PacketSink sink, uint8_t lane)
{
    m_packetSinks.at(lane) = std::move(sink);
}

void
DhtDatagramSocket::SendPacket(const dht::Endpoint& to, const uint8_t* bytes, std::size_t size)
{
    SendBytes(to, bytes, size);
}

void
DhtDatagramSocket::SendBytes(const dht::Endpoint& to, const uint8_t* bytes, std::size_t size)
{
    if (to.ipv6)
    {
        // this host speaks IPv4 only
        ++m_errors[static_cast<std::size_t>(dht::WireError::kField)];
        return;
    }
    const int sent = m_socket->SendTo(Create<Packet>(bytes, static_cast<uint32_t>(size)),
                                      0,
                                      ToSocketAddress(to));
    m_errors[static_cast<std::size_t>(dht::WireError::kLength)] += sent < 0;
}

const dht::WireErrorCounts&
DhtDatagramSocket::GetErrors() const
{
    return m_errors;
}

void
DhtDatagramSocket::SetReading(bool reading)
{
    m_reading = reading;
    Receive(m_socket);
}

void
DhtDatagramSocket::Receive(Ptr<Socket> socket)
{
    while (m_reading)
    {
        Address from;
        const Ptr<Packet> packet = socket->RecvFrom(from);
        if (!packet)
        {
            return;
        }
        m_frame.resize(packet->GetSize());
        packet->CopyData(m_frame.data(), packet->GetSize());
        const auto& packets = m_packetSinks[dht::LaneOf(m_frame.data(), m_frame.size())];
        if (packets && dht::IsTransportDatagram(m_frame.data(), m_frame.size()))
        {
            packets(ToDhtEndpoint(from), m_frame.data(), m_frame.size());
            continue;
        }
        dht::Datagram datagram;
        const dht::WireError error = dht::DecodeDatagram(m_frame.data(), m_frame.size(), datagram);
        if (error == dht::WireError::kNone)
        {
            m_sink(std::move(datagram), ToDhtEndpoint(from));
        }
        else
        {
            Reject(error, ToDhtEndpoint(from));
        }
    }
}

void
DhtDatagramSocket::Reject(dht::WireError error, const dht::Endpoint& from)
{
    dht::CountWireError(m_errors, error);
    if (const auto answer = dht::AnswerToOtherVersion(m_frame.data(), m_frame.size()))
    {
        SendBytes(from, answer->data(), answer->size());
    }
}

void
DhtDatagramSocket::Advance()
{
    while (!m_waiting.empty() && m_waiting.front().until <= Simulator::Now())
    {
        m_waitingBytes -= m_waiting.front().bytes;
        m_waiting.pop_front();
    }
}

} // namespace ns3
