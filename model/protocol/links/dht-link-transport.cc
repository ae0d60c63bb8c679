/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-transport.h"

#include "dht-wire-format.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// When a link is lost of which nothing is acknowledged: as a TCP connection is whose timeouts are
/// 1, 2, 4, ... 64 s. In a maintained ring somebody else can be found sooner.
constexpr Time kGiveUp = FromSeconds(127);
constexpr Time kMaintainedGiveUp = FromSeconds(7);
/// When a maintained link is probed on which nothing happens.
constexpr Time kMaintainedKeepAlive = FromSeconds(15);

/// @param options Of links. @return The constants of the transport.
TransportOptions
TransportOf(const LinkTransport::Options& options)
{
    TransportOptions transport = options.transport;
    if (transport.giveUp == kNever)
    {
        transport.giveUp = options.links.isMaintained ? kMaintainedGiveUp : kGiveUp;
    }
    if (options.links.isMaintained)
    {
        transport.keepAlive = std::min(transport.keepAlive, kMaintainedKeepAlive);
    }
    // a neighbour may ask for less than it is given, never for more
    transport.wishLimit = std::min(transport.wishLimit, options.links.priority);
    return transport;
}

} // namespace

LinkTransport::LinkTransport(const Options& options,
                             TransportEndpoint::WindowMaker makeWindow,
                             Random& random,
                             Listeners listeners)
    : m_endpoint(TransportOf(options), std::move(makeWindow), random),
      m_links(m_endpoint, options.links, std::move(listeners.links)),
      m_connections(m_endpoint,
                    options.links.longestFrame,
                    std::move(listeners.onRequest),
                    std::move(listeners.onClosed))
{
}

TransportLinks&
LinkTransport::Links()
{
    return m_links;
}

TransportConnections&
LinkTransport::Connections()
{
    return m_connections;
}

const TransportConnections&
LinkTransport::Connections() const
{
    return m_connections;
}

const TransportEndpoint&
LinkTransport::Core() const
{
    return m_endpoint;
}

void
LinkTransport::OnDatagram(Time now,
                          const Endpoint& from,
                          const std::uint8_t* bytes,
                          std::size_t size)
{
    m_endpoint.OnDatagram(now, from, bytes, size);
}

void
LinkTransport::OnTooLong(Time now, const Endpoint& to, std::size_t size)
{
    m_endpoint.OnTooLong(now, to, size);
}

void
LinkTransport::OnTimer(Time now)
{
    m_endpoint.OnTimer(now);
    m_links.OnTimer(now);
}

Time
LinkTransport::NextTimer() const
{
    return std::min(m_endpoint.NextTimer(), m_links.NextTimer());
}

void
LinkTransport::Poll(Time now)
{
    do
    {
        m_connections.ReadResumed(now);
        while (const auto event = m_endpoint.PollEvent())
        {
            m_links.OnEvent(now, *event);
            m_connections.OnEvent(now, *event);
        }
    } while (m_connections.IsResumed());
}

std::optional<Transmission>
LinkTransport::PollTransmit(Time now, std::uint8_t* buffer, std::size_t capacity)
{
    return m_endpoint.PollTransmit(now, buffer, capacity);
}

} // namespace dht
