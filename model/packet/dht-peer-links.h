/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PEER_LINKS_H
#define DHT_CC_DHT_PEER_LINKS_H

#include "dht-host.h"
#include "dht-wire-errors.h"

#include "ns3/address.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace dht
{
class TransportEndpoint;
} // namespace dht

namespace ns3
{

/**
 * @ingroup dht-cc
 * What carries requests between a peer and its neighbours, both ways: the one interface of the
 * kinds of transport.
 *
 * Nobody is told anything while the peer is at work.
 */
class DhtPeerLinks
{
  public:
    /// Something happened to a link. @param link The link's number.
    using Event = std::function<void(dht::LinkIndex link)>;

    /// Whom to tell what happens.
    struct Listeners
    {
        Event onWritable; //!< A link is there, or has room again.
        Event onLost;     //!< The neighbour is not there, or not any more. It may close the link.
        Event onSilent;   //!< The neighbour may not be there any more. It may close the link.
        /// Takes a request. @param connection Whence. @param request The request; moved from if it
        /// is accepted. @return Whether it was accepted; if not, that connection keeps it and is
        /// not read until Resume().
        std::function<bool(dht::ConnectionId connection, dht::Request& request)> onRequest;
        /// A connection is gone. @param connection The connection's number.
        std::function<void(dht::ConnectionId connection)> onClosed;
    };

    virtual ~DhtPeerLinks() = default;

    /// Connect. Only while the simulation runs. @param link A free number. @param neighbour Where
    /// to connect.
    virtual void Open(dht::LinkIndex link, const dht::Endpoint& neighbour) = 0;

    /// What was sent still arrives, and the number is free. @param link The link's number.
    virtual void Close(dht::LinkIndex link) = 0;

    /**
     * @param link A number.
     * @param bytes Size of a frame.
     * @return kReady if it fits in the link's buffer as a whole; kDown for a free number, and,
     *         unless maintenance sees to links, from the moment the neighbour refuses or drops the
     *         link until it accepts another.
     */
    virtual dht::LinkState StateFor(dht::LinkIndex link, uint32_t bytes) = 0;

    /// @param link A link that is ready. @param request A request whose frame fits.
    virtual void Send(dht::LinkIndex link, const dht::Request& request) = 0;

    /// @param link A link. @return Bytes that it was given and the neighbour has not acknowledged;
    /// 0 if nobody knows.
    virtual std::size_t Backlog(dht::LinkIndex /* link */) const
    {
        return 0;
    }

    /// @return When the uplink has sent all that it was given; kNever if nobody knows.
    virtual dht::Time UplinkIdleAt() const
    {
        return dht::kNever;
    }

    /// Read a connection again, as soon as the present event is over. @param connection The
    /// connection's number.
    virtual void Resume(dht::ConnectionId connection) = 0;

    /// Close all, both ways: what was sent still arrives. Nobody is told anything any more.
    virtual void CloseAll() = 0;

    /// Forget all, and send nothing: the neighbours are not told.
    virtual void Abort() = 0;

    /**
     * @return Whether CloseAll() has nothing left to do that needs this object and the peer's
     *         datagrams.
     */
    virtual bool IsClosed() const = 0;

    /**
     * @param link A number.
     * @return Address and port of this end; invalid if the link is not there.
     */
    virtual Address GetLocal(dht::LinkIndex link) const = 0;

    /**
     * @param from The other end of a connection.
     * @return The connection, the newest one if there are several; nothing if there is none.
     */
    virtual std::optional<dht::ConnectionId> Find(const Address& from) const = 0;

    /**
     * @return Frames that were rejected, by dht::WireError.
     */
    virtual dht::WireErrorCounts GetErrors() const = 0;

    /**
     * @return The overlay's own transport; null if something else carries the links.
     */
    virtual const dht::TransportEndpoint* GetTransport() const;
};

} // namespace ns3

#endif // DHT_CC_DHT_PEER_LINKS_H
