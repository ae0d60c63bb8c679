/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_PLANE_DELAYS_H
#define DHT_CC_TEST_PLANE_DELAYS_H

#include "dht-peer-delays.h"

#include <cmath>

/**
 * @file
 * @ingroup dht-cc-tests
 * Delays between peers that have places in a plane.
 */

namespace dht
{
namespace test
{

/// The distances of any number of places in a square, scattered evenly: 1 to 142 ms.
class PlaneDelays : public PeerDelays
{
  public:
    /// @param seed Which places.
    explicit PlaneDelays(std::uint64_t seed = 1)
        : m_seed(seed)
    {
    }

    Time Get(std::uint32_t from, std::uint32_t to) const override
    {
        const double x = Place(from, 0.7548776662466927) - Place(to, 0.7548776662466927);
        const double y = Place(from, 0.5698402909980532) - Place(to, 0.5698402909980532);
        return FromSeconds(0.001 + 0.1 * std::hypot(x, y));
    }

    Time Least() const override
    {
        return FromSeconds(0.001);
    }

  private:
    /// @param peer A peer. @param step An irrational number. @return Where it is, from 0 to 1.
    double Place(std::uint32_t peer, double step) const
    {
        return std::fmod(static_cast<double>(peer + 1000 * m_seed) * step, 1);
    }

    std::uint64_t m_seed; ///< Which places.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_PLANE_DELAYS_H
