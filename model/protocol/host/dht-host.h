/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HOST_H
#define DHT_HOST_H

#include "dht-datagram.h"
#include "dht-routing-table.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * What a peer needs from its host: links, datagrams and a timer.
 */

namespace dht
{

/// An incoming connection, by a number of the host's choice.
using ConnectionId = std::uint32_t;

/**
 * A peer's actions. The peer calls these from within its own entry points; a host must not call
 * the peer back before the entry point has returned.
 */
class Host
{
  public:
    virtual ~Host() = default;

    /**
     * @param link A neighbour.
     * @param request The request that goes there next.
     * @return Whether Send() would take it now. Unless it is kReady, the host calls
     *         Peer::OnWritable() as soon as the answer has changed.
     */
    virtual LinkState StateOf(LinkIndex link, const Request& request) = 0;

    /**
     * Send a request that StateOf() has just declared kReady, reliably and in order.
     *
     * @param link The neighbour.
     * @param request The request.
     */
    virtual void Send(LinkIndex link, const Request& request) = 0;

    /// @param link A neighbour. @return How much Send() has taken that it has not acknowledged, in
    /// a unit of the host's choice; 0 for all links if the host cannot tell.
    virtual std::size_t Backlog(LinkIndex /* link */) const
    {
        return 0;
    }

    /// @return When the uplink has sent all that it was given: in the past if it idles, kNever if
    /// the host cannot tell.
    virtual Time UplinkIdleAt() const
    {
        return kNever;
    }

    /**
     * @param link A neighbour.
     * @return The neighbour's endpoint, for a peer that is not its neighbour (iterative routing).
     */
    virtual Endpoint EndpointOf(LinkIndex link) = 0;

    /**
     * @param size Bytes of a datagram's frame.
     * @return Whether there is room for it among the datagrams that wait for room (WaitsForRoom()).
     *         Unless it is kReady, the host calls Peer::OnDatagramsWritable() as soon as the
     *         answer has changed.
     */
    virtual LinkState StateOfDatagrams(std::size_t size) = 0;

    /**
     * Send a datagram, unreliably. If the datagram is of a kind that waits for room,
     * StateOfDatagrams() has just been kReady for it.
     *
     * @param to The receiver.
     * @param datagram The datagram. The host need not look into it.
     */
    virtual void SendDatagram(const Endpoint& to, const Datagram& datagram) = 0;

    /**
     * Call Peer::OnWake() at this time, which replaces the time asked for before. Being called too
     * early does no harm, so that a host need not move a timer that fires earlier anyway.
     *
     * @param time The instant; kNever for not at all.
     */
    virtual void WakeAt(Time time) = 0;

    /**
     * A connection on which Peer::OnRequest() refused a request may be read again, beginning with
     * that request.
     *
     * @param connection The connection.
     */
    virtual void Resume(ConnectionId connection) = 0;
};

/// Why a peer has found no place in a ring, or has lost it.
enum class JoinFailure : std::uint8_t
{
    kNoAnswer,    ///< Nobody has answered.
    kNoWay,       ///< Some peer has, but the peers that it named did not, repeatedly.
    kPlaceTaken,  ///< Another peer of the same host has the place: PlaceOf() says how many there
                  ///< are.
    kOtherPuzzle, ///< Those that have answered want another puzzle (Membership::Other()).
};

/**
 * What a membership needs in addition where peers join (Membership). The host may call the peer
 * back from within OnJoined() and OnJoinFailed(), but from no other method.
 */
class LiveHost : public Host
{
  public:
    /**
     * A link that is free leads to a neighbour from now on. Requests may be offered to it at once:
     * as long as it takes none, StateOf() says that it is busy. If the connection cannot be made or
     * breaks, the host calls Peer::OnLinkFailed() and goes on trying until it is told to
     * Disconnect(), with growing pauses of less than half a minute.
     *
     * @param link The link.
     * @param neighbour The neighbour's endpoint.
     */
    virtual void Connect(LinkIndex link, const Endpoint& neighbour) = 0;

    /**
     * Nothing more will be sent on a link: send what its buffer holds, then close it. Its number is
     * free again, and may lead to another neighbour before the old connection is closed.
     *
     * @param link The link.
     */
    virtual void Disconnect(LinkIndex link) = 0;

    /// This peer has found its place in a ring: its workload may begin.
    virtual void OnJoined() = 0;

    /// No bootstrap peer led to a place in a ring; or, kPlaceTaken after OnJoined(), the ring has
    /// taken another peer of this host that joined at the same time. The host may call Peer::Join()
    /// again, later.
    /// @param why The reason.
    virtual void OnJoinFailed(JoinFailure why) = 0;

    /// No link that this peer opens works, though those answer datagrams that they would lead to:
    /// it has given its place up for a while. Or it has its place again. @param isOpen Which of
    /// both.
    virtual void OnWayOut(bool /* isOpen */)
    {
    }
};

} // namespace dht

#endif // DHT_HOST_H
