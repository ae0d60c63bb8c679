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
 * Checks of options that several programs share.
 */

namespace dht
{

/**
 * @param scheme Name of the congestion control scheme.
 * @param load The offered load in requests/s.
 * @param instead Options that replace a load in this program, for the error.
 * @throws OptionError The scheme needs a load, and there is none.
 */
void CheckLoad(const std::string& scheme, double load, const std::string& instead = "");

/**
 * @param summary File of the summary, or empty.
 * @param series File of the time series, or empty.
 * @throws OptionError Both are the same file.
 */
void CheckOutputs(const std::string& summary, const std::string& series);

} // namespace dht

#endif // DHT_OPTION_CHECKS_H
