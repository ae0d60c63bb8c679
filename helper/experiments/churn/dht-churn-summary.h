/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_CHURN_SUMMARY_H
#define DHT_CC_DHT_CHURN_SUMMARY_H

#include "churn-options.h"
#include "dht-churn-window.h"
#include "dht-lookup-monitor.h"
#include "dht-ring-check.h"
#include "ring-monitor.h"
#include "ring-store.h"

#include <nlohmann/json_fwd.hpp>
#include <ostream>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Those who have watched a run.
 */
struct ChurnWatchers
{
    const DhtLookupMonitor& lookups; //!< Of the lookups.
    const DhtChurnWindow& window;    //!< Of the peers and their maintenance.
    const DhtRingWatch& ring;        //!< Of the ring.
    const RingMonitor& monitor;      //!< Of the peers' counters.
    const RingStore* store;          //!< Of their stores; null if they have none.
};

/**
 * @ingroup dht-cc
 * @param monitor Of all peers.
 * @return What they have counted in all sessions, and what ended with one.
 */
nlohmann::ordered_json ChurnCountersToJson(const RingMonitor& monitor);

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
void WriteChurnSummary(std::ostream& out,
                       const ChurnOptions& options,
                       const ChurnWatchers& watchers,
                       double wall);

} // namespace ns3

#endif // DHT_CC_DHT_CHURN_SUMMARY_H
