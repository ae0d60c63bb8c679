/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EVEN_TABLE_H
#define DHT_EVEN_TABLE_H

#include "dht-membership.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * Chord among evenly spaced peers, without a table.
 */

namespace dht
{

/**
 * The fingers of one of 2^l evenly spaced peers: the i-th is 2^i peers further. It decides as a
 * FingerTable of the same ring does, and takes some bytes instead of 20 a finger.
 */
class EvenTable : public Membership
{
  public:
    /// The greatest number of fingers: 2^31 peers.
    static constexpr LinkIndex kMostLinks = 31;

    /**
     * @param peer Which peer, in the order of ids, in [0, 2^links).
     * @param links Fingers of each peer, 1 to kMostLinks; l.
     */
    EvenTable(std::uint32_t peer, LinkIndex links);

    std::optional<LinkIndex> NextHop(const Key& key) const override;
    std::optional<LinkIndex> OtherHop(const Key& key, LinkIndex link) const override;
    LinkIndex LinkCount() const override;

    /// @param peer A peer. @param link One of its fingers. @param links Fingers of each peer.
    /// @return Which peer that finger is.
    static std::uint32_t Neighbour(std::uint32_t peer, LinkIndex link, LinkIndex links);

  private:
    /// @param key A key. @return How many peers further the responsible one is.
    std::uint32_t DistanceTo(const Key& key) const;

    std::uint32_t m_peer; ///< The peer's place.
    LinkIndex m_links;    ///< Its fingers.
};

} // namespace dht

#endif // DHT_EVEN_TABLE_H
