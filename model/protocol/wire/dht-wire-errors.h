/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WIRE_ERRORS_H
#define DHT_WIRE_ERRORS_H

#include "dht-frame-header.h"

#include <algorithm>
#include <functional>

/**
 * @file
 * @ingroup dht-protocol
 * Sums of what was rejected.
 */

namespace dht
{

/// @param sum Counts to add to. @param more What to add.
inline void
AddWireErrors(WireErrorCounts& sum, const WireErrorCounts& more)
{
    std::transform(sum.begin(), sum.end(), more.begin(), sum.begin(), std::plus<>());
}

} // namespace dht

#endif // DHT_WIRE_ERRORS_H
