/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_COORDINATE_DELAYS_H
#define DHT_COORDINATE_DELAYS_H

#include "dht-peer-delays.h"
#include "dht-random.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Delays that follow from places in a square.
 */

namespace dht
{

/// Peers have places in a square, and the delay grows with their distance.
class CoordinateDelays : public PeerDelays
{
  public:
    /// @param peers How many. @param least The delay between two at one place, above 0. @param most
    /// The delay from a corner to the opposite one. @param random Draws the places, uniformly.
    CoordinateDelays(std::size_t peers, Time least, Time most, Random& random);

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

  private:
    /// In a square of side 1.
    struct Place
    {
        float x; ///< From the left.
        float y; ///< From the bottom.
    };

    std::vector<Place> m_places; ///< Of the peers.
    Time m_least;                ///< At distance 0.
    double m_scale;              ///< ns for a distance of 1.
};

} // namespace dht

#endif // DHT_COORDINATE_DELAYS_H
