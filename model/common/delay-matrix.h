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
#include <istream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Delays that are read.
 */

namespace dht
{

/// A delay for every pair of peers.
class DelayMatrix : public PeerDelays
{
  public:
    /**
     * @param in A line for each peer, with its delays in ms to all peers, with commas between them;
     *           on the diagonal, any number. Lines that begin with # are left out.
     * @param peers How many peers there have to be.
     * @throws std::invalid_argument Something in it is wrong; the message names the line.
     */
    DelayMatrix(std::istream& in, std::size_t peers);

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

  private:
    /// Read one line. @param line It. @param number Which, from 1.
    void AddLine(const std::string& line, std::size_t number);

    std::size_t m_peers;                 ///< How many.
    std::vector<std::uint32_t> m_delays; ///< In ns, source by source.
};

} // namespace dht

#endif // DHT_DELAY_MATRIX_H
