/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RING_H
#define DHT_RING_H

#include "dht-key.h"

#include <cstddef>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The places of all peers.
 */

namespace dht
{

/// The set of all peers' ids: who is where.
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
    std::size_t Size() const
    {
        return m_ids.size();
    }

    /// @param peer Which peer, in the order of ids, in [0, Size()). @return Its id.
    const Key& Id(std::size_t peer) const
    {
        return m_ids.at(peer);
    }

    /// @param key A key. @return The last peer at or before it.
    std::size_t LastUpTo(const Key& key) const;

    /// @param key A key. @return The first peer at or after it.
    std::size_t FirstFrom(const Key& key) const;

    /// @param peer Which peer. @return The share of all keys from its id up to, and without, the
    /// next peer's, in (0, 1].
    double Arc(std::size_t peer) const;

  private:
    std::vector<Key> m_ids; ///< Sorted.
};

} // namespace dht

#endif // DHT_RING_H
