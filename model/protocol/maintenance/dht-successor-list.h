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

/// The peers that follow one peer on the ring, nearest first; the first one is its successor.
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

    /// The successor has named its own. @param first The successor. @param next Its successors;
    /// whoever is not beyond it is left out.
    void Replace(const RingNode& first, const RingNodes& next);

    /// Add peers where they belong. @param nodes Peers, in any order.
    void Merge(const RingNodes& nodes);

    /// @param endpoint A peer that is gone.
    void Remove(const Endpoint& endpoint);

    /// Forget all.
    void Clear();

  private:
    Key m_self;         ///< The key of the peer that has the list.
    std::size_t m_most; ///< How many to remember.
    RingNodes m_nodes;  ///< Nearest first.
};

} // namespace dht

#endif // DHT_SUCCESSOR_LIST_H
