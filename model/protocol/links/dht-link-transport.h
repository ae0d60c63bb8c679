/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_TRANSPORT_H
#define DHT_LINK_TRANSPORT_H

#include "dht-transport-connections.h"
#include "dht-transport-endpoint.h"
#include "dht-transport-links.h"

#include <cstddef>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * All links of a peer and to it, over the transport.
 */

namespace dht
{

/**
 * What a host drives in order to have links over the transport: an endpoint, and the links both
 * ways on it. It has no sockets and no clock.
 *
 * The host hands in datagrams that are packets (IsTransportDatagram()) and the time. After each
 * call that may change something, it calls Poll() and PollTransmit() until there is nothing to
 * send; not while the peer is at work, as Poll() calls the peer.
 */
class LinkTransport
{
  public:
    /// What it is made of.
    struct Options
    {
        /// Constants of the endpoint. If links are never to be given up, they are after 127 s, and
        /// maintained ones after 7 s: as TCP's. Those are probed after 15 s without use at the
        /// latest. No neighbour gets a priority above that of links by wishing it.
        TransportOptions transport;
        TransportLinks::Options links; ///< How links are.
    };

    /// Whom to tell what happens.
    struct Listeners
    {
        TransportLinks::Listeners links;       ///< Of links of this peer.
        TransportConnections::Sink onRequest;  ///< Takes the requests of others.
        TransportConnections::Closed onClosed; ///< A link of another peer is gone.
    };

    /// @param options What it is made of. @param makeWindow Makes windows. @param random For what
    /// others should not guess; must outlive this object. @param listeners Whom to tell.
    LinkTransport(const Options& options,
                  TransportEndpoint::WindowMaker makeWindow,
                  Random& random,
                  Listeners listeners);

    /// @return The links of this peer.
    TransportLinks& Links();
    /// @return Those of others.
    TransportConnections& Connections();
    /// @return Those of others.
    const TransportConnections& Connections() const;
    /// @return What carries both.
    const TransportEndpoint& Core() const;

    /// A packet came. @param now The present. @param from The sender's endpoint. @param bytes The
    /// packet. @param size Its bytes.
    void OnDatagram(Time now, const Endpoint& from, const std::uint8_t* bytes, std::size_t size);
    /// A packet did not leave, as the way takes none that is so long: shorter ones follow.
    /// @param now The present. @param to Where it was to go. @param size Its bytes.
    void OnTooLong(Time now, const Endpoint& to, std::size_t size);
    /// It is time, or earlier. @param now The present.
    void OnTimer(Time now);
    /// @return When to call OnTimer(); kNever if never.
    Time NextTimer() const;
    /// Tell what has happened, and read what can be read. @param now The present.
    void Poll(Time now);
    /// @param now The present. @param buffer Where packets go. @param capacity Its bytes, at least
    /// kMostDataSize. @return What is to be sent; nothing if there is nothing now.
    std::optional<Transmission> PollTransmit(Time now, std::uint8_t* buffer, std::size_t capacity);

  private:
    TransportEndpoint m_endpoint;       ///< Carries both.
    TransportLinks m_links;             ///< Of this peer.
    TransportConnections m_connections; ///< Of others.
};

} // namespace dht

#endif // DHT_LINK_TRANSPORT_H
