/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-peer-links.h"

#include "dht-socket-address.h"

#include <utility>

namespace ns3
{

DhtTransportPeerLinks::DhtTransportPeerLinks(DhtDatagramSocket& datagrams,
                                             const Setup& setup,
                                             Listeners listeners)
    : LinksOverTransport(setup.options,
                         setup.makeWindow,
                         setup.random,
                         std::move(listeners),
                         [&datagrams](const dht::Endpoint& to,
                                      const uint8_t* bytes,
                                      std::size_t size) { datagrams.SendPacket(to, bytes, size); }),
      m_datagrams(datagrams),
      m_self(setup.self)
{
    m_datagrams.SetPacketSink([this](const dht::Endpoint& from,
                                     const uint8_t* bytes,
                                     std::size_t size) { m_pump.OnPacket(from, bytes, size); });
}

DhtTransportPeerLinks::~DhtTransportPeerLinks()
{
    m_datagrams.SetPacketSink(nullptr);
}

void
DhtTransportPeerLinks::CloseAll()
{
    m_transport.CloseAll(m_pump.Now());
    m_pump.Poll();
}

void
DhtTransportPeerLinks::Abort()
{
    m_pump.SetStopped(true);
}

bool
DhtTransportPeerLinks::IsClosed() const
{
    return m_pump.IsStopped() || m_transport.Core().Now().links == 0;
}

Address
DhtTransportPeerLinks::GetLocal(dht::LinkIndex /* link */) const
{
    return ToSocketAddress(m_self);
}

std::optional<dht::ConnectionId>
DhtTransportPeerLinks::Find(const Address& from) const
{
    return InetSocketAddress::IsMatchingType(from)
               ? m_transport.Connections().Find(ToDhtEndpoint(from))
               : std::nullopt;
}

} // namespace ns3
