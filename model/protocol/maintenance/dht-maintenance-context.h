/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MAINTENANCE_CONTEXT_H
#define DHT_MAINTENANCE_CONTEXT_H

#include "dht-maintenance.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What the parts of maintenance share.
 */

namespace dht
{

/// Maintenance's collaborators and counters.
struct MaintenanceContext
{
    const MaintenanceOptions options; ///< How to keep the peer's place.
    LiveHost& host;                   ///< Carries out the actions.
    Random& random;                   ///< For ids of queries, and times.
    MaintenanceCounters counters{};   ///< What was counted.
};

} // namespace dht

#endif // DHT_MAINTENANCE_CONTEXT_H
