/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_ZIPF_H
#define DHT_ZIPF_H

#include "dht-key.h"
#include "dht-random.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * Keys of which some are more popular than others.
 */

namespace dht
{

/**
 * Draw a rank of a Zipf distribution: rank r has a share in proportion to r^-exponent. By
 * rejection and inversion (W. Hoermann, G. Derflinger: Rejection-inversion to generate variates
 * from monotone discrete distributions, ACM TOMACS 6(3), 1996): there is no table, whatever the
 * number of ranks.
 *
 * @param random The stream to draw from (one number, rarely more).
 * @param exponent Above 0.
 * @param ranks How many there are, at least 1.
 * @return A rank, from 1.
 */
std::uint64_t DrawZipf(Random& random, double exponent, std::uint64_t ranks);

/// @param rank A rank. @return The key that has it, the same in all runs; keys of all ranks are
/// spread evenly over the ring.
Key KeyOfRank(std::uint64_t rank);

} // namespace dht

#endif // DHT_ZIPF_H
