/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LOCATE_STEP_H
#define DHT_LOCATE_STEP_H

#include "dht-storage-context.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What a peer does with a lookup that it gets (NSDI04, figure 10).
 */

namespace dht
{

/// What to do.
enum class LocateAction : std::uint8_t
{
    kAnswer,  ///< Name the nodes to the origin: that is the end.
    kForward, ///< Hand it on to the first of the nodes that accepts it.
    kMerge,   ///< Ask the first of the nodes that answers for its successors: with the ones that
              ///< are known, they are the end.
};

/// What to do with a lookup.
struct LocateStep
{
    LocateAction action{LocateAction::kAnswer}; ///< The action to take.
    RingNodes nodes;                            ///< Of an answer: clockwise from the key.
    RingNodes known;                            ///< Of a merger: the followers that are known.
};

/**
 * @param context What is known.
 * @param key What is looked for.
 * @param wanted How many of its followers are to be known at the end (d), 1 to kMaximumLocated.
 * @param end Where it ends.
 * @return What to do.
 */
LocateStep NextLocateStep(const StorageContext& context,
                          const Key& key,
                          std::uint8_t wanted,
                          LocateEnd end);

/// @param nodes Peers. @param key A key. @return The same peers, each once, clockwise from the key,
/// at most kMaximumLocated.
RingNodes ClockwiseFrom(RingNodes nodes, const Key& key);

} // namespace dht

#endif // DHT_LOCATE_STEP_H
