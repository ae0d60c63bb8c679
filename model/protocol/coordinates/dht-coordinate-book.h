/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_COORDINATE_BOOK_H
#define DHT_COORDINATE_BOOK_H

#include "dht-coordinate.h"
#include "dht-endpoint.h"
#include "dht-prefetch.h"
#include "dht-random.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Where other peers are, as far as this one has heard.
 */

namespace dht
{

/**
 * Where peers have said that they are, of those heard of lately.
 *
 * Each message and each peer that it names is looked up, and of many peers, none of the books is in
 * the cache. So a peer is a row of 16 bytes in a hash table with linear probing, and mostly takes
 * one line of the cache.
 */
class CoordinateBook
{
  public:
    /// Peers that are remembered at the most; then those are forgotten that came first.
    static constexpr std::size_t kMost = 1024;

    /// @param peer A peer. @param told Where it says it is.
    void Learn(const Endpoint& peer, const WireCoordinate& told)
    {
        RowOf(peer).SetPlace(told);
    }

    /// Somebody else has named a peer: that is believed if it is surer than what is known, as it is
    /// of a later time, then. @param peer A peer. @param told Where it is said to be; with the
    /// error of who knows nothing, that there is such a peer is all that was said.
    void Hear(const Endpoint& peer, const WireCoordinate& told)
    {
        Row& row = RowOf(peer);
        const bool saysNothing = told.error >= WireCoordinate{}.error;
        if (!saysNothing && (!row.HasPlace() || told.error <= row.place.error))
        {
            row.SetPlace(told);
        }
    }

    /// @param peer A peer. @return Where it is; nothing if nobody has said so.
    std::optional<WireCoordinate> Find(const Endpoint& peer) const
    {
        const Row* const row = RowIn(m_rows, peer);
        return row && row->HasPlace() ? std::optional(row->place) : std::nullopt;
    }

    /// Several peers are going to be looked up: have what is known of them brought into the cache,
    /// as it would be waited for peer by peer. @tparam Peers A list of what has an endpoint. @param
    /// peers The peers.
    template <typename Peers>
    void Expect(const Peers& peers) const
    {
        for (const auto& peer : peers)
        {
            Expect(peer.endpoint);
        }
    }

    /// The same for one peer. @param peer The peer.
    void Expect(const Endpoint& peer) const
    {
        if (!m_rows.empty())
        {
            Prefetch(&m_rows[HomeOf(NameOf(peer))], sizeof(Row));
        }
    }

    /// @param random Draws. @return Any peer that was heard of; nothing if there is none.
    std::optional<Endpoint> Draw(Random& random) const;

  private:
    /// Bits of a row's first word above those of the peer's name: when it came, whether anybody has
    /// said where it is, and that there is a peer at all.
    static constexpr unsigned kTurnShift = 51;
    static constexpr std::uint64_t kTurn = std::uint64_t{kMost - 1} << kTurnShift;
    static constexpr std::uint64_t kPlace = std::uint64_t{1} << 61;
    static constexpr std::uint64_t kIpv6 = std::uint64_t{1} << 62;
    static constexpr std::uint64_t kPeer = std::uint64_t{1} << 63;
    /// Those of the name: of IPv4 the address and the port, of IPv6 a hash of them.
    static constexpr std::uint64_t kEndpoint = (std::uint64_t{1} << kTurnShift) - 1;
    static constexpr std::uint64_t kName = kEndpoint | kIpv6 | kPeer;

    /// A peer, or none.
    struct alignas(16) Row
    {
        std::uint64_t word{0};  ///< Name and turn; 0: there is none.
        WireCoordinate place{}; ///< Where the peer is, if anybody has said so.

        /// @return Whether anybody has.
        bool HasPlace() const
        {
            return (word & kPlace) != 0;
        }

        /// @param told Where it is.
        void SetPlace(const WireCoordinate& told)
        {
            word |= kPlace;
            place = told;
        }

        /// @return Its place in m_turns.
        std::size_t Turn() const
        {
            return (word & kTurn) >> kTurnShift;
        }
    };

    static_assert(sizeof(Row) == 16);

    /// @param peer A peer. @return The first word of its row, but for its turn and whether it has a
    /// place.
    static std::uint64_t NameOf(const Endpoint& peer)
    {
        if (!peer.ipv6)
        {
            return kPeer | std::uint64_t{peer.port} << 32 | peer.Ipv4Address();
        }
        const auto [first, second] = peer.Halves();
        const std::uint64_t hash = ((first ^ peer.port) * kFactor ^ second) * kFactor;
        return kPeer | kIpv6 | (hash >> (64 - kTurnShift));
    }

    /// @param name A name. @return Where a search for it begins in m_rows, which must not be empty.
    std::size_t HomeOf(std::uint64_t name) const
    {
        return (name * kFactor) >> m_shift;
    }

    /// @tparam Rows Such as m_rows. @param rows m_rows. @param peer A peer. @return Its row; null
    /// if it has none.
    template <typename Rows>
    auto RowIn(Rows& rows, const Endpoint& peer) const -> decltype(rows.data())
    {
        if (rows.empty())
        {
            return nullptr;
        }
        const std::uint64_t name = NameOf(peer);
        for (std::size_t at = HomeOf(name); rows[at].word != 0; at = Next(at))
        {
            if ((rows[at].word & kName) == name && (!peer.ipv6 || m_ipv6[rows[at].Turn()] == peer))
            {
                return &rows[at];
            }
        }
        return nullptr;
    }

    /// @param peer A peer. @return Its row, which is new if it had none.
    Row& RowOf(const Endpoint& peer)
    {
        Row* const row = RowIn(m_rows, peer);
        return row ? *row : Add(peer);
    }

    /// @param at A place in m_rows. @return The next one.
    std::size_t Next(std::size_t at) const
    {
        return (at + 1) & (m_rows.size() - 1);
    }

    /// @param peer A peer that has no row. @return Its row, maybe instead of another one's.
    Row& Add(const Endpoint& peer);
    /// Forget a peer. @param at The place of its row.
    void Remove(std::size_t at);
    /// @param row A row, put where its search finds it. @return Its place.
    std::size_t Put(const Row& row);
    /// @param row A row. @param at Its place from now on.
    void PutAt(const Row& row, std::size_t at);
    /// Have twice as many rows.
    void Grow();

    /// Multiplied by it, numbers that are near differ in the high bits.
    static constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;

    std::vector<Row> m_rows;            ///< A power of two; some are no peer's.
    unsigned m_shift{61};               ///< Leaves as many bits as places in m_rows have; or 3.
    std::size_t m_oldest{0};            ///< The turn of who is forgotten next.
    std::vector<std::uint16_t> m_turns; ///< Places in m_rows; a ring, once it is full.
    std::vector<Endpoint> m_ipv6;       ///< Peers by turn; empty in a ring of IPv4.
};

} // namespace dht

#endif // DHT_COORDINATE_BOOK_H
