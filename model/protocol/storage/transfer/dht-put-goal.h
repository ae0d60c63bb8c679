/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PUT_GOAL_H
#define DHT_PUT_GOAL_H

#include "dht-holder-spread.h"
#include "dht-storage-options.h"

#include <algorithm>
#include <cstddef>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * How a block is to be spread.
 */

namespace dht
{

/// How many fragments give a block back, and how many must find a holder, and where.
struct PutGoal
{
    std::size_t needed{1}; ///< Fragments that it will need (m).
    std::size_t enough{1}; ///< Holders that it must reach.
    std::size_t spare{0};  ///< Hosts of these that may fail at once, whichever.

    /// @param options How blocks are stored. @param blockSize Bytes of the block. @param holders
    /// Peers that are to hold a fragment. @return The goal.
    static PutGoal Of(const StorageOptions& options, std::size_t blockSize, std::size_t holders)
    {
        const std::size_t one = 1;
        PutGoal goal;
        goal.needed = options.needed > 0 ? options.needed : FragmentsNeeded(blockSize);
        if (holders < options.fragments)
        {
            // in a small ring, half of the peers must be enough
            goal.needed = std::min(goal.needed, std::max(one, holders / 2));
        }
        if (options.happyBinds)
        {
            goal.enough = goal.needed + options.happy;
            goal.spare = options.happy;
            return goal;
        }
        // fewer holders than that would keep what is no block
        goal.enough =
            std::max(goal.needed, std::min(goal.needed + options.happy, std::max(one, holders)));
        return goal;
    }

    /// @param holders Who has a fragment. @return Whether that is enough.
    bool IsMetBy(const std::vector<Endpoint>& holders) const
    {
        return holders.size() >= enough && HostsToSpare(holders, needed) >= spare;
    }
};

} // namespace dht

#endif // DHT_PUT_GOAL_H
