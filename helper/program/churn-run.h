/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_CHURN_RUN_H
#define DHT_CC_CHURN_RUN_H

#include "dht-churn-window.h"
#include "dht-lookup-monitor.h"

#include "ns3/nstime.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/// When a run in which peers come and go is measured, and how it is watched.
struct ChurnRun
{
    Time begin;        //!< Of the measurement.
    Time duration;     //!< Of it.
    Time lifetime;     //!< Of a lookup, by which those of the measurement are decided.
    Time poll;         //!< How often it is looked whether a signal has come, in simulated time.
    Time tick;         //!< How often the progress looks at the clock, likewise.
    bool quiet{false}; //!< Show no progress.
};

/// Run the simulation: the measurement, and then until its lookups are decided. @param run When it
/// is measured. @param lookups Watches the lookups. @param window Watches the rest. @return What it
/// took, in seconds of real time.
double SimulateChurn(const ChurnRun& run, DhtLookupMonitor& lookups, DhtChurnWindow& window);

} // namespace ns3

#endif // DHT_CC_CHURN_RUN_H
