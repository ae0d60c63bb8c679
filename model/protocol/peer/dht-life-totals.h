/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LIFE_TOTALS_H
#define DHT_LIFE_TOTALS_H

#include "dht-counters.h"
#include "dht-maintenance-counters.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * What is counted of a peer that comes and goes.
 */

namespace dht
{

class Peer;

/// What a peer has counted, in one life or in several: from when it comes to when it is gone.
struct LifeTotals
{
    Counters counters;                  ///< Of its requests, and of those that it relayed.
    std::uint64_t made{0};              ///< Requests that its workload made, issued or not.
    std::uint64_t abandoned{0};         ///< Own requests not answered when a life ended.
    std::uint64_t abandonedInQueues{0}; ///< Requests in the relay queues then.
    MaintenanceCounters maintenance;    ///< What keeping its place has taken.

    /// @param peer The peer of one life. @param made Requests that its workload has made. @param
    /// isOver Whether the life is over. @return What it has counted so far.
    static LifeTotals Of(const Peer& peer, std::uint64_t made, bool isOver);

    /// @param other What was counted besides. @return The sum.
    LifeTotals& operator+=(const LifeTotals& other);

    /// @return Bytes of the maintenance messages that it has sent, with the headers of IPv4 and
    /// UDP.
    std::uint64_t MaintenanceBytes() const;

    /// @param outstanding Own requests that are not answered yet, of a life that is not over.
    /// @param queued Requests that are in its relay queues. @return Whether each request is
    /// accounted for.
    bool IdentitiesHold(std::uint64_t outstanding, std::uint64_t queued) const;
};

} // namespace dht

#endif // DHT_LIFE_TOTALS_H
