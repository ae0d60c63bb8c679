/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_RANDOM_H
#define DHT_EMU_PEER_RANDOM_H

#include "dht-random.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>

/**
 * @file
 * @ingroup dht-emu
 * Random numbers of a peer that is a process.
 */

namespace dht
{

/// Random numbers that can be had again.
class SeededRandom : public Random
{
  public:
    /// @param seed Which numbers. @param run Which repetition. @param stream Number of the stream,
    /// one for each use.
    SeededRandom(std::uint64_t seed, std::uint64_t run, std::uint32_t stream);

    double Uniform() override;

  private:
    std::mt19937_64 m_engine; ///< Draws them.
};

/// Random numbers that nobody can guess who has seen others: for the ids of requests and queries.
class SecretRandom : public Random
{
  public:
    double Uniform() override;

  private:
    std::array<std::uint64_t, 32> m_drawn{}; ///< Some, as drawing many at once is faster.
    std::size_t m_used{std::size(m_drawn)};  ///< How many of them were used.
};

} // namespace dht

#endif // DHT_EMU_PEER_RANDOM_H
