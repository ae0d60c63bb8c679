/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_MEMORY_RING_H
#define DHT_CC_TEST_MEMORY_RING_H

#include "dht-chord.h"
#include "dht-peer.h"
#include "dht-workload.h"

#include <functional>
#include <memory>
#include <queue>
#include <random>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * A ring of real peers in memory, under a virtual clock.
 */

namespace dht
{
namespace test
{

/// When the workload of most rings ends.
constexpr Time kStop = FromSeconds(6);
/// Longer than a request lives, and than all queues take to drain.
constexpr Time kDrainTime = FromSeconds(100);

/// @param count How many peers. @return A ring of ids that are hashes, and thus uneven.
Ring HashedRing(std::size_t count);

/// Random numbers that are the same on every platform.
class MersenneRandom : public Random
{
  public:
    /// @param seed Any number. @param stream Another one: which of the seed's streams.
    explicit MersenneRandom(std::uint64_t seed, std::uint64_t stream = 0);

    double Uniform() override;

  private:
    std::mt19937_64 m_engine; ///< The generator.
};

/// A virtual clock. What is due at the same time happens in the order it was asked for.
class EventQueue
{
  public:
    /// @return The present.
    Time Now() const;

    /// @param time The instant; not before the present. @param action What to do then.
    void At(Time time, std::function<void()> action);

    /// Do all that is due up to some time, which is the present then. @param until That time.
    void RunUntil(Time until);

  private:
    /// Something to do.
    struct Event
    {
        Time time;                    ///< Time at which it is due.
        std::uint64_t order;          ///< Breaks ties.
        std::function<void()> action; ///< The action.

        /// @param other Another event. @return Whether this one is later.
        bool operator>(const Event& other) const
        {
            return std::tie(time, order) > std::tie(other.time, other.order);
        }
    };

    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events; ///< Earliest first.
    std::uint64_t m_order{0};                                                ///< Of the next event.
    Time m_now{0};                                                           ///< The present.
};

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
    /// @return How often the identities of a peer's counters did not hold after a call of the peer.
    std::size_t Violations() const;
    /// @return A digest of everything that observers of all peers were told, in order.
    std::uint64_t Digest() const;
    /// @param peer The peer's number. @return The keys of its first requests.
    const std::vector<Key>& IssuedKeys(std::size_t peer) const;

  private:
    friend class MemoryPeer;

    /// @param peer The peer's number. @return Where to reach it.
    static Endpoint EndpointOf(std::size_t peer);
    /// @param endpoint Of a peer. @return The peer.
    MemoryPeer& At(const Endpoint& endpoint);

    MemoryRingOptions m_options;                      ///< What the ring is made of.
    EventQueue m_events;                              ///< The clock.
    std::uint64_t m_digest{14695981039346656037ULL};  ///< Of what happened so far.
    std::vector<std::unique_ptr<MemoryPeer>> m_peers; ///< The peers.
};

/// Expect that everything has been answered or counted as lost. @param ring A ring whose workload
/// has ended.
void ExpectDrained(const MemoryRing& ring);

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_MEMORY_RING_H
