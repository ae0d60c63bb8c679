/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_RING_H
#define DHT_MEMORY_RING_H

#include "dht-chord.h"
#include "dht-event-queue.h"
#include "dht-peer.h"
#include "dht-workload.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * A ready-made ring of peers in memory, under a virtual clock.
 */

namespace dht
{

/// What a ring in memory is made of; every peer is alike.
struct MemoryRingOptions
{
    std::string scheme{"none"};                             ///< The congestion control's name.
    std::vector<std::pair<std::string, double>> parameters; ///< Its constants, if not the defaults.
    PeerOptions peer{};            ///< The peers' options; the ring sets self and replyTo.
    bool routedAcks{false};        ///< Whether overlay-acks come back through the overlay.
    WorkloadOptions workload{};    ///< What every peer's application makes.
    double uplinkRate{100};        ///< Requests/s that a peer's links can send, all together.
    Time delay{FromSeconds(0.01)}; ///< One way, between any two peers.
    std::size_t window{4};         ///< Requests on the way on each link, as TCP's buffers.
    std::uint64_t seed{1};         ///< Of all random numbers.
};

class MemoryPeer;

/**
 * Peers, and a network between them: each peer has an uplink of a given rate, which its links share
 * first come first served, and behind it a constant delay. A link takes no more requests than its
 * window; a request has left the window when the next peer has accepted it and its word of that is
 * back. A request that is not accepted stays, and all behind it on the same link. Overlay-acks take
 * the delay, but no capacity.
 */
class MemoryRing
{
  public:
    /// @param overlay Who knows whom. @param options All the rest.
    MemoryRing(const Overlay& overlay, const MemoryRingOptions& options);
    /// @param ring Who is where on a Chord ring. @param options All the rest.
    MemoryRing(const Ring& ring, const MemoryRingOptions& options);
    ~MemoryRing();

    /// Watch a peer. @param peer The peer's number. @param observer Gets all events from now on;
    /// nullptr for no observer.
    void SetObserver(std::size_t peer, Observer* observer);

    /// @param until When to stop the clock.
    void RunUntil(Time until);

    /// Stop all peers at the present: they issue no further request.
    void Stop();

    /// Pause a peer at the present, or let it go on. @param peer The peer's number. @param paused
    /// Whether to pause.
    void SetPaused(std::size_t peer, bool paused);

    /// Call a peer at the present. @param peer The peer's number. @param call What to call.
    void CallPeer(std::size_t peer, const std::function<void(Time, Peer&)>& call);

    /// @return The clock.
    EventQueue& Events();

    /// A peer is gone for good, at the present, and nobody's table is told. @param peer The peer's
    /// number.
    void Kill(std::size_t peer);

    /// @return How many peers there are.
    std::size_t Size() const;
    /// @param peer The peer's number. @return That peer.
    const Peer& At(std::size_t peer) const;
    /// @return The sum of all peers' counters.
    Counters Totals() const;
    /// @return The sum of all peers' outstanding requests.
    std::size_t Outstanding() const;
    /// @return The sum of all peers' queues.
    std::size_t Queued() const;
    /// @return Requests that were sent and not accepted yet.
    std::size_t OnTheWay() const;
    /// @return How often Peer::IdentitiesHold() was false after a call of a peer: 0, unless there
    /// is a defect.
    std::size_t Violations() const;

  private:
    friend class MemoryPeer;

    /// @param peer The peer's number. @return Where to reach it.
    static Endpoint EndpointOf(std::size_t peer);
    /// @param endpoint Of a peer. @return The peer.
    MemoryPeer& At(const Endpoint& endpoint);

    MemoryRingOptions m_options;                      ///< What the ring is made of.
    EventQueue m_events;                              ///< The clock.
    std::vector<std::unique_ptr<MemoryPeer>> m_peers; ///< The peers.
};

} // namespace dht

#endif // DHT_MEMORY_RING_H
