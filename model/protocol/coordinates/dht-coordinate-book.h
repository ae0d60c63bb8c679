/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_COORDINATE_BOOK_H
#define DHT_COORDINATE_BOOK_H

#include "dht-coordinate.h"
#include "dht-endpoint.h"
#include "dht-hashed-places.h"
#include "dht-random.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Where other peers are.
 * @internal
 */

namespace dht
{

/// Where peers have said that they are, of those heard of lately.
class CoordinateBook
{
  public:
    /// Peers that are remembered at the most; then those are forgotten that came first.
    static constexpr std::size_t kMost = 1024;

    /// @param peer A peer. @param told Where it says it is.
    void Learn(const Endpoint& peer, const WireCoordinate& told);

    /// Somebody else has named a peer: that is believed if it is surer than what is known, as it is
    /// of a later time, then. @param peer A peer. @param told Where it is said to be; with the
    /// error of who knows nothing, that there is such a peer is all that was said.
    void Hear(const Endpoint& peer, const WireCoordinate& told);

    /// @param peer A peer. @return Where it is; nothing if nobody has said so.
    std::optional<WireCoordinate> Find(const Endpoint& peer) const;

    /// @param random Draws. @return Any peer that was heard of; nothing if there is none.
    std::optional<Endpoint> Draw(Random& random) const;

  private:
    /// A peer, and where it is, if anybody has said so.
    using Entry = std::pair<Endpoint, std::optional<WireCoordinate>>;

    /// @param peer A peer. @return The place of its entry; nothing if it has none.
    std::optional<std::size_t> PlaceOf(const Endpoint& peer) const;
    /// @param peer A peer. @return What is known of it; maybe in the place of another one.
    std::optional<WireCoordinate>& EntryOf(const Endpoint& peer);

    std::vector<Entry> m_entries; ///< A ring, once it is full.
    std::size_t m_oldest{0};      ///< The next to be forgotten.
    HashedPlaces m_places;        ///< Of entries, by their peers.
};

} // namespace dht

#endif // DHT_COORDINATE_BOOK_H
