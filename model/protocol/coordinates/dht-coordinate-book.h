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
#include "dht-prefetch.h"
#include "dht-random.h"

#include <cstddef>
#include <cstdint>
#include <optional>
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

    /// Several peers are going to be looked up: of many peers, none of the books is in the cache,
    /// and what this one says would be waited for peer by peer. @tparam Peers A list of what has an
    /// endpoint. @param peers The peers.
    template <typename Peers>
    void Expect(const Peers& peers) const
    {
        for (const std::size_t left : {1, 0})
        {
            for (const auto& peer : peers)
            {
                Expect(peer.endpoint, left);
            }
        }
    }

    /// The same for one peer. @param peer The peer. @param left Steps that are left after this one:
    /// of 1 and then 0, the second needs what the first has fetched.
    void Expect(const Endpoint& peer, std::size_t left) const
    {
        if (left > 0)
        {
            m_places.Expect(HashOf(peer));
        }
        else if (const auto place = m_places.FirstPlace(HashOf(peer)))
        {
            Prefetch(&m_entries[*place], sizeof(Entry));
        }
    }

    /// @param random Draws. @return Any peer that was heard of; nothing if there is none.
    std::optional<Endpoint> Draw(Random& random) const;

  private:
    /// A peer, and where it is, if anybody has said so; in one line of the cache.
    struct alignas(32) Entry
    {
        Endpoint peer;                         ///< The peer.
        std::optional<WireCoordinate> place{}; ///< Where it is.
    };

    /// A hash by two multiplications: each message and each peer that it names is looked up. @param
    /// endpoint An endpoint. @return The endpoint's hash.
    static std::uint64_t HashOf(const Endpoint& endpoint)
    {
        constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
        const auto [first, second] = endpoint.Halves();
        const std::uint64_t hash = ((first ^ endpoint.port) * factor ^ second) * factor;
        return hash ^ hash >> 32;
    }

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
