/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MAINTENANCE_CONTEXT_H
#define DHT_MAINTENANCE_CONTEXT_H

#include "dht-maintenance.h"
#include "dht-observer.h"
#include "dht-puzzle.h"

#include <optional>

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
    const MaintenanceOptions options;         ///< How to keep the peer's place.
    LiveHost& host;                           ///< Carries out the actions.
    Random& random;                           ///< For ids of queries, and times.
    const Endpoint self;                      ///< Where others reach the peer.
    Observer* observer{nullptr};              ///< Who watches; null for nobody.
    MaintenanceCounters counters{};           ///< What was counted.
    Puzzle puzzle{self, options.puzzleBits};  ///< What its place costs.
    std::optional<OtherPuzzle> otherPuzzle{}; ///< Who wants another one, if anybody does.

    /// Tell the observer of a change. @param now The present. @param change What has changed.
    /// @param other The other peer, if there is one.
    void Tell(Time now, PlaceChange change, std::optional<Endpoint> other = std::nullopt) const
    {
        if (observer)
        {
            observer->OnPlace({now, self}, {change, other});
        }
    }
};

} // namespace dht

#endif // DHT_MAINTENANCE_CONTEXT_H
