/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-socket.h"

#include "dht-present-time.h"
#include "dht-socket-address.h"
#include "dht-transport-packet.h"

#include "ns3/abort.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

namespace
{

/// What a clock gains in a second, for each ppm of its drift.
constexpr double GAIN_OF_PPM = 1e-6;

/// What a socket's buffer holds: the protocol reads at once, and bursts must not be lost here.
constexpr uint32_t RECEIVE_BUFFER = 1 << 24;

} // namespace

DhtTransportSocket::DhtTransportSocket(const Setup& setup, Sink sink)
    : m_socket(Socket::CreateSocket(setup.node, UdpSocketFactory::GetTypeId())),
      m_pace(GAIN_OF_PPM * setup.drift),
      m_sink(std::move(sink)),
      m_core(setup.options, setup.makeWindow, setup.random),
      m_timer([this] {
          m_core.OnTimer(Present());
          Poll();
      }),
      m_outgoing(dht::kMostDataSize)
{
    NS_ABORT_MSG_IF(m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), setup.port)) != 0,
                    "port " << setup.port << " of node " << setup.node->GetId() << " is in use");
    m_socket->SetAttribute("RcvBufSize", UintegerValue(RECEIVE_BUFFER));
    m_socket->SetRecvCallback(MakeCallback(&DhtTransportSocket::Receive, this));
}

DhtTransportSocket::~DhtTransportSocket()
{
    m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    m_socket->Close();
}

dht::TransportEndpoint&
DhtTransportSocket::Core()
{
    return m_core;
}

const dht::TransportEndpoint&
DhtTransportSocket::Core() const
{
    return m_core;
}

dht::Time
DhtTransportSocket::Present() const
{
    const dht::Time now = DhtPresent();
    return now + dht::Time(std::llround(static_cast<double>(now.count()) * m_pace));
}

dht::Time
DhtTransportSocket::ToSimulated(dht::Time time) const
{
    if (time == dht::kNever || m_pace == 0)
    {
        return time;
    }
    // rounding must not wake the protocol a moment early, again and again
    const double simulated = static_cast<double>(time.count()) / (1 + m_pace);
    return dht::Time(static_cast<dht::Time::rep>(std::ceil(simulated)) + 1);
}

void
DhtTransportSocket::Poll()
{
    do
    {
        while (const auto event = m_core.PollEvent())
        {
            m_sink(*event);
        }
    } while (Transmit());
    m_timer.SetAt(std::max(ToSimulated(m_core.NextTimer()), DhtPresent()));
}

bool
DhtTransportSocket::Transmit()
{
    const auto sent = m_core.PollTransmit(Present(), m_outgoing.data(), m_outgoing.size());
    if (sent)
    {
        m_socket->SendTo(Create<Packet>(m_outgoing.data(), static_cast<uint32_t>(sent->size)),
                         0,
                         ToSocketAddress(sent->to));
    }
    return sent.has_value();
}

void
DhtTransportSocket::Receive(Ptr<Socket> socket)
{
    Address from;
    while (const Ptr<Packet> packet = socket->RecvFrom(from))
    {
        m_incoming.resize(packet->GetSize());
        packet->CopyData(m_incoming.data(), packet->GetSize());
        m_core.OnDatagram(Present(), ToDhtEndpoint(from), m_incoming.data(), m_incoming.size());
    }
    Poll();
}

} // namespace ns3
