/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-transport.h"

#include "dht-wire-format.h"

#include <algorithm>
#include <utility>
#include <vector>

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

LinkTransport::Options
LinkTransport::Options::Of(const TransportOptions& transport,
                           const LinkOptions& links,
                           std::size_t sendBuffer,
                           std::size_t receiveBuffer,
                           bool isMaintained)
{
    Options options{transport, {sendBuffer, links.priority, isMaintained}};
    options.transport.sendBuffer = sendBuffer;
    options.transport.unsent = links.unsent;
    options.transport.delivery = links.delivery;
    options.transport.receiveWindow = receiveBuffer;
    return options;
}

LinkTransport::LinkTransport(const Options& options,
                             TransportEndpoint::WindowMaker makeWindow,
                             Random& random,
                             Listeners listeners)
    : m_endpoint(TransportOf(options), std::move(makeWindow), random),
      m_links(m_endpoint, options.links, Tapped(std::move(listeners.links))),
      m_connections(
          m_endpoint,
          options.links.longestFrame,
          [this, onRequest = std::move(listeners.onRequest)](ConnectionId from, Request& request) {
              return Told(!m_isClosing && onRequest(from, request));
          },
          [this, onClosed = std::move(listeners.onClosed)](ConnectionId connection) {
              if (!m_isClosing)
              {
                  onClosed(connection);
              }
              Told();
          })
{
}

TransportLinks::Listeners
LinkTransport::Tapped(TransportLinks::Listeners listeners)
{
    const auto tapped = [this](TransportLinks::Event event) {
        return [this, event = std::move(event)](LinkIndex link) {
            event(link);
            Told();
        };
    };
    return {tapped(std::move(listeners.onConnected)),
            tapped(std::move(listeners.onWritable)),
            tapped(std::move(listeners.onLost)),
            tapped(std::move(listeners.onSilent))};
}

bool
LinkTransport::Told(bool accepted)
{
    if (m_tap)
    {
        m_tap->OnTold(accepted);
    }
    return accepted;
}

void
LinkTransport::SetTap(TransportTap* tap)
{
    m_tap = tap;
}

void
LinkTransport::Send(Time now, LinkIndex link, const Request& request)
{
    if (m_tap)
    {
        m_tap->OnCall(
            [now, link, request](LinkTransport& transport) { transport.Send(now, link, request); });
    }
    m_links.Send(now, link, request);
}

void
LinkTransport::CloseAll(Time now)
{
    Do([now](LinkTransport& transport) {
        transport.m_isClosing = true;
        transport.m_links.CloseAll(now);
    });
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
    if (m_tap)
    {
        m_tap->OnCall([now, from, packet = std::vector<std::uint8_t>(bytes, bytes + size)](
                          LinkTransport& transport) {
            transport.OnDatagram(now, from, packet.data(), packet.size());
        });
    }
    m_endpoint.OnDatagram(now, from, bytes, size);
}

void
LinkTransport::OnTooLong(Time now, const Endpoint& to, std::size_t size)
{
    Do([now, to, size](LinkTransport& transport) {
        transport.m_endpoint.OnTooLong(now, to, size);
    });
}

void
LinkTransport::OnTimer(Time now)
{
    Do([now](LinkTransport& transport) {
        transport.m_endpoint.OnTimer(now);
        transport.m_links.OnTimer(now);
    });
}

Time
LinkTransport::NextTimer() const
{
    return std::min(m_endpoint.NextTimer(), m_links.NextTimer());
}

void
LinkTransport::Poll(Time now)
{
    Do([now](LinkTransport& transport) { transport.Tell(now); });
}

void
LinkTransport::Tell(Time now)
{
    if (m_isClosing)
    {
        m_connections.AbortAll(now);
    }
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
    auto sent = m_endpoint.PollTransmit(now, buffer, capacity);
    if (m_tap)
    {
        m_tap->OnTransmit(now, capacity, sent, buffer);
    }
    return sent;
}

} // namespace dht
