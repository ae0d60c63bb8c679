/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_WIRE_ERRORS_H
#define DHT_CC_DHT_WIRE_ERRORS_H

#include "ns3/dht-wire-format.h"

#include <algorithm>
#include <functional>

namespace ns3
{

/**
 * @ingroup dht-cc
 * @param sum Counts to add to.
 * @param more What to add.
 */
inline void
AddWireErrors(dht::WireErrorCounts& sum, const dht::WireErrorCounts& more)
{
    std::transform(sum.begin(), sum.end(), more.begin(), sum.begin(), std::plus<>());
}

} // namespace ns3

#endif // DHT_CC_DHT_WIRE_ERRORS_H
