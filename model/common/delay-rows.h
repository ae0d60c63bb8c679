/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DELAY_ROWS_H
#define DHT_DELAY_ROWS_H

#include "delay-matrix.h"

#include <istream>
#include <memory>

/**
 * @file
 * @ingroup dht-cc
 * A matrix of delays as comma-separated rows.
 */

namespace dht
{

/**
 * @param in A line for each host, with its delays to all hosts, with commas between them; on the
 *           diagonal, any number. Lines that begin with # are left out.
 * @param unit What the numbers are.
 * @return The delays.
 * @throws std::invalid_argument Something in it is wrong; the message names the line.
 */
std::unique_ptr<DelayMatrix> ReadDelayRows(std::istream& in, const DelayUnit& unit);

} // namespace dht

#endif // DHT_DELAY_ROWS_H
