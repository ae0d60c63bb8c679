/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_COORDINATE_BOOK_H
#define DHT_COORDINATE_BOOK_H

#include "dht-coordinate.h"
#include "dht-endpoint.h"
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

    /// @param peer A peer. @return Its slot; if it has none, the one that is to be its own.
    std::size_t SlotOf(const Endpoint& peer) const;
    /// @param place Of an entry. @return The slot where the search for it begins.
    std::size_t HomeOf(std::size_t place) const;
    /// @param peer A peer. @return Where its entry is, plus 1; 0: nowhere.
    std::size_t NumberOf(const Endpoint& peer) const;
    /// Have room in the slots for one more entry.
    void GrowSlots();
    /// An entry is no longer found, and all others are. @param slot Its slot.
    void Empty(std::size_t slot);
    /// @param peer A peer. @return What is known of it; maybe in the place of another one.
    std::optional<WireCoordinate>& EntryOf(const Endpoint& peer);

    std::vector<Entry> m_entries; ///< A ring, once it is full.
    std::size_t m_oldest{0};      ///< The next to be forgotten.
    /// Where entries are, each plus 1, by the hash of their peers, or in the next slots that were
    /// free; 0: none. Twice as many as entries or more, a power of two. (A map of the standard
    /// library allocates for each peer that is heard of.)
    std::vector<std::uint16_t> m_slots;
};

} // namespace dht

#endif // DHT_COORDINATE_BOOK_H
