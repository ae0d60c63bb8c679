/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_COUNTERS_H
#define DHT_COUNTERS_H

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * The counters of a peer.
 */

namespace dht
{

/// Why a peer dropped a request.
enum class DropReason : std::uint8_t
{
    kQueueFull,  ///< Its relay queue was full.
    kHopLimit,   ///< It had no hop left.
    kLinkDown,   ///< The neighbour that is its next hop was gone.
    kStandstill, ///< Nothing had left its queue for too long.
    kNoPlace,    ///< This peer has no place in its ring yet.
    kCount       ///< Number of reasons.
};

/// @param reason A reason. @return Its name, as summaries show it.
const char* ToString(DropReason reason);

/**
 * Events of one peer since it started, or the sum over many.
 *
 * Nothing vanishes: at any time (between two calls of the peer)
 *
 *     issued = answered + given up + outstanding
 *     accepted = forwarded + redirected + delivered + dropped + queued
 *
 * where outstanding and queued are states of the peer.
 */
struct Counters
{
    std::uint64_t issued{0};        ///< Requests the peer issued; retransmissions do not count.
    std::uint64_t answered{0};      ///< Own requests that were answered, each counted once.
    std::uint64_t givenUp{0};       ///< Own requests that were not answered in their lifetime.
    std::uint64_t retransmitted{0}; ///< Own requests sent again, each time counted.
    std::uint64_t redundantAcks{0}; ///< Overlay-acks and redirects of no use: their request is not
                                    ///< outstanding (any more), or their sender was not asked.
    std::uint64_t uselessNames{
        0}; ///< Peers that redirects named in vain: not nearer than the sender, or too many.
    std::uint64_t accepted{0};   ///< Messages accepted: own, retransmitted and relayed ones.
    std::uint64_t forwarded{0};  ///< Messages sent to a neighbour, or lookups sent to any peer.
    std::uint64_t redirected{0}; ///< Lookups answered with a nearer peer.
    std::uint64_t delivered{0};  ///< Messages this peer was responsible for, routed acks included.
    std::uint64_t marked{0};     ///< Requests whose congestion bit this peer set.
    std::uint64_t blocked{0};    ///< Times a request found its queue full and had to wait.
    std::uint64_t rerouted{0};   ///< Times a queued message got another next hop.
    /// Requests dropped, by reason.
    std::array<std::uint64_t, static_cast<std::size_t>(DropReason::kCount)> dropped{};

    /// @return Requests dropped, for all reasons together.
    std::uint64_t TotalDropped() const;

    /// @param other Counters to add. @return The sum.
    Counters& operator+=(const Counters& other);

    /// @param other Counters to subtract, of the same peer and earlier. @return The difference.
    Counters& operator-=(const Counters& other);
};

} // namespace dht

#endif // DHT_COUNTERS_H
