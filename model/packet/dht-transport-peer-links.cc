/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-peer-links.h"

#include "dht-present-time.h"
#include "dht-socket-address.h"
#include "dht-transport-packet.h"

#include <algorithm>
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
      m_timer([this] {
          m_transport.OnTimer(DhtPresent());
          Poll();
      }),
      m_packet(dht::kMostDataSize)
{
    m_datagrams.SetPacketSink(
        [this](const dht::Endpoint& from, const uint8_t* bytes, std::size_t size) {
            m_transport.OnDatagram(DhtPresent(), from, bytes, size);
            Poll();
        });
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
    PollSoon();
}

void
DhtTransportPeerLinks::Close(dht::LinkIndex link)
{
    m_transport.Links().Close(DhtPresent(), link);
    PollSoon();
}

dht::LinkState
DhtTransportPeerLinks::StateFor(dht::LinkIndex link, uint32_t bytes)
{
    return m_isAborted ? dht::LinkState::kDown : m_transport.Links().StateFor(link, bytes);
}

void
DhtTransportPeerLinks::Send(dht::LinkIndex link, const dht::Request& request)
{
    m_transport.Links().Send(DhtPresent(), link, request);
    PollSoon();
}

void
DhtTransportPeerLinks::Resume(dht::ConnectionId connection)
{
    m_transport.Connections().Resume(connection);
    PollSoon();
}

void
DhtTransportPeerLinks::CloseAll()
{
    m_isClosing = true;
    m_transport.Links().CloseAll(DhtPresent());
    Poll();
}

void
DhtTransportPeerLinks::Abort()
{
    m_isAborted = true;
}

bool
DhtTransportPeerLinks::IsClosed() const
{
    return m_isAborted || m_transport.Core().Now().links == 0;
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

void
DhtTransportPeerLinks::PollSoon()
{
    if (!m_isPolling)
    {
        m_timer.SetAt(DhtPresent());
    }
}

void
DhtTransportPeerLinks::Poll()
{
    if (m_isAborted)
    {
        return;
    }
    m_isPolling = true;
    do
    {
        if (m_isClosing)
        {
            m_transport.Connections().AbortAll(DhtPresent());
        }
        m_transport.Poll(DhtPresent());
    } while (Transmit());
    m_isPolling = false;
    m_timer.SetAt(std::max(m_transport.NextTimer(), DhtPresent()));
}

bool
DhtTransportPeerLinks::Transmit()
{
    const auto sent = m_transport.PollTransmit(DhtPresent(), m_packet.data(), m_packet.size());
    if (sent && !m_isAborted)
    {
        m_datagrams.SendPacket(sent->to, m_packet.data(), sent->size);
    }
    return sent.has_value();
}

} // namespace ns3
