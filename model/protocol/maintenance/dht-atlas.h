/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_ATLAS_H
#define DHT_ATLAS_H

#include "dht-ring-node.h"
#include "dht-time.h"

#include <cstddef>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What a peer has heard of its ring, beyond its tables.
 */

namespace dht
{

/**
 * Peers of the ring, and who vouches for whose arc: a peer is responsible from its own id up to
 * that of the next one, and the next one is asked who comes before it. So nobody vouches for
 * himself. Nothing here leads a request anywhere: it is for doubts.
 */
class Atlas
{
  public:
    /// Peers that are remembered at the most.
    static constexpr std::size_t kMostNodes = 256;
    /// An answer shows for so long that a peer is there.
    static constexpr Time kFresh = FromSeconds(5);
    /// It is worth asking for so long whether a peer is still there.
    static constexpr Time kLately = FromSeconds(60);

    /// A peer has answered. @param now The present. @param node It.
    void Hear(Time now, const RingNode& node);
    /// A peer has said who comes before it. @param now The present. @param before Who. @param node
    /// The peer that says so.
    void Vouch(Time now, const RingNode& before, const RingNode& node);
    /// A peer does not answer, or is not to be believed. @param node Which.
    void Forget(const Endpoint& node);
    /// Forget all.
    void Clear();

    /// @param now The present. @param responsible Who answers for a key. @param key The key.
    /// @return Whether somebody else has said lately that nobody is between the two, and nobody
    /// is known to be.
    bool IsVouched(Time now, const RingNode& responsible, const Key& key) const;
    /// @param now The present. @param from Where an arc begins. @param to Where it ends, as for
    /// IsBetween(). @param age How long ago it may have answered last. @return The last peer
    /// strictly within, of those that have answered; nothing if there is none.
    std::optional<RingNode> LastBetween(Time now, const Key& from, const Key& to, Time age) const;
    /// @param now The present. @param from Where an arc begins. @param to Where it ends, as for
    /// IsBetween(). @param age How long ago it may have answered last. @param most How many.
    /// @return The first peers strictly within, of those that have answered.
    RingNodes FirstBetween(Time now,
                           const Key& from,
                           const Key& to,
                           Time age,
                           std::size_t most) const;
    /// @param key A key. @param most How many. @return The nearest ones before it, the best first,
    /// of all that are known.
    RingNodes NearestTo(const Key& key, std::size_t most) const;
    /// @param node A peer. @return Since when it has answered, again and again; nothing if it is
    /// not known.
    std::optional<Time> Since(const Endpoint& node) const;

  private:
    /// A peer.
    struct Entry
    {
        RingNode node;                ///< Which.
        Time since;                   ///< When it answered first.
        Time answered;                ///< When it answered last.
        std::optional<RingNode> next; ///< Who says that it comes after this one.
        Time vouched;                 ///< When it said so last.
    };

    /// @param now The present. @param node A peer. @return Its entry.
    Entry& Need(Time now, const RingNode& node);

    std::vector<Entry> m_entries; ///< In no order.
};

} // namespace dht

#endif // DHT_ATLAS_H
