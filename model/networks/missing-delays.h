/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MISSING_DELAYS_H
#define DHT_MISSING_DELAYS_H

#include "delay-cells.h"
#include "delay-matrix.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * What becomes of pairs of hosts that were not measured.
 */

namespace dht
{

/// A matrix in which no delay is missing any more.
struct CompleteDelays
{
    std::unique_ptr<const DelayMatrix> delays; ///< A delay for each ordered pair.
    std::vector<std::uint32_t> kept;           ///< The hosts that it has, by their old numbers.
    std::size_t replaced{0};                   ///< Ordered pairs that had no delay, and have one.
};

/**
 * @param delays A matrix in which delays may be 0: missing.
 * @param missing What to do about them.
 * @param nameOf Says what the file calls a host, for errors.
 * @return The matrix, complete.
 * @throws std::invalid_argument A delay is missing and may not be; more than half of all are; or
 *         fewer than two hosts are left.
 */
CompleteDelays Complete(std::unique_ptr<DelayMatrix> delays,
                        MissingDelays missing,
                        const std::function<std::string(std::uint32_t)>& nameOf);

} // namespace dht

#endif // DHT_MISSING_DELAYS_H
