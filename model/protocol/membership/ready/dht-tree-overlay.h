/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TREE_OVERLAY_H
#define DHT_TREE_OVERLAY_H

#include "dht-overlay.h"
#include "dht-random.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A binary tree over the ids, as P-Grid's (Aberer, CoopIS 2001; NCA06, section 2.2.4).
 */

namespace dht
{

/**
 * A binary tree whose leaves are the peers. A peer's path tells them apart by the bits in which
 * they differ, most significant first; bits in which all peers of a subtree agree are not looked
 * at. A peer is responsible for the keys whose bits are those of its path.
 *
 * A peer knows one peer of the opposite subtree at each level of its path, chosen uniformly, and
 * forwards to that of the first level at which the key's bit differs from its own.
 */
class TreeOverlay : public Overlay
{
  public:
    /// @param ring All peers. @param random Chooses the neighbours.
    TreeOverlay(Ring ring, Random& random);

    std::size_t Responsible(const Key& key) const override;
    double Share(std::size_t peer) const override;

    /// @param peer The peer's number. @return Its neighbours, that of the largest opposite subtree
    /// first.
    std::vector<std::size_t> Neighbours(std::size_t peer) const override;

    std::unique_ptr<Membership> MakeTable(std::size_t peer) const override;

  private:
    /// One level of a peer's path.
    struct Level
    {
        unsigned bit;          ///< Which bit of a key decides; 0 is the least significant one.
        std::size_t neighbour; ///< A peer of the opposite subtree.
    };

    /// Divide the peers of a subtree. @param begin The first one. @param end One past the last one,
    /// at least two further. @param random Chooses the neighbours.
    void Divide(std::size_t begin, std::size_t end, Random& random);

    std::vector<std::vector<Level>> m_paths; ///< By peer, from the root down.
};

} // namespace dht

#endif // DHT_TREE_OVERLAY_H
