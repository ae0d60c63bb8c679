/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PEER_H
#define DHT_PEER_H

#include "dht-maintenance.h"
#include "dht-peer-context.h"
#include "dht-relay.h"
#include "dht-requester.h"

#include <memory>
#include <vector>

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
     * A peer of a ready-made overlay.
     *
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

    /**
     * A peer of a ring that peers join and leave. It has no place there before Create() or Join().
     *
     * @param options What every peer needs; all peers of a ring are of one address family.
     * @param maintenance How it keeps its place.
     * @param scheme The congestion control.
     * @param host Carries out the peer's actions; must outlive the peer.
     * @param random For request ids and marks; must outlive the peer.
     * @param queryIds For ids of maintenance messages; must outlive the peer.
     */
    Peer(const PeerOptions& options,
         const MaintenanceOptions& maintenance,
         std::unique_ptr<CongestionControl> scheme,
         LiveHost& host,
         Random& random,
         Random& queryIds);

    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    /// @param observer Who watches; nullptr for nobody.
    void SetObserver(Observer* observer);

    /// @param application Answers requests from now on; nullptr for nobody, and empty answers. It
    /// must outlive the peer, or be replaced before.
    void SetApplication(Application* application);

    /**
     * Answer a request that the application has left unanswered (Application::OnRequest()). Who
     * asked may have given it up. An overlay-ack that goes through the overlay is dropped where its
     * queue is full by now, under any scheme: only at once can a request be left where it is.
     *
     * @param now The present.
     * @param request It, as it arrived.
     * @param answer What the overlay-ack carries, at most LongestAnswer() bytes.
     * @throws std::length_error It is longer.
     */
    void Respond(Time now, const Request& request, Payload answer);

    /// In a ring that peers join, a datagram that answers a request is not longer than that: its
    /// source may be somebody else's. Who wants a longer answer makes a longer request, or has it
    /// routed.
    /// @param request One that has arrived. @return Bytes of an application's answer at the most.
    std::size_t LongestAnswer(const Request& request) const;

    /**
     * Begin to issue requests.
     *
     * @param now The present.
     * @param source Where they come from; must outlive the peer, or Stop() is called before.
     */
    void Start(Time now, RequestSource& source);

    /// Issue no further requests; relaying goes on. @param now The present.
    void Stop(Time now);

    /// Be the first peer of a ring; not in a ready-made overlay. @param now The present.
    void Create(Time now);

    /**
     * Look for this peer's place in a ring; not in a ready-made overlay.
     *
     * @param now The present.
     * @param bootstrap Peers of the ring, as far as is known; they are also asked if all others are
     *        lost.
     */
    void Join(Time now, const std::vector<Endpoint>& bootstrap);

    /// Issue no further requests, and tell the neighbours on the ring that this peer goes. Links
    /// stay until the host has sent what is queued. @param now The present.
    void Leave(Time now);

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
     * A datagram arrived. It cannot be refused: where there is no room for a lookup, that is
     * dropped.
     *
     * @param now The present.
     * @param from Where it came from.
     * @param datagram What it says; moved from.
     * @return kType for one that is of no use to this peer, such as maintenance in a ready-made
     *         overlay; kField for a lookup in somebody else's name; else kNone.
     */
    WireError OnDatagram(Time now, const Endpoint& from, Datagram&& datagram);

    /// Datagrams that wait for room can be sent again. @param now The present.
    void OnDatagramsWritable(Time now);

    /// A link takes requests again. @param now The present. @param link Which.
    void OnWritable(Time now, LinkIndex link);

    /**
     * A link that leads to a neighbour was made. A host that never says so keeps a neighbour
     * waiting for half a minute after the last failure.
     *
     * @param now The present.
     * @param link Which.
     */
    void OnLinkConnected(Time now, LinkIndex link);

    /**
     * A link could not be made or broke. What waits for it finds another way, or is lost in a
     * ready-made overlay.
     *
     * @param now The present.
     * @param link Which.
     */
    void OnLinkFailed(Time now, LinkIndex link);

    /**
     * The neighbour at the other end of a link has been silent for a while: if that is congestion
     * only, it says at once that it is there. In a ready-made overlay nobody asks it.
     *
     * @param now The present.
     * @param link Which.
     */
    void OnLinkSilent(Time now, LinkIndex link);

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
     * The routing table has changed (which a peer that keeps its own sees by itself): what is
     * queued gets the next hop that the table names now, and is not accepted twice for that.
     * Whoever waits for room looks again where it has to go.
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
    /// @return What it knows of its ring; null in a ready-made overlay.
    const Maintenance* GetMaintenance() const;
    /// @return Whether it has its place in the overlay.
    bool IsJoined() const;
    /// @return The congestion control.
    const CongestionControl& Scheme() const;
    /// @return The estimate of the round-trip time.
    const RttEstimator& Rtt() const;
    /// @return Whether both identities of the counters hold (see Counters).
    bool IdentitiesHold() const;

  private:
    /// Either of the two. @param options What every peer needs. @param maintenance Keeps its place;
    /// null in a ready-made overlay. @param routing The routing table, else null. @param scheme The
    /// congestion control. @param host Carries out the actions. @param random For request ids and
    /// marks.
    Peer(const PeerOptions& options,
         std::unique_ptr<Maintenance> maintenance,
         std::unique_ptr<RoutingTable> routing,
         std::unique_ptr<CongestionControl> scheme,
         Host& host,
         Random& random);

    void OnArrived(Time now, Request message) override;
    /// Answer a request, as the responsible peer. @param now The present. @param request It. @param
    /// payload What the answer carries.
    void Answer(Time now, const Request& request, Payload payload);
    /// @param request A request to answer. @return The answer, in the name of this peer.
    OverlayAck AckOf(const Request& request) const;
    /// @param lookup A lookup. @param link The next hop; nothing for a key of this peer. @return
    /// The redirect that answers it.
    OverlayAck RedirectFor(const Request& lookup, std::optional<LinkIndex> link) const;
    /// @param request One for this peer. @return Whether it is a neighbour's probe, which is no
    /// business of the application.
    bool IsProbe(const Request& request) const;
    /// @return Whether it neither has a place in its ring nor has had one.
    bool HasNoPlace() const;
    /// See whether neighbours are there, and answer requests, that have not for a while. @param now
    /// The present.
    void SendProbes(Time now);
    /// Tell maintenance what links have turned out to be. @param now The present.
    void PassOnLinkChanges(Time now);
    /// Tell the host when to call again. @param now The present.
    void UpdateWake(Time now);

    std::unique_ptr<Maintenance> m_maintenance; ///< Keeps its place; null if that is ready-made.
    PeerContext m_context;                      ///< What the halves share.
    Relay m_relay;         ///< Other peers' requests, and the way out for the own ones.
    Requester m_requester; ///< The own requests.
};

} // namespace dht

#endif // DHT_PEER_H
