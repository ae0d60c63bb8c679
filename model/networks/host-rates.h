/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HOST_RATES_H
#define DHT_HOST_RATES_H

#include <istream>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Rates of hosts' access links.
 */

namespace dht
{

/// Rates of a host's access link in bit/s.
struct HostRates
{
    double up{0};   ///< From the host; 0: not known.
    double down{0}; ///< To the host; 0: not known.
};

/**
 * @param in A line for each host: its rates up and down with their units, such as "10Mbps,50Mbps";
 *           with one rate, it is that of both.
 * @return The rates.
 * @throws std::invalid_argument Something in it is wrong; the message names the line.
 */
std::vector<HostRates> ReadHostRates(std::istream& in);

} // namespace dht

#endif // DHT_HOST_RATES_H
