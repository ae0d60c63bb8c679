/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FINGER_TABLE_H
#define DHT_FINGER_TABLE_H

#include "dht-membership.h"
#include "dht-ring.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Greedy clockwise routing (NCA06, section 2.2.3).
 */

namespace dht
{

/// In which order the fingers of a ring lead to a key in as many hops.
enum class FingerOrder : std::uint8_t
{
    kFarthestFirst, ///< Only so, as far as is known.
    kAny,           ///< In any: they are powers of two apart, and so are the peers.
};

/// The fingers of one peer: it forwards to the farthest one that is not beyond the key.
class FingerTable : public Membership
{
  public:
    /**
     * @param self The peer's own id.
     * @param fingers The fingers' ids, nearest first; a finger's place here is its link's index.
     * @param order Whether OtherHop() names any.
     */
    FingerTable(const Key& self,
                const std::vector<Key>& fingers,
                FingerOrder order = FingerOrder::kFarthestFirst);

    /**
     * @param ring All peers.
     * @param peer Which of them.
     * @param fingers Which of them are its fingers, nearest first.
     * @param order Whether OtherHop() names any.
     */
    FingerTable(const Ring& ring,
                std::size_t peer,
                const std::vector<std::size_t>& fingers,
                FingerOrder order = FingerOrder::kFarthestFirst);

    std::optional<LinkIndex> NextHop(const Key& key) const override;
    std::optional<LinkIndex> OtherHop(const Key& key, LinkIndex link) const override;
    LinkIndex LinkCount() const override;

  private:
    Key m_self;                   ///< The peer's own id.
    FingerOrder m_order;          ///< Whether OtherHop() names any.
    std::vector<Key> m_distances; ///< From the peer to its fingers, growing.
};

} // namespace dht

#endif // DHT_FINGER_TABLE_H
