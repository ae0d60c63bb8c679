/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_GLOBE_METROS_H
#define DHT_GLOBE_METROS_H

#include "dht-random.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Places on a globe where hosts are, and how far they are from each other.
 */

namespace dht
{

/**
 * Some 300 metropolitan areas in nine regions, as the hosts of the early Internet lay. The share of
 * each region is given and not drawn: where it was, few draws looked like the Internet.
 */
class GlobeMetros
{
  public:
    /// A metro's number.
    using Metro = std::uint16_t;

    /// @param random Draws the places and the detours between them.
    explicit GlobeMetros(Random& random);

    /// @return How many there are.
    std::size_t Size() const;

    /**
     * @param hosts How many hosts.
     * @param random Draws the order, and each host's place within its region.
     * @return Where they are: each region has its share of them.
     */
    std::vector<Metro> PlaceHosts(std::size_t hosts, Random& random) const;

    /// @param a A metro. @param b Another, or the same. @return The round trip between them in ms,
    /// without the hosts' access links.
    double RoundTrip(Metro a, Metro b) const
    {
        return m_roundTrips[std::size_t{a} * m_places.size() + b];
    }

    /// @return The least of all round trips.
    double LeastRoundTrip() const;

  private:
    /// On the globe, in radians.
    struct Place
    {
        double longitude; ///< To the east.
        double latitude;  ///< To the north.
    };

    /// Which metros a region has, and how its hosts are spread over them.
    struct Region
    {
        double share;                ///< Of all hosts.
        std::size_t first;           ///< Its first metro.
        std::vector<double> shareTo; ///< Of its hosts, in its first metros up to each.
    };

    /// Draw the metros. @param random For that.
    void DrawPlaces(Random& random);
    /// Draw the detours, and fill the table. @param random For that.
    void DrawRoundTrips(Random& random);

    std::vector<Place> m_places;     ///< Of the metros.
    std::vector<Region> m_regions;   ///< Regions of the metros, in the same order.
    std::vector<float> m_roundTrips; ///< In ms, of each pair.
};

/// @param random A stream (two numbers are drawn). @return A number of the standard normal
/// distribution.
double DrawNormal(Random& random);

} // namespace dht

#endif // DHT_GLOBE_METROS_H
