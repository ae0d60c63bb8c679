/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HOP_LIMIT_H
#define DHT_HOP_LIMIT_H

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * A hop limit that a source learns.
 */

namespace dht
{

/**
 * How many hops to allow a request, by how many those took that were answered: four times their
 * mean, which in Chord is twice the longest way. So what wrong entries send around in a circle ends
 * soon, in a ring of any size and on any overlay. Each retransmission may take twice as many hops
 * as the one before, up to the peer's own limit: no peer is out of reach for good.
 */
class HopLimit
{
  public:
    /// @param most The limit that holds until enough is learned, and above all others; at least 1.
    explicit HopLimit(std::uint8_t most);

    /// A request was answered. @param hops Overlay hops that it took.
    void Learn(std::uint32_t hops);

    /// @return The limit for the first transmission of a request: 1 to the most.
    std::uint8_t First() const;

    /// @param first That of its first transmission; 0 for the most. @param attempt The
    /// transmission, from 1; 0 for none, which has the most. @return The limit for a transmission
    /// of a request.
    std::uint8_t Of(std::uint8_t first, std::uint8_t attempt) const;

  private:
    float m_mean{0};           ///< Smoothed mean of the hops.
    std::uint8_t m_learned{0}; ///< Requests that were answered, up to those that are enough.
    std::uint8_t m_most;       ///< The peer's own limit.
};

} // namespace dht

#endif // DHT_HOP_LIMIT_H
