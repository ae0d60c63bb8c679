/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_PARAMETERS_H
#define DHT_CC_STORE_PARAMETERS_H

#include "store-options.h"

#include <string>
#include <vector>

/**
 * @file
 * @internal
 * Options of a store that tables of the core define: of lookups and blocks, windows, timers and
 * coordinates. At the packet level, each is an attribute of DhtStoreApplication.
 */

namespace ns3
{

/// @param table Gets the options, and refuses the attributes. @param [in,out] options The defaults;
/// takes the values, as long as the table is there.
void DefineStoreParameters(DhtOptionTable& table, StoreOptions& options);

/// @param options The options of a run. @return Names of those of windows, timers and coordinates:
/// whatever nearness is, timers follow coordinates.
std::vector<std::string> RpcParameterNames(const StoreOptions& options);

/// @param options The options of a run. @return The attributes of its peers at the packet level.
StoreOptions::Attributes StoreParameterAttributes(const StoreOptions& options);

} // namespace ns3

#endif // DHT_CC_STORE_PARAMETERS_H
