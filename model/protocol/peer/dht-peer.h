/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PEER_H
#define DHT_PEER_H

#include "dht-membership.h"
#include "dht-peer-context.h"
#include "dht-relay.h"
#include "dht-requester.h"

#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * A peer, which a host drives.
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
     * @param options Options of every peer; all peers of an overlay have one address family.
     * @param membership Its place in the overlay. A dynamic one has none before Create() or Join().
     * @param scheme The congestion control.
     * @param host Carries out the peer's actions; must outlive the peer.
     * @param random For request ids and marks; must outlive the peer.
     */
    Peer(const PeerOptions& options,
         std::unique_ptr<Membership> membership,
         std::unique_ptr<CongestionControl> scheme,
         Host& host,
         Random& random);

    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    /// @param observer Gets all events from now on; nullptr for no observer.
    void SetObserver(Observer* observer);

    /// @param application Answers requests from now on; nullptr for empty answers. It
    /// must outlive the peer, or be replaced before.
    void SetApplication(Application* application);

    /**
     * Answer a request that the application has left unanswered (Application::OnRequest()). Its
     * source may have given it up. An overlay-ack that goes through the overlay is dropped if its
     * queue is full by now, under any scheme: back-pressure can hold up only requests that are
     * answered at once.
     *
     * @param now The present.
     * @param request The request, as it arrived.
     * @param answer Payload of the overlay-ack, at most LongestAnswer() bytes.
     * @throws std::length_error The answer is longer.
     */
    void Respond(Time now, const Request& request, Payload answer);

    /// In a ring that peers join, a datagram that answers a request is not longer than the request,
    /// whose source may be forged. For a longer answer, make a longer request, or let the answer be
    /// routed.
    /// @param request A request that has arrived. @return Most bytes of an application's answer.
    std::size_t LongestAnswer(const Request& request) const;

    /**
     * Begin to issue requests.
     *
     * @param now The present.
     * @param source Their source; must outlive the peer, or Stop() is called before.
     */
    void Start(Time now, RequestSource& source);

    /// Issue no further requests; relaying goes on. @param now The present.
    void Stop(Time now);

    /// Work for this peer's place in steps, before Create() or Join(). @param tries How many hashes
    /// to try. @return Whether it is done.
    bool Solve(std::uint64_t tries);

    /// Be the first peer of an overlay. @param now The present. @throws std::logic_error It is
    /// ready-made.
    void Create(Time now);

    /**
     * Look for this peer's place in an overlay.
     *
     * @param now The present.
     * @param bootstrap Peers that are thought to be there; they are also asked if all others are
     *        lost.
     * @param met Peers that it had met when it had a place.
     * @throws std::logic_error The overlay is ready-made.
     */
    void Join(Time now,
              const std::vector<Endpoint>& bootstrap,
              const std::vector<Endpoint>& met = {});

    /// Issue no further requests, and tell the neighbours on the ring that this peer goes. Links
    /// stay until the host has sent what is queued. @param now The present.
    void Leave(Time now);

    /**
     * A request, or an overlay-ack on its way through the overlay, arrived from a neighbour.
     *
     * @param now The present.
     * @param from The message's connection.
     * @param request The message; moved from if it was accepted.
     * @return Whether it was accepted. If not, the host keeps it, stops reading that connection,
     * and offers it again after Host::Resume().
     */
    bool OnRequest(Time now, ConnectionId from, Request& request);

    /**
     * A datagram arrived. The peer cannot refuse it: a lookup for which there is no room is
     * dropped.
     *
     * @param now The present.
     * @param from The sender's endpoint.
     * @param datagram The datagram; moved from.
     * @return kType for a datagram that this peer cannot use, such as maintenance in a ready-made
     *         overlay; kField for a lookup in another peer's name; else kNone.
     */
    WireError OnDatagram(Time now, const Endpoint& from, Datagram&& datagram);

    /// Datagrams that wait for room can be sent again. @param now The present.
    void OnDatagramsWritable(Time now);

    /// A link takes requests again. @param now The present. @param link The link.
    void OnWritable(Time now, LinkIndex link);

    /**
     * A link to a neighbour was made.
     *
     * @param now The present.
     * @param link The link.
     */
    void OnLinkConnected(Time now, LinkIndex link);

    /**
     * A link could not be made or broke. Messages that wait for it find another way, or are lost in
     * a ready-made overlay.
     *
     * @param now The present.
     * @param link The link.
     */
    void OnLinkFailed(Time now, LinkIndex link);

    /**
     * The neighbour at the other end of a link has been silent for a while. It is asked by
     * datagram: if the silence is only congestion, it answers. In a ready-made overlay nothing
     * happens.
     *
     * @param now The present.
     * @param link The link.
     */
    void OnLinkSilent(Time now, LinkIndex link);

    /// The time given to Host::WakeAt() has come, or is still to come. @param now The present.
    void OnWake(Time now);

    /**
     * Stop relaying for a while, or go on (cross-load: NCA06, section 3.2; COMSNETS09, section
     * V-C). Messages still arrive and wait in the relay queues. Requests for the peer's own keys
     * are answered, unless they take processing time. With PauseScope::kRelaying, no request is
     * accepted until the pause is over.
     *
     * @param now The present.
     * @param paused Whether to pause.
     */
    void SetPaused(Time now, bool paused);

    /**
     * The routing table has changed (a dynamic membership tells the peer by itself). Queued
     * messages get the next hop that the table names now, and do not count as accepted twice.
     * Connections that wait for room look up their queue again.
     *
     * (Rerouting only the messages of unused links would be enough to lose none. But while
     * peers join, requests go round the ring from successor to successor, and queues that never
     * overflow can come to wait for each other in a circle, which opens when peers learn of
     * fingers.)
     *
     * @param now The present.
     */
    void OnRoutesChanged(Time now);

    /// An incoming connection was closed. @param now The present. @param connection The connection.
    void OnClosed(Time now, ConnectionId connection);

    /// @return The counters.
    const Counters& GetCounters() const;
    /// @return Whether an own request was taken from the source and waits for room in its queue.
    bool IsWaiting() const;
    /// @return Own requests that were not answered yet.
    std::size_t Outstanding() const;
    /// @return Requests in the relay queues.
    std::size_t Queued() const;
    /// @return The relaying half, for deadlock detection.
    const Relay& GetRelay() const;
    /// @return Its place, and whom it knows.
    const Membership& GetMembership() const;
    /// As Membership::OnOwnFault(). @param now The present.
    void OnOwnFault(Time now);
    /// @return The congestion control.
    const CongestionControl& Scheme() const;
    /// @return The window for own lookups; null if there is none.
    const RpcWindow* LookupWindow() const;
    /// @return The scheme's rate [requests/s] or credits; of a scheme that has neither, how many
    /// own lookups may be asking somebody at once; else 0.
    double Level() const;
    /// @return The estimate of the round-trip time.
    const RttEstimator& Rtt() const;
    /// @return Whether both identities of the counters hold (see Counters).
    bool IdentitiesHold() const;

    /// Have what the peer points to brought into the cache: it will be needed soon, and the peer is
    /// there.
    void PrefetchPointed() const;
    /// Have what the peer will find there brought into the cache, too.
    void PrefetchContents() const;

  private:
    /// Where links change: have the relay judge them, and hear which lead elsewhere.
    void FollowLinks();
    void OnArrived(Time now, Request message) override;
    /// Answer a request, as the responsible peer. @param now The present. @param request The
    /// request.
    /// @param payload The answer's payload.
    void Answer(Time now, const Request& request, Payload payload);
    /// @param request A request to answer. @return The answer, in the name of this peer.
    OverlayAck AckOf(const Request& request) const;
    /// @param lookup A lookup. @param link The next hop; nothing for a key of this peer. @return
    /// The redirect that answers it.
    OverlayAck RedirectFor(const Request& lookup, std::optional<LinkIndex> link) const;
    /// @param request A request for this peer. @return Whether it is a neighbour's probe, which the
    /// application does not see.
    bool IsProbe(const Request& request) const;
    /// @return Whether the peer neither has a place in its ring nor has had one.
    bool HasNoPlace() const;
    /// Probe the neighbours that have answered no request for a while. @param now The present.
    void SendProbes(Time now);
    /// Tell the membership of links that are judged stuck, deaf or healthy. @param now The present.
    void PassOnLinkChanges(Time now);
    /// Tell the host when to call again. @param now The present.
    void UpdateWake(Time now);

    std::unique_ptr<Membership> m_membership; ///< The peer's place, and whom it knows.
    PeerContext m_context;                    ///< Shared by the halves.
    Relay m_relay;                            ///< Relays requests, and sends the own ones.
    Requester m_requester;                    ///< Issues the own requests.
};

} // namespace dht

#endif // DHT_PEER_H
