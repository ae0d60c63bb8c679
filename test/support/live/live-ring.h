/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_LIVE_RING_H
#define DHT_CC_TEST_LIVE_RING_H

#include "dht-memory-net.h"
#include "dht-mersenne-random.h"
#include "event-digest.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>

/**
 * @file
 * @ingroup dht-cc-tests
 * A net in memory whose peers form one ring, and a judge of it.
 */

namespace dht
{
namespace test
{

using dht::MersenneRandom;

using LiveRingOptions = MemoryNetOptions;

/// What became of the requests of all honest peers that ever were for keys that honest ones own.
struct LiveRingResults
{
    std::uint64_t right{0};   ///< Answered by the peer that was responsible at that time.
    std::uint64_t wrong{0};   ///< Answered by another one.
    std::uint64_t givenUp{0}; ///< Not answered.
};

/// A net that knows whether its peers' tables and answers are right, and in which peers can be
/// flooded.
class LiveRing : public MemoryNet
{
  public:
    /// @param options What the ring is made of. @param places How many peers there may be.
    LiveRing(const LiveRingOptions& options, std::size_t places);

    /// A peer goes on as it is, and sends requests that it has no business with besides, whatever
    /// its scheme and its uplink. @param peer The peer's number. @param links On how many links;
    /// the longest.
    /// @param rate On each of them, a second; at most what they take.
    void Flood(std::size_t peer, std::size_t links, double rate);
    /// Somebody without a place connects to a peer, and sends it requests for random keys from now
    /// on. @param peer The peer's number. @param source Whom they name as their source. @param rate
    /// How many a second; at most what the connection takes.
    void FloodFromOutside(std::size_t peer, const Endpoint& source, double rate);

    /// @return What is wrong with the tables of those that are there, compared to those of a
    /// ready-made ring; nothing if they are right.
    std::string Flaws() const;
    /// @param limit How long to wait. @return How long it took until there were no flaws; kNever if
    /// it takes longer.
    Time Settle(Time limit);
    /// @return What became of the requests so far.
    const LiveRingResults& Results() const;
    /// @return A digest of everything that observers of all peers were told, in order.
    std::uint64_t Digest() const;

  private:
    /// Sees what becomes of the requests of whoever is at a place.
    class Watch : public EventDigest
    {
      public:
        /// @param ring The ring. @param place Which place.
        Watch(LiveRing& ring, std::size_t place);
        void OnIssued(const EventContext& at, const Request& request) override;
        void OnAnswered(const EventContext& at, const Answer& answer) override;
        void OnGivenUp(const EventContext& at, std::uint64_t id) override;

      private:
        /// @param key A key. @return Its owner, if it and this peer are honest; else null.
        const MemoryHost* HonestOwnerOf(const Key& key) const;

        LiveRing& m_ring;                    ///< The ring.
        std::size_t m_place;                 ///< Which place.
        std::map<std::uint64_t, Key> m_keys; ///< Of requests that are outstanding, by id.
    };

    /// More junk comes on a stranger's connection, from now on. @param host The receiver. @param
    /// connection The stranger's. @param source Whom it names as its source. @param rate How much a
    /// second.
    void PushJunk(MemoryHost& host, ConnectionId connection, const Endpoint& source, double rate);
    /// @param source Whom it names as its source. @return A request that nobody has business with.
    Request Junk(const Endpoint& source);

    std::uint64_t m_digest{14695981039346656037ULL}; ///< Of what happened so far.
    LiveRingResults m_results{};                     ///< What became of the requests.
    std::deque<Watch> m_watches;                     ///< By place.
    MersenneRandom m_junk;                           ///< For requests of nobody's.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_LIVE_RING_H
