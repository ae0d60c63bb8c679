/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DELAY_SHAPE_H
#define DHT_DELAY_SHAPE_H

#include "dht-peer-delays.h"

#include <cstddef>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * What the delays between peers are like.
 */

namespace dht
{

/// What the delays between peers are like. Round trips are in ms.
class DelayShape
{
  public:
    /// As many as take a minute.
    static constexpr std::size_t kMostPeers = 8192;

    /// @param delays The delays. @param peers Between how many peers, 2 to kMostPeers.
    DelayShape(const PeerDelays& delays, std::size_t peers);

    /// @return The mean round trip.
    double Mean() const;

    /// @param share Of all pairs, 0 to 1. @return The round trip that so many are not above.
    double Quantile(double share) const;

    /// @param samples How many pairs are drawn, at least 1. @return The median of the least of
    /// their round trips.
    double MedianLeastOf(unsigned samples) const;

    /// @return The median, over all peers, of the round trip to the nearest other one.
    double Nearest() const;

    /**
     * Many pairs are looked at, with all peers between them: all pairs where these are few.
     *
     * @param factor At most 1.
     * @return The share of pairs whose round trip by way of some third peer is shorter than the
     *         direct one times this.
     */
    double ShorterBy(double factor) const;

    /// @return The mean over all pairs of how much the two directions differ, in parts of the round
    /// trip.
    double Asymmetry() const;

  private:
    /// For pairs that are looked at: how much shorter than the direct way the shortest one by way
    /// of a third peer is. @param roundTrips Of all ordered pairs.
    void FindDetours(const std::vector<float>& roundTrips);

    std::size_t m_peers;          ///< Number of peers.
    std::vector<float> m_sorted;  ///< The round trips of all pairs, in order.
    std::vector<float> m_nearest; ///< The least round trip of each peer, in order.
    std::vector<float> m_detours; ///< By way of a third peer, in parts of the direct way; in order.
    double m_mean{0};             ///< Of all round trips.
    double m_asymmetry{0};        ///< See Asymmetry().
};

} // namespace dht

#endif // DHT_DELAY_SHAPE_H
