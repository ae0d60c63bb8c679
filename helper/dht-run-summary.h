/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_RUN_SUMMARY_H
#define DHT_CC_DHT_RUN_SUMMARY_H

#include "collapse-options.h"
#include "dht-deadlock-watchdog.h"
#include "ring-monitor.h"

#include <ostream>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Write how a run was made and what came out of it, as JSON. To be called while the simulation
 * still exists. Everything but run.wall_s and run.cpu_s depends on the options, the seed and the
 * build alone.
 *
 * @param out Where to write.
 * @param options What was asked for.
 * @param monitor What was seen.
 * @param watchdog What it has recognised.
 * @param wall What the simulation took, in seconds of real time.
 */
void WriteRunSummary(std::ostream& out,
                     const CollapseOptions& options,
                     const RingMonitor& monitor,
                     const DhtDeadlockWatchdog& watchdog,
                     double wall);

} // namespace ns3

#endif // DHT_CC_DHT_RUN_SUMMARY_H
