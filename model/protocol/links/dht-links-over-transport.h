/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINKS_OVER_TRANSPORT_H
#define DHT_LINKS_OVER_TRANSPORT_H

#include "dht-link-transport.h"
#include "dht-neighbour-links.h"

#include <cstddef>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A peer's links over the overlay's own transport, in any host.
 */

namespace dht
{

/**
 * A peer's links over the overlay's own transport. What is left to a host is its pump, which hands
 * in packets and the time, sends what is to be sent and says what the time is.
 *
 * @tparam Interface NeighbourLinks, or what a host has derived from it.
 * @tparam Pump Drives a LinkTransport. `Now()` says the present, `PollSoon()` has the transport
 *         polled when the present event is over, and `IsStopped()` says whether it never is again.
 */
template <typename Interface, typename Pump>
class LinksOverTransport : public Interface
{
  public:
    void Open(LinkIndex link, const Endpoint& neighbour) override
    {
        m_transport.Do([now = m_pump.Now(), link, neighbour](LinkTransport& transport) {
            transport.Links().Open(now, link, neighbour);
        });
        m_pump.PollSoon();
    }

    void Close(LinkIndex link) override
    {
        m_transport.Do([now = m_pump.Now(), link](LinkTransport& transport) {
            transport.Links().Close(now, link);
        });
        m_pump.PollSoon();
    }

    LinkState StateFor(LinkIndex link, std::size_t bytes) override
    {
        return m_pump.IsStopped() ? LinkState::kDown
                                  : m_transport.Do([link, bytes](LinkTransport& transport) {
                                        return transport.Links().StateFor(link, bytes);
                                    });
    }

    void Send(LinkIndex link, const Request& request) override
    {
        m_transport.Send(m_pump.Now(), link, request);
        m_pump.PollSoon();
    }

    void Resume(ConnectionId connection) override
    {
        m_transport.Do(
            [connection](LinkTransport& transport) { transport.Connections().Resume(connection); });
        m_pump.PollSoon();
    }

    WireErrorCounts Errors() const override
    {
        return m_transport.Connections().Errors();
    }

    const TransportEndpoint* Transport() const override
    {
        return &m_transport.Core();
    }

  protected:
    /// @param options What they are made of. @param makeWindow Makes windows. @param random For
    /// what others should not guess; must outlive this object. @param listeners Whom to tell what
    /// happens. @param host What the pump takes beside a LinkTransport.
    template <typename... Host>
    LinksOverTransport(const LinkTransport::Options& options,
                       TransportEndpoint::WindowMaker makeWindow,
                       Random& random,
                       NeighbourLinks::Listeners listeners,
                       Host&&... host)
        : m_transport(options, std::move(makeWindow), random, ListenersOf(std::move(listeners))),
          m_pump(m_transport, std::forward<Host>(host)...)
    {
    }

    LinkTransport m_transport; ///< The links.
    Pump m_pump;               ///< Keeps them going.

  private:
    /// @param listeners Whom to tell. @return The same, as the transport takes them: a link that is
    /// there can be written to.
    static LinkTransport::Listeners ListenersOf(NeighbourLinks::Listeners listeners)
    {
        return {{[onConnected = std::move(listeners.onConnected),
                  onWritable = listeners.onWritable](LinkIndex link) {
                     onConnected(link);
                     onWritable(link);
                 },
                 listeners.onWritable,
                 std::move(listeners.onFailed),
                 std::move(listeners.onSilent)},
                std::move(listeners.onRequest),
                std::move(listeners.onClosed)};
    }
};

} // namespace dht

#endif // DHT_LINKS_OVER_TRANSPORT_H
