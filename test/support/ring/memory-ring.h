/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_MEMORY_RING_H
#define DHT_CC_TEST_MEMORY_RING_H

#include "dht-chord.h"
#include "dht-memory-net.h"
#include "dht-mersenne-random.h"
#include "event-digest.h"

#include <deque>

/**
 * @file
 * @ingroup dht-cc-tests
 * What checks want of a ready-made ring of real peers in memory.
 */

namespace dht
{
namespace test
{

using dht::EventQueue;
using dht::MersenneRandom;

/// When the workload of most rings ends.
constexpr Time kStop = FromSeconds(6);
/// Longer than a request lives, and than all queues take to drain.
constexpr Time kDrainTime = FromSeconds(100);

/// @param count How many peers. @return A ring of ids that are hashes, and thus uneven.
Ring HashedRing(std::size_t count);

/// Watches all peers of a ring.
class RingDigest
{
  public:
    /// @param ring A ring that has not run yet; must not run any more when this object is gone.
    explicit RingDigest(MemoryNet& ring);

    RingDigest(const RingDigest&) = delete;
    RingDigest& operator=(const RingDigest&) = delete;

    /// @return A digest of everything that observers of all peers were told, in order.
    std::uint64_t Get() const;
    /// @param peer The peer's number. @return The keys of its first requests.
    const std::vector<Key>& IssuedKeys(std::size_t peer) const;

  private:
    std::uint64_t m_digest{14695981039346656037ULL}; ///< Of what happened so far.
    std::deque<EventDigest> m_observers;             ///< Of each peer.
};

/// Expect that everything has been answered or counted as lost. @param ring A ring whose workload
/// has ended.
void ExpectDrained(const MemoryNet& ring);

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_MEMORY_RING_H
