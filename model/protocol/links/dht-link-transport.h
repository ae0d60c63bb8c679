/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_TRANSPORT_H
#define DHT_LINK_TRANSPORT_H

#include "dht-link-options.h"
#include "dht-transport-connections.h"
#include "dht-transport-endpoint.h"
#include "dht-transport-links.h"
#include "dht-transport-tap.h"

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
 * send; not while the peer is at work, as Poll() calls the peer. What a tap is to see goes through
 * Do() and the calls behind it.
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

        /// @param transport Constants of the endpoint, but for those of buffers. @param links How
        /// links are. @param sendBuffer Bytes that one takes, and of the longest frame. @param
        /// receiveBuffer Bytes that may wait to be read from one. @param isMaintained As in
        /// TransportLinks::Options. @return What a peer's links are made of.
        static Options Of(const TransportOptions& transport,
                          const LinkOptions& links,
                          std::size_t sendBuffer,
                          std::size_t receiveBuffer,
                          bool isMaintained);
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

    LinkTransport(const LinkTransport&) = delete;
    LinkTransport& operator=(const LinkTransport&) = delete;

    /// @param tap Is told of all that is done from now on; null for nobody; must outlive this
    /// object.
    void SetTap(TransportTap* tap);

    /// Do something. @param call May be done again later, so it keeps what it needs. @return The
    /// result.
    template <typename Call>
    auto Do(const Call& call)
    {
        if (m_tap)
        {
            m_tap->OnCall([call](LinkTransport& transport) { call(transport); });
        }
        return call(*this);
    }

    /// @return The links of this peer.
    TransportLinks& Links();
    /// @return Those of others.
    TransportConnections& Connections();
    /// @return Those of others.
    const TransportConnections& Connections() const;
    /// @return What carries both.
    const TransportEndpoint& Core() const;

    /// Send a request, which is copied only for a tap. @param now The present. @param link A link
    /// that is ready. @param request What goes there.
    void Send(Time now, LinkIndex link, const Request& request);
    /// Close the links of this peer. Whenever it is polled from now on, it ends those of others,
    /// and nobody here is told of them. @param now The present.
    void CloseAll(Time now);
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
    /// @param listeners Whom to tell. @return Those, and the tap behind them.
    TransportLinks::Listeners Tapped(TransportLinks::Listeners listeners);
    /// Tell what has happened, and read what can be read. @param now The present.
    void Tell(Time now);
    /// The peer has been told something. @param accepted The answer. @return The same.
    bool Told(bool accepted = true);

    TransportTap* m_tap{nullptr};       ///< Is told of everything; null for nobody.
    bool m_isClosing{false};            ///< Links of others are ended.
    TransportEndpoint m_endpoint;       ///< Carries both.
    TransportLinks m_links;             ///< Of this peer.
    TransportConnections m_connections; ///< Of others.
};

} // namespace dht

#endif // DHT_LINK_TRANSPORT_H
