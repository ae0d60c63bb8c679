/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_STORM_DICE_H
#define DHT_EMU_STORM_DICE_H

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * What decides a storm.
 */

namespace dht
{

/// Random numbers and bytes; the same seed gives the same.
class StormDice
{
  public:
    /// Some bytes.
    using Bytes = std::vector<std::uint8_t>;

    /// @param seed Which numbers.
    explicit StormDice(std::uint64_t seed);

    /// @return 64 random bits.
    std::uint64_t Draw();
    /// @param bound At least 1. @return A number below it.
    std::size_t Below(std::size_t bound);
    /// @return Some random bytes.
    Bytes Noise();
    /// @param bytes A message. @return It with some of its bits changed, cut or stretched.
    Bytes Mutate(Bytes bytes);

  private:
    std::mt19937_64 m_random; ///< Decides everything.
};

} // namespace dht

#endif // DHT_EMU_STORM_DICE_H
