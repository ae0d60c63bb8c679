/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMBEDDED_DELAYS_H
#define DHT_EMBEDDED_DELAYS_H

#include "dht-peer-delays.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * Delays that are distances of given places.
 */

namespace dht
{

/// Hosts have places in a space of any dimension; the delay is the distance, and from 1 us to 4 s.
class EmbeddedDelays : public PeerDelays
{
  public:
    /// @param dimensions Of the space, at least 1. @param scale ns for a distance of 1.
    EmbeddedDelays(std::size_t dimensions, double scale);

    /// @param place A coordinate for each dimension: the place of the next host.
    void Add(const std::vector<float>& place);

    /// @return How many hosts there are.
    std::size_t Size() const;

    /// @return A delay that none is above, in ns.
    double Most() const;

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

  private:
    std::size_t m_dimensions;         ///< Of the space.
    double m_scale;                   ///< ns for a distance of 1.
    std::vector<float> m_coordinates; ///< Host by host.
};

} // namespace dht

#endif // DHT_EMBEDDED_DELAYS_H
