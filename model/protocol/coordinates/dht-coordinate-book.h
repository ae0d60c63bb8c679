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
#include <cstring>
#include <optional>
#include <unordered_map>
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

    /// A hash by two multiplications: each message and each peer that it names is looked up here.
    struct Hash
    {
        /// @param endpoint An endpoint. @return The endpoint's hash.
        std::size_t operator()(const Endpoint& endpoint) const
        {
            constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
            std::uint64_t halves[2];
            std::memcpy(halves, endpoint.address.data(), sizeof(halves));
            const std::uint64_t hash = ((halves[0] ^ endpoint.port) * factor ^ halves[1]) * factor;
            return hash ^ hash >> 32;
        }
    };

    /// @param peer A peer. @return What is known of it; maybe in the place of another one.
    std::optional<WireCoordinate>& EntryOf(const Endpoint& peer);

    std::vector<Entry> m_entries;                             ///< A ring, once it is full.
    std::size_t m_oldest{0};                                  ///< The next to be forgotten.
    std::unordered_map<Endpoint, std::size_t, Hash> m_places; ///< Where entries are, by peer.
};

} // namespace dht

#endif // DHT_COORDINATE_BOOK_H
