/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_P2PSIM_DELAYS_H
#define DHT_P2PSIM_DELAYS_H

#include "delay-matrix.h"

#include <istream>
#include <memory>

/**
 * @file
 * @ingroup dht-cc
 * A matrix of delays as the simulator p2psim has them.
 */

namespace dht
{

/// What to do about a pair that was not measured.
enum class MissingDelays
{
    kRefuse, ///< It is an error.
    kMedian, ///< It has the median of the others, as in p2psim.
};

/**
 * Read a topology of the kind E2EGraph: a line "topology E2EGraph N", others up to the first line
 * "node 1", a line like that for each node, and then a line "1,2 value" for each pair, the lower
 * number first. Empty lines, and those that begin with #, are left out. A delay of 0 is one unit,
 * as in p2psim; one below 0 is missing.
 *
 * @param in The file.
 * @param unit What the values are: the file does not say it.
 * @param missing What to do where a delay is missing.
 * @return The delays, the same in both directions.
 * @throws std::invalid_argument Something in it is wrong; the message names the line.
 */
std::unique_ptr<DelayMatrix> ReadP2psimDelays(std::istream& in,
                                              const DelayUnit& unit,
                                              MissingDelays missing);

} // namespace dht

#endif // DHT_P2PSIM_DELAYS_H
