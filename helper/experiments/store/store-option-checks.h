/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_OPTION_CHECKS_H
#define DHT_CC_STORE_OPTION_CHECKS_H

#include "store-options.h"

/**
 * @file
 * @ingroup dht-cc-programs
 * @internal
 */

namespace ns3
{

/// Check options of links for repair, and hide those of repair that have no effect. @param [in,out]
/// table The options. @param o Their values. @throws DhtOptionError Some do not go together.
void FinishStoreRepair(DhtOptionTable& table, const StoreOptions& o);

/// @param table The options. @param o Their values. @throws DhtOptionError Some do not go together.
void CheckStoreOptions(const DhtOptionTable& table, const StoreOptions& o);

} // namespace ns3

#endif // DHT_CC_STORE_OPTION_CHECKS_H
