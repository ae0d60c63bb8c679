/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FINGER_LIST_H
#define DHT_FINGER_LIST_H

#include "dht-ring-node.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A peer's fingers while they are being found.
 */

namespace dht
{

/// @param distance A distance, not 0. @return The greatest i with 2^i not above it.
unsigned OctaveOf(const Key& distance);

/**
 * The fingers of one peer. The finger i of Chord is the first peer at or after id + 2^i; so the
 * distinct ones are, for each i, the nearest peer at a distance in [2^i, 2^(i+1)), if there is one:
 * one for each octave. But a peer whose network has its share of the fingers gives way to a farther
 * one of the same octave.
 */
class FingerList
{
  public:
    /// @param self The key of the peer that has the fingers.
    explicit FingerList(const Key& self);

    /// @return All fingers, nearest first.
    const RingNodes& All() const;

    /// @param node A peer that is there; it becomes a finger if it is the best of its octave.
    /// @return Whether the peer became a finger.
    bool Insert(const RingNode& node);

    /// @param node A peer. @return Whether it would become a finger.
    bool IsWanted(const RingNode& node) const;

    /// @param node A peer. @return Whether its network has its share of the fingers in other
    /// octaves already (HasShare()).
    bool IsSurplus(const RingNode& node) const;

    /// @param octave Where to begin. @return The nearest finger at a distance of 2^octave or more;
    /// null if there is none.
    const RingNode* From(unsigned octave) const;

    /// @param endpoint A peer that is gone.
    void Remove(const Endpoint& endpoint);

    /// Forget all.
    void Clear();

  private:
    Key m_self;        ///< The key of the peer that has the fingers.
    RingNodes m_nodes; ///< Nearest first; at most one for each octave.
};

} // namespace dht

#endif // DHT_FINGER_LIST_H
