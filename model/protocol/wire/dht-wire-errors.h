/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WIRE_ERRORS_H
#define DHT_WIRE_ERRORS_H

#include "dht-frame-header.h"

#include <algorithm>
#include <cstddef>
#include <functional>

/**
 * @file
 * @ingroup dht-protocol
 * Counts of what was rejected.
 */

namespace dht
{

/// @param counts Where to count. @param error What is wrong with a frame; kNone counts nowhere.
inline void
CountWireError(WireErrorCounts& counts, WireError error)
{
    counts[static_cast<std::size_t>(error)] += error != WireError::kNone;
}

/// @param sum Counts to add to. @param more What to add.
inline void
AddWireErrors(WireErrorCounts& sum, const WireErrorCounts& more)
{
    std::transform(sum.begin(), sum.end(), more.begin(), sum.begin(), std::plus<>());
}

} // namespace dht

#endif // DHT_WIRE_ERRORS_H
