/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PEER_H
#define DHT_PEER_H

#include "dht-peer-context.h"
#include "dht-relay.h"
#include "dht-requester.h"

#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * A peer: what a host drives.
 */

namespace dht
{

/**
 * One peer, without I/O and without a clock: a host calls its entry points with the present time,
 * and the peer answers through the Host interface. Times must not decrease from call to call.
 */
class Peer : private Destination
{
  public:
    /**
     * @param options What every peer needs.
     * @param routing The routing table.
     * @param scheme The congestion control.
     * @param host Carries out the peer's actions; must outlive the peer.
     * @param random For request ids and marks; must outlive the peer.
     */
    Peer(const PeerOptions& options,
         std::unique_ptr<RoutingTable> routing,
         std::unique_ptr<CongestionControl> scheme,
         Host& host,
         Random& random);

    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    /// @param observer Who watches; nullptr for nobody.
    void SetObserver(Observer* observer);

    /**
     * Begin to issue requests.
     *
     * @param now The present.
     * @param source Where they come from; must outlive the peer, or Stop() is called before.
     */
    void Start(Time now, RequestSource& source);

    /// Issue no further requests; relaying goes on. @param now The present.
    void Stop(Time now);

    /**
     * A request, or an overlay-ack on its way through the overlay, arrived from a neighbour.
     *
     * @param now The present.
     * @param from The connection it came on.
     * @param request The message; moved from if it was accepted.
     * @return Whether it was accepted. If not, the host keeps it, stops reading that connection,
     * and offers it again after Host::Resume().
     */
    bool OnRequest(Time now, ConnectionId from, Request& request);

    /**
     * A lookup arrived in a datagram, which cannot be refused: where there is no room, it is
     * dropped.
     *
     * @param now The present.
     * @param lookup It.
     */
    void OnLookup(Time now, Request lookup);

    /// An overlay-ack arrived. @param now The present. @param ack It.
    void OnAck(Time now, const OverlayAck& ack);

    /// A link takes requests again. @param now The present. @param link Which.
    void OnWritable(Time now, LinkIndex link);

    /// Lookups can be sent again. @param now The present.
    void OnLookupsWritable(Time now);

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);

    /**
     * Stop relaying for a while, or go on (cross-load: NCA06, section 3.2; COMSNETS09, section
     * V-C). Messages still arrive, and wait in the relay queues, and what the peer is responsible
     * for is answered, unless that takes processing time. With PauseScope::kRelaying, no request is
     * accepted until the pause is over.
     *
     * @param now The present.
     * @param paused Whether to pause.
     */
    void SetPaused(Time now, bool paused);

    /**
     * The routing table has changed: what is queued gets the next hop that the table names now, and
     * is not accepted twice for that. Whoever waits for room looks again where it has to go.
     *
     * (To take messages from links that are no longer used would be enough to lose none. But while
     * peers join, requests go round the ring from successor to successor, and queues that never
     * overflow can come to wait for each other in a circle: it opens when they learn of fingers.)
     *
     * @param now The present.
     */
    void OnRoutesChanged(Time now);

    /// An incoming connection was closed. @param now The present. @param connection Which.
    void OnClosed(Time now, ConnectionId connection);

    /// @return What was counted.
    const Counters& GetCounters() const;
    /// @return Whether an own request was taken from the source and waits for room in its queue.
    bool IsWaiting() const;
    /// @return Own requests that were not answered yet.
    std::size_t Outstanding() const;
    /// @return Requests in the relay queues.
    std::size_t Queued() const;
    /// @return The relaying half, for those who look for deadlocks.
    const Relay& GetRelay() const;
    /// @return The congestion control.
    const CongestionControl& Scheme() const;
    /// @return The estimate of the round-trip time.
    const RttEstimator& Rtt() const;
    /// @return Whether both identities of the counters hold (see Counters).
    bool IdentitiesHold() const;

  private:
    void OnArrived(Time now, Request message) override;
    /// Answer a request, as the responsible peer. @param now The present. @param request It.
    void Answer(Time now, const Request& request);
    /// @param request A request to answer. @return The answer, in the name of this peer.
    OverlayAck AckOf(const Request& request) const;
    /// Tell the host when to call again. @param now The present.
    void UpdateWake(Time now);

    PeerContext m_context; ///< What the halves share.
    Relay m_relay;         ///< Other peers' requests, and the way out for the own ones.
    Requester m_requester; ///< The own requests.
};

} // namespace dht

#endif // DHT_PEER_H
