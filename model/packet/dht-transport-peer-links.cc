/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-peer-links.h"

#include "dht-present-time.h"
#include "dht-socket-address.h"

#include <utility>

namespace ns3
{

DhtTransportPeerLinks::DhtTransportPeerLinks(DhtDatagramSocket& datagrams,
                                             const Setup& setup,
                                             Listeners listeners)
    : m_datagrams(datagrams),
      m_self(setup.self),
      m_listeners(std::move(listeners)),
      m_transport(setup.options, setup.makeWindow, setup.random, MakeListeners()),
      m_pump(
          m_transport,
          [this](const dht::Endpoint& to, const uint8_t* bytes, std::size_t size) {
              m_datagrams.SendPacket(to, bytes, size);
          },
          [this] {
              if (m_isClosing)
              {
                  m_transport.Connections().AbortAll(DhtPresent());
              }
          })
{
    m_datagrams.SetPacketSink([this](const dht::Endpoint& from,
                                     const uint8_t* bytes,
                                     std::size_t size) { m_pump.OnPacket(from, bytes, size); });
}

DhtTransportPeerLinks::~DhtTransportPeerLinks()
{
    m_datagrams.SetPacketSink(nullptr);
}

dht::LinkTransport::Listeners
DhtTransportPeerLinks::MakeListeners()
{
    return {{[this](dht::LinkIndex link) { m_listeners.onWritable(link); },
             [this](dht::LinkIndex link) { m_listeners.onWritable(link); },
             [this](dht::LinkIndex link) { m_listeners.onLost(link); },
             [this](dht::LinkIndex link) { m_listeners.onSilent(link); }},
            [this](dht::ConnectionId connection, dht::Request& request) {
                return !m_isClosing && m_listeners.onRequest(connection, request);
            },
            [this](dht::ConnectionId connection) {
                if (!m_isClosing)
                {
                    m_listeners.onClosed(connection);
                }
            }};
}

void
DhtTransportPeerLinks::Open(dht::LinkIndex link, const dht::Endpoint& neighbour)
{
    m_transport.Links().Open(DhtPresent(), link, neighbour);
    m_pump.PollSoon();
}

void
DhtTransportPeerLinks::Close(dht::LinkIndex link)
{
    m_transport.Links().Close(DhtPresent(), link);
    m_pump.PollSoon();
}

dht::LinkState
DhtTransportPeerLinks::StateFor(dht::LinkIndex link, uint32_t bytes)
{
    return m_pump.IsStopped() ? dht::LinkState::kDown : m_transport.Links().StateFor(link, bytes);
}

void
DhtTransportPeerLinks::Send(dht::LinkIndex link, const dht::Request& request)
{
    m_transport.Links().Send(DhtPresent(), link, request);
    m_pump.PollSoon();
}

void
DhtTransportPeerLinks::Resume(dht::ConnectionId connection)
{
    m_transport.Connections().Resume(connection);
    m_pump.PollSoon();
}

void
DhtTransportPeerLinks::CloseAll()
{
    m_isClosing = true;
    m_transport.Links().CloseAll(DhtPresent());
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

dht::WireErrorCounts
DhtTransportPeerLinks::GetErrors() const
{
    return m_transport.Connections().Errors();
}

const dht::TransportEndpoint*
DhtTransportPeerLinks::GetTransport() const
{
    return &m_transport.Core();
}

} // namespace ns3
