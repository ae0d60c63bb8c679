/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_QUANTITY_TEXT_H
#define DHT_QUANTITY_TEXT_H

#include "dht-time.h"

#include <string>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * Delays, rates and shares with their units, as files of other simulators write them.
 */

namespace dht
{

/// @param text A delay such as "10 ms" or "500us". @return The delay, above 0 and at most 4 s.
/// @throws std::invalid_argument It is another, or has no unit.
Time ParseDelayText(const std::string& text);

/// @param text A rate in bits such as "100 Mbit", "10Mbps", "1 Gbit/s" or "64 Kibit".
/// @return The rate in bit/s, from 1 to 1e15. @throws std::invalid_argument It is another, or has
/// no unit.
double ParseRateText(const std::string& text);

/// @param text A share such as "0.01". @return The share, 0 to 1. @throws std::invalid_argument It
/// is another.
double ParseShareText(const std::string& text);

} // namespace dht

#endif // DHT_QUANTITY_TEXT_H
