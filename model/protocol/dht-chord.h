/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CHORD_H
#define DHT_CHORD_H

#include "dht-routing-table.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Chord routing over a given set of peers (Stoica et al., SIGCOMM 2001; NCA06, section 2.2.3).
 *
 * A peer is responsible for the keys from its own id up to, and without, the next peer's id.
 * (Stoica et al. give a key to the first peer at or after it; mirrored like this, the greedy rule
 * of both congestion control papers ends at the responsible peer, and evenly spaced peers are as
 * many hops apart as their distance has one bits, as COMSNETS09's equations 6 and 8 count them.)
 */

namespace dht
{

/// The set of all peers' ids: who is where on the ring.
class Ring
{
  public:
    /**
     * @param ids The peers' ids, in any order; at least one.
     * @throws std::invalid_argument There is none, or one occurs twice.
     */
    explicit Ring(std::vector<Key> ids);

    /**
     * @param count How many peers.
     * @return A ring of evenly spaced peers.
     */
    static Ring Even(std::size_t count);

    /**
     * @param names One name (such as "10.0.0.1:7000") for each peer.
     * @return A ring of peers whose ids are the SHA-1 digests of their names.
     */
    static Ring Hashed(const std::vector<std::string>& names);

    /// @return How many peers there are.
    std::size_t Size() const;

    /// @param peer Which peer, in the order of ids, in [0, Size()). @return Its id.
    const Key& Id(std::size_t peer) const;

    /// @param key A key. @return The peer responsible for it.
    std::size_t Responsible(const Key& key) const;

    /**
     * The distinct peers that are first at or after id + 2^i, for i = 0..159.
     *
     * @param peer Which peer.
     * @return Its fingers, nearest first, without itself.
     */
    std::vector<std::size_t> Fingers(std::size_t peer) const;

  private:
    /// @param key A key. @return The first peer at or after it.
    std::size_t FirstFrom(const Key& key) const;

    std::vector<Key> m_ids; ///< Sorted.
};

/// The fingers of one peer: it forwards to the farthest one that is not beyond the key.
class FingerTable : public RoutingTable
{
  public:
    /**
     * @param self The peer's own id.
     * @param fingers The fingers' ids, nearest first; a finger's place here is its link's index.
     */
    FingerTable(const Key& self, const std::vector<Key>& fingers);

    /**
     * @param ring All peers.
     * @param peer Which of them.
     */
    FingerTable(const Ring& ring, std::size_t peer);

    std::optional<LinkIndex> NextHop(const Key& key) const override;
    LinkIndex LinkCount() const override;

  private:
    Key m_self;                        ///< The peer's own id.
    std::vector<KeyBytes> m_distances; ///< From the peer to its fingers, growing; 20 bytes each.
};

} // namespace dht

#endif // DHT_CHORD_H
