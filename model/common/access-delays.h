/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_ACCESS_DELAYS_H
#define DHT_ACCESS_DELAYS_H

#include "dht-peer-delays.h"
#include "dht-random.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Delays that are sums of two peers' own.
 */

namespace dht
{

/// Each peer has an access link with a delay of its own; those of the two peers add up.
class AccessDelays : public PeerDelays
{
  public:
    /// @param peers How many. @param least The least delay of an access link, above 0. @param most
    /// The greatest, at most 4 s. @param random Draws them.
    AccessDelays(std::size_t peers, Time least, Time most, Random& random);

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

  private:
    std::vector<std::uint32_t> m_delays; ///< Of the access links in ns.
    Time m_least;                        ///< Of all sums.
};

} // namespace dht

#endif // DHT_ACCESS_DELAYS_H
