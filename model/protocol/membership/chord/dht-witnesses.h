/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WITNESSES_H
#define DHT_WITNESSES_H

#include "dht-ring-node.h"
#include "dht-time.h"

#include <cstddef>
#include <map>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What peers say of their own places.
 */

namespace dht
{

/// A peer that has answered, and whom it says to be beside it.
struct Witness
{
    RingNode node;                  ///< The peer that answered.
    std::optional<RingNode> before; ///< Its predecessor, if it knows one.
    std::optional<RingNode> next;   ///< Its successor, if it has one.
    Time heard{0};                  ///< When it said so.
};

/// The peers that have answered last, by their places on the ring.
class Witnesses
{
  public:
    /// @param most How many it remembers.
    explicit Witnesses(std::size_t most = 256);

    /// A peer has answered. @param witness What it says. Who was heard longest ago may be forgotten
    /// for it.
    void Add(const Witness& witness);
    /// @param node Who does not answer any more, or has left.
    void Forget(const Endpoint& node);
    /// @param node A peer. @return What it said; null if that is not known.
    const Witness* Find(const RingNode& node) const;
    /// @param key A key. @return The first one after it, clockwise; null if there is none.
    const Witness* After(const Key& key) const;
    /// @param key A key. @return The last one at or before it; null if there is none.
    const Witness* UpTo(const Key& key) const;
    /// @param witness One of them. @return The one before; itself if it is alone.
    const Witness* Before(const Witness& witness) const;

  private:
    std::map<Key, Witness> m_witnesses; ///< By id.
    std::size_t m_most;                 ///< How many there may be.
};

} // namespace dht

#endif // DHT_WITNESSES_H
