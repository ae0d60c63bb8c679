/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DELAY_MATRIX_H
#define DHT_DELAY_MATRIX_H

#include "dht-peer-delays.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * A delay for every ordered pair of hosts.
 */

namespace dht
{

/// A delay for every ordered pair, in 4 bytes each.
class DelayMatrix : public PeerDelays
{
  public:
    /// As many as take a GiB.
    static constexpr std::size_t kMostHosts = 16384;
    /// The shortest delay that files may have.
    static constexpr Time kShortest{1000};
    /// The longest delay: 32 bits hold it.
    static constexpr Time kLongest{4000000000};

    /// @param hosts How many, at most kMostHosts. No delay is known at first.
    /// @throws std::invalid_argument They are more.
    explicit DelayMatrix(std::size_t hosts);

    /// @return How many hosts there are.
    std::size_t Size() const;

    /// Set a delay. @param from A host. @param to Another. @param delay From one to the other,
    /// above 0 and at most 4 s.
    void Set(std::uint32_t from, std::uint32_t to, Time delay);

    /// @param from A host. @param to Another. @return The delay; 0 if it is not known.
    Time Get(std::uint32_t from, std::uint32_t to) const override;
    /// @return The least of all that are known.
    Time Least() const override;

  private:
    std::size_t m_hosts;                 ///< Number of hosts.
    std::vector<std::uint32_t> m_delays; ///< In ns, source by source.
};

} // namespace dht

#endif // DHT_DELAY_MATRIX_H
