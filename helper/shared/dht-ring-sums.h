/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RING_SUMS_H
#define DHT_RING_SUMS_H

#include <optional>

/**
 * @file
 * @ingroup dht-shared
 * Sums over the peers of all processes, which statistics need during a run.
 */

namespace dht
{

/// The levels (rates or credits) of some peers.
struct LevelSum
{
    double level{0}; ///< Their sum.
    double peers{0}; ///< Number of peers.
};

/// Sums up over the processes that simulate parts of one ring.
class RingSums
{
  public:
    virtual ~RingSums() = default;

    /// Begin the next sum. All processes do so equally often, and none waits for the others.
    /// @param own The levels of the own peers.
    virtual void Add(const LevelSum& own) = 0;

    /**
     * @param wait Whether to wait for the others.
     * @return The oldest sum that was not taken yet; nothing if it is not complete yet.
     */
    virtual std::optional<LevelSum> Take(bool wait) = 0;
};

} // namespace dht

#endif // DHT_RING_SUMS_H
