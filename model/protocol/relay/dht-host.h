/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HOST_H
#define DHT_HOST_H

#include "dht-counters.h"
#include "dht-message.h"
#include "dht-routing-table.h"
#include "dht-time.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * What a peer asks of whoever runs it, and what it tells those who watch it.
 */

namespace dht
{

/// Whether a link takes requests.
enum class LinkState : std::uint8_t
{
    kReady, ///< It takes the next one.
    kBusy,  ///< It will take it later.
    kDown,  ///< The neighbour is gone: what goes there is lost.
};

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

    /**
     * @param link A neighbour.
     * @return Where to reach it, for somebody who is not its neighbour (iterative routing).
     */
    virtual Endpoint EndpointOf(LinkIndex link) = 0;

    /**
     * @param lookup The lookup that is to be sent next.
     * @return Whether SendLookup() would take it now. Unless it is kReady, the host calls
     *         Peer::OnLookupsWritable() as soon as the answer has changed.
     */
    virtual LinkState StateOfLookups(const Request& lookup) = 0;

    /**
     * Send a lookup that StateOfLookups() has just declared kReady, as one unreliable datagram, to
     * the peer it names.
     *
     * @param lookup The lookup.
     */
    virtual void SendLookup(const Request& lookup) = 0;

    /**
     * Send an overlay-ack straight to a source, as one unreliable datagram.
     *
     * @param to The source.
     * @param ack The overlay-ack.
     */
    virtual void SendAck(const Endpoint& to, const OverlayAck& ack) = 0;

    /**
     * Call Peer::OnWake() at this time, which replaces the time asked for before. Being called too
     * early does no harm, so that a host need not move a timer that fires earlier anyway.
     *
     * @param time When; kNever for not at all.
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

/// An own request that was answered.
struct Answer
{
    std::uint64_t id{0};    ///< The request's id.
    Key key{0};             ///< What was looked up.
    Endpoint responsible{}; ///< Who is responsible for it.
    Time delay{0};          ///< Since it was issued.
    std::uint32_t hops{0};  ///< Overlay hops it took.
    std::uint32_t sent{1};  ///< Times it was sent.
    bool marked{false};     ///< Its congestion bit h.
};

/// Watches a peer. Every method does nothing unless it is overridden.
class Observer
{
  public:
    virtual ~Observer() = default;

    /// An own request was issued. @param now The present. @param request The request.
    virtual void OnIssued(Time /* now */, const Request& /* request */)
    {
    }

    /// A request was sent on. @param now The present. @param link To whom. @param request It.
    virtual void OnForwarded(Time /* now */, LinkIndex /* link */, const Request& /* request */)
    {
    }

    /// A request arrived at this responsible peer. @param now The present. @param request It.
    virtual void OnDelivered(Time /* now */, const Request& /* request */)
    {
    }

    /// An own request was answered. @param now The present. @param answer The answer.
    virtual void OnAnswered(Time /* now */, const Answer& /* answer */)
    {
    }

    /// A request was dropped. @param now The present. @param request It. @param reason Why.
    virtual void OnDropped(Time /* now */, const Request& /* request */, DropReason /* reason */)
    {
    }

    /// This peer set a request's bit h. @param now The present. @param request The request.
    virtual void OnMarked(Time /* now */, const Request& /* request */)
    {
    }

    /// An own request is sent again. @param now The present. @param request The request.
    virtual void OnRetransmitted(Time /* now */, const Request& /* request */)
    {
    }

    /// An own request was given up. @param now The present. @param id Its id.
    virtual void OnGivenUp(Time /* now */, std::uint64_t /* id */)
    {
    }

    /// A queue changed. @param now The present. @param length Requests in all queues of the peer.
    virtual void OnQueueLength(Time /* now */, std::size_t /* length */)
    {
    }

    /// The scheme's rate or credits may have changed. @param now The present. @param level It.
    virtual void OnLevel(Time /* now */, double /* level */)
    {
    }

    /// An unambiguous RTT was measured. @param now The present. @param rtt The RTT.
    virtual void OnRtt(Time /* now */, Time /* rtt */)
    {
    }
};

} // namespace dht

#endif // DHT_HOST_H
