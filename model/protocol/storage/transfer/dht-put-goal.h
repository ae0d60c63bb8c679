/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PUT_GOAL_H
#define DHT_PUT_GOAL_H

#include "dht-storage-options.h"

#include <algorithm>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * How a block is to be spread.
 */

namespace dht
{

/// How many fragments a block is cut into, and how many must find a holder.
struct PutGoal
{
    std::size_t needed{1}; ///< Fragments that it will need (m).
    std::size_t enough{1}; ///< Holders that it must reach.

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
        // fewer holders than that would keep what is no block
        goal.enough =
            std::max(goal.needed, std::min(goal.needed + options.happy, std::max(one, holders)));
        return goal;
    }
};

} // namespace dht

#endif // DHT_PUT_GOAL_H
