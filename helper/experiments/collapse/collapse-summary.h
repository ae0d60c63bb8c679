/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_COLLAPSE_SUMMARY_H
#define DHT_CC_COLLAPSE_SUMMARY_H

#include "bulk-streams.h"
#include "collapse-options.h"
#include "dht-deadlock-watchdog.h"
#include "dht-ring-check.h"
#include "ring-monitor.h"

#include <ostream>

namespace ns3
{

class RingStore;

/**
 * @ingroup dht-cc
 * Those who have watched a run.
 */
struct CollapseWatchers
{
    const RingMonitor& monitor;          //!< Of the peers' work.
    const DhtDeadlockWatchdog& watchdog; //!< Of deadlocks.
    const DhtRingWatch* ring;            //!< Of the ring; null if it was ready-made.
    const BulkStreams& bulk;             //!< Beside the requests.
    const RingStore* store;              //!< Of what peers store; null if they do not.
};

/**
 * @ingroup dht-cc
 * Write how a run was made and what came out of it, as JSON. To be called while the simulation
 * still exists. Everything but run.wall_s and run.cpu_s depends on the options, the seed and the
 * build alone.
 *
 * @param out Where to write.
 * @param options What was asked for.
 * @param watchers What was seen.
 * @param wall What the simulation took, in seconds of real time.
 */
void WriteCollapseSummary(std::ostream& out,
                          const CollapseOptions& options,
                          const CollapseWatchers& watchers,
                          double wall);

} // namespace ns3

#endif // DHT_CC_COLLAPSE_SUMMARY_H
