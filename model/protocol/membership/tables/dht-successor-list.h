/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SUCCESSOR_LIST_H
#define DHT_SUCCESSOR_LIST_H

#include "dht-ring-node.h"

#include <cstddef>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The next peers on the ring.
 */

namespace dht
{

/**
 * The peers that follow one peer on the ring, nearest first; the first one is its successor. When
 * there are more than it may hold, those give way first that have more places beyond the first than
 * a network's share (HasShare()); then the farthest.
 */
class SuccessorList
{
  public:
    /// @param self The key of the peer that has the list. @param most How many to remember.
    SuccessorList(const Key& self, std::size_t most);

    /// @return All successors, nearest first.
    const RingNodes& All() const;

    /// @return The successor; null if there is none.
    const RingNode* First() const;

    /// @param node A peer. @return Whether it would come before all others.
    bool IsNearest(const RingNode& node) const;

    /**
     * The successor has named its own. If it names more peers of a network than the network's
     * share, that many peers of other networks stay that it does not name: it may be hiding them.
     *
     * @param first The successor.
     * @param named The peers that it names; whoever is not beyond it is left out.
     * @param next Those of them that are there.
     */
    void Replace(const RingNode& first, const RingNodes& named, const RingNodes& next);

    /// Add peers where they belong. @param nodes Peers, in any order.
    void Merge(const RingNodes& nodes);

    /// @return The peers that stay though the successor does not name them.
    RingNodes Kept() const;

    /// @return Whether a peer may be missing before the last one, as its network has its share.
    bool MayHaveGaps() const;

    /// @param endpoint A peer that is gone.
    void Remove(const Endpoint& endpoint);

    /// Forget all.
    void Clear();

  private:
    /// @param node A peer. @return Its place in the list, or where it would be inserted.
    RingNodes::iterator PositionOf(const RingNode& node);

    Key m_self;         ///< The key of the peer that has the list.
    std::size_t m_most; ///< How many to remember.
    RingNodes m_nodes;  ///< Nearest first.
    RingNodes m_kept;   ///< Who stayed at the last Replace(); some may be gone.
};

} // namespace dht

#endif // DHT_SUCCESSOR_LIST_H
