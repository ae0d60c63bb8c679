/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MERSENNE_RANDOM_H
#define DHT_MERSENNE_RANDOM_H

#include "dht-random.h"

#include <cstdint>
#include <random>

/**
 * @file
 * @ingroup dht-protocol
 * Random numbers for hosts that have none of their own.
 */

namespace dht
{

/// Random numbers that are the same on every platform.
class MersenneRandom : public Random
{
  public:
    /// @param seed Any number. @param stream Another one: which of the seed's streams.
    explicit MersenneRandom(std::uint64_t seed, std::uint64_t stream = 0);

    double Uniform() override;

  private:
    std::mt19937_64 m_engine; ///< The generator.
};

} // namespace dht

#endif // DHT_MERSENNE_RANDOM_H
