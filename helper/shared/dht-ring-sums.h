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
 * What statistics have to know of the peers of other processes while they run.
 */

namespace dht
{

/// The levels (rates or credits) of some peers.
struct LevelSum
{
    double level{0}; ///< Their sum.
    double peers{0}; ///< How many peers.
};

/// Sums up over the processes that simulate parts of one ring.
class RingSums
{
  public:
    virtual ~RingSums() = default;

    /// Sum up once more. All processes do it equally often, and none waits for the others.
    /// @param own Of the own peers.
    virtual void Add(const LevelSum& own) = 0;

    /**
     * @param wait Whether to wait for the others.
     * @return The oldest sum that was not taken yet; nothing if it is not known yet.
     */
    virtual std::optional<LevelSum> Take(bool wait) = 0;
};

} // namespace dht

#endif // DHT_RING_SUMS_H
