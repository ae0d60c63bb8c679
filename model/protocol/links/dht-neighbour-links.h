/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_NEIGHBOUR_LINKS_H
#define DHT_NEIGHBOUR_LINKS_H

#include "dht-host.h"
#include "dht-wire-errors.h"

#include <cstddef>
#include <functional>

/**
 * @file
 * @ingroup dht-protocol
 * What carries requests between a peer and its neighbours.
 */

namespace dht
{

class TransportEndpoint;

/// A peer's links to its neighbours, and theirs to it: the one interface of all kinds of links, in
/// every host with sockets. Nobody is told anything while the peer is at work.
class NeighbourLinks
{
  public:
    /// Something happened to a link. @param link The link's number.
    using Event = std::function<void(LinkIndex link)>;

    /// Whom to tell what happens. Any may close a link, and open others.
    struct Listeners
    {
        Event onConnected; ///< The link is there.
        Event onWritable;  ///< StateFor() may have changed.
        Event onFailed;    ///< The neighbour is not there, or not any more. It is tried again.
        Event onSilent;    ///< The neighbour may not be there any more.
        /// Takes a request. @param connection Whence. @param request The request; moved from if it
        /// is accepted. @return Whether it was accepted; if not, that connection keeps it and is
        /// not read until Resume().
        std::function<bool(ConnectionId connection, Request& request)> onRequest;
        /// A connection is gone. @param connection The connection's number.
        std::function<void(ConnectionId connection)> onClosed;
    };

    virtual ~NeighbourLinks() = default;

    /// Connect. @param link A free number. @param neighbour Where to connect to.
    virtual void Open(LinkIndex link, const Endpoint& neighbour) = 0;

    /// What was sent still arrives, and the number is free. @param link The link's number.
    virtual void Close(LinkIndex link) = 0;

    /**
     * @param link A number.
     * @param bytes Size of a frame.
     * @return kReady if it fits in the link's buffer as a whole; kDown if it never does, or the
     *         number is free. A link without a connection is busy if the membership sees to links:
     *         what waits for it stays until it is sent, or another way is found. If nobody does, it
     *         is down from the moment the neighbour refuses or drops it until it accepts another.
     */
    virtual LinkState StateFor(LinkIndex link, std::size_t bytes) = 0;

    /// @param link The link's number. @param request A request whose frame StateFor() has just
    /// declared kReady.
    virtual void Send(LinkIndex link, const Request& request) = 0;

    /// @param link A link. @return Bytes that it was given and the neighbour has not acknowledged;
    /// 0 if nobody knows.
    virtual std::size_t Backlog(LinkIndex /* link */) const
    {
        return 0;
    }

    /// @return When the uplink has sent all that it was given; kNever if nobody knows.
    virtual Time UplinkIdleAt() const
    {
        return kNever;
    }

    /// Read a connection again, as soon as the present event is over. @param connection The
    /// connection's number.
    virtual void Resume(ConnectionId connection) = 0;

    /// @return Frames that were rejected.
    virtual WireErrorCounts Errors() const = 0;

    /// @return The overlay's own transport; null if something else carries the links.
    virtual const TransportEndpoint* Transport() const
    {
        return nullptr;
    }
};

} // namespace dht

#endif // DHT_NEIGHBOUR_LINKS_H
