/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RANDOM_H
#define DHT_RANDOM_H

#include "dht-key.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * The source of randomness that a host lends to the core, and what is drawn from it.
 */

namespace dht
{

/// A stream of random numbers; the host owns it and decides its seed.
class Random
{
  public:
    virtual ~Random() = default;

    /// @return The next number, uniform in [0, 1).
    virtual double Uniform() = 0;
};

/**
 * @param random The stream to draw from (one number).
 * @param mean The mean, in any unit.
 * @return An exponentially distributed number, in the same unit.
 */
double DrawExponential(Random& random, double mean);

/**
 * @param random The stream to draw from (one number).
 * @param bound At least 1, below 2^32.
 * @return A whole number, uniform in [0, bound).
 */
std::uint64_t DrawBelow(Random& random, std::uint64_t bound);

/**
 * @param random The stream to draw from (two numbers).
 * @return 64 random bits.
 */
std::uint64_t DrawBits(Random& random);

/**
 * @param random The stream to draw from (five numbers).
 * @return A key, uniform over the whole ring.
 */
Key DrawKey(Random& random);

} // namespace dht

#endif // DHT_RANDOM_H
