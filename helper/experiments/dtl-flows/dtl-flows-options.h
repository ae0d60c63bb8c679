/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DTL_FLOWS_OPTIONS_H
#define DHT_CC_DTL_FLOWS_OPTIONS_H

#include "bottleneck-queue.h"
#include "dht-option-table.h"
#include "dht-recording-options.h"
#include "flow-plan.h"

#include "ns3/nstime.h"

#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Options of a run of the program dtl-flows.
 */
struct DtlFlowsOptions : BottleneckQueue
{
    std::string flowsText{"dtl:0/40;1/80;2,tcp@1"}; //!< The flows, as given.
    std::vector<FlowPlan> flows;                    //!< The flows.
    std::string window{"multiplicative"};           //!< The window at priority 0.
    Time roundTrip{MilliSeconds(25)};               //!< Round-trip time over the bottleneck.
    DhtOptionTable::Range hostDelay{0, 0.001};      //!< Delays of the sources' links, in seconds.
    double loss{0};                                 //!< Packets lost at random, in percent.
    double drift{0};                                //!< Drift of the sinks' clocks, in ppm.
    Time duration{Seconds(120)};                    //!< Length of the run.
    Time warmup{Seconds(10)};                       //!< Time before the measurement.
    Time settle{Seconds(5)};                        //!< Time before the measurement of a phase.
    Time interval{Seconds(1)};                      //!< Time between lines of the series.
    std::string summary;                            //!< File of the summary.
    std::string series;                             //!< File of the series.
    dht::RecordingOptions recording;                //!< Whether each flow is recorded, and how.
    bool quiet{false};                              //!< Show no progress.
    std::vector<std::pair<std::string, std::string>> asGiven; //!< Every option as text.

    /// @param argc Number of arguments. @param argv The arguments. @return The options.
    /// @throws DhtOptionError An option is wrong.
    static DtlFlowsOptions Parse(int argc, char* argv[]);
};

} // namespace ns3

#endif // DHT_CC_DTL_FLOWS_OPTIONS_H
