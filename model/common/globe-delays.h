/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_GLOBE_DELAYS_H
#define DHT_GLOBE_DELAYS_H

#include "dht-peer-delays.h"
#include "dht-random.h"
#include "globe-metros.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Delays that are distributed as those of the Internet.
 */

namespace dht
{

/**
 * Peers are hosts on a globe: the round trip of two is that of their metros with its detour, some
 * noise of the pair, and the delays of both access links, all mapped by a x^b so that median and
 * mean are those that were measured between 2048 hosts of the Internet (NSDI04, figure 3). Delays
 * are symmetric, and shorter ways through third hosts are frequent, as measured.
 *
 * Nothing is stored of a pair: each delay is computed when it is asked for, so a million peers take
 * a few bytes each. There are 2048 hosts at least, of which fewer peers take the first.
 */
class GlobeDelays : public PeerDelays
{
  public:
    static constexpr double kMedian = 134; ///< Of the round trips between all hosts, in ms.
    static constexpr double kMean = 154;   ///< Of the same round trips, in ms.

    /// @param peers How many. @param random Draws all there is.
    /// @throws std::runtime_error What was drawn does not look like the Internet.
    GlobeDelays(std::size_t peers, Random& random);

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

    /// @return The power b of the map.
    double Power() const;

    /// @param peers How many. @return Bytes that they take.
    static double BytesOf(double peers);

  private:
    /// A peer's place.
    struct Host
    {
        GlobeMetros::Metro metro; ///< Where it is.
        float access;             ///< Of its access link, in ms of a round trip.
    };

    /// @param from A host. @param to Another. @return Their round trip before it is mapped, in ms.
    double Unmapped(std::uint32_t from, std::uint32_t to) const;
    /// @param unmapped A round trip in ms. @return The mapped one, in ms.
    double Map(double unmapped) const;
    /// Find the map. @param random Draws the pairs that it is made for, if there are too many.
    void Calibrate(Random& random);
    /// @param random See Calibrate(). @return Round trips before they are mapped, in ms.
    std::vector<double> Sample(Random& random) const;

    GlobeMetros m_metros;      ///< Where hosts can be.
    std::vector<Host> m_hosts; ///< Of the peers; while the map is sought, all.
    std::uint64_t m_noise;     ///< What the noise of pairs follows from.
    double m_factor{0};        ///< The logarithm of a, in the map.
    double m_power{1};         ///< The power b.
    Time m_least{0};           ///< A bound of all delays.
};

} // namespace dht

#endif // DHT_GLOBE_DELAYS_H
