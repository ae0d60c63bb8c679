/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OPTION_CHECKS_H
#define DHT_OPTION_CHECKS_H

#include <string>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * What options of several programs must not be together.
 */

namespace dht
{

/**
 * @param scheme Name of the congestion control scheme.
 * @param load The offered load in requests/s.
 * @param instead What else the program takes in place of a load, for the error.
 * @throws OptionError The scheme needs a load, and there is none.
 */
void CheckLoad(const std::string& scheme, double load, const std::string& instead = "");

/**
 * @param summary Where the summary goes, or empty.
 * @param series Where the time series goes, or empty.
 * @throws OptionError They go to one file.
 */
void CheckOutputs(const std::string& summary, const std::string& series);

} // namespace dht

#endif // DHT_OPTION_CHECKS_H
