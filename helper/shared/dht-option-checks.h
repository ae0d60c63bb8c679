/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OPTION_CHECKS_H
#define DHT_OPTION_CHECKS_H

#include "dht-options.h"
#include "dht-peer-context.h"

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
 * @param peer Options of every peer.
 * @param instead Options that replace a load in this program, for the error.
 * @throws OptionError The scheme needs a load, there is none, and no window limits lookups.
 */
void CheckLoad(const std::string& scheme,
               double load,
               const PeerOptions& peer = {},
               const std::string& instead = "");

/**
 * Check the option of the window for lookups. It is hidden if there is none.
 *
 * @param table The options of a program.
 * @param peer The given ones.
 * @throws OptionError There is nothing that it could limit.
 */
void FinishLookupWindow(Options& table, const PeerOptions& peer);

/**
 * @param summary File of the summary, or empty.
 * @param series File of the time series, or empty.
 * @throws OptionError Both are the same file.
 */
void CheckOutputs(const std::string& summary, const std::string& series);

} // namespace dht

#endif // DHT_OPTION_CHECKS_H
