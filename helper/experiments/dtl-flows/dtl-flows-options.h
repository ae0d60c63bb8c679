/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DTL_FLOWS_OPTIONS_H
#define DHT_CC_DTL_FLOWS_OPTIONS_H

#include "bottleneck-queue.h"
#include "dht-option-table.h"
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
 * What a run of the program dtl-flows is asked for.
 */
struct DtlFlowsOptions : BottleneckQueue
{
    std::string flowsText{"dtl:0/40;1/80;2,tcp@1"}; //!< The flows, as given.
    std::vector<FlowPlan> flows;                    //!< The flows.
    std::string window{"multiplicative"};           //!< Who governs at priority 0.
    Time roundTrip{MilliSeconds(25)};               //!< There and back over the bottleneck.
    DhtOptionTable::Range hostDelay{0, 0.001};      //!< Of the sources' links, in seconds.
    double loss{0};                                 //!< Lost at random, in percent.
    double drift{0};                                //!< Of the sinks' clocks, in ppm.
    Time duration{Seconds(120)};                    //!< Of the run.
    Time warmup{Seconds(10)};                       //!< Before the measurement.
    Time settle{Seconds(5)};                        //!< Before the measurement of a phase.
    Time interval{Seconds(1)};                      //!< Of the series.
    std::string summary;                            //!< Where the summary goes.
    std::string series;                             //!< Where the series goes.
    bool quiet{false};                              //!< Show no progress.
    std::vector<std::pair<std::string, std::string>> asGiven; //!< Every option as text.

    /// @param argc How many arguments. @param argv They. @return What they ask for.
    /// @throws DhtOptionError One of them is wrong.
    static DtlFlowsOptions Parse(int argc, char* argv[]);
};

} // namespace ns3

#endif // DHT_CC_DTL_FLOWS_OPTIONS_H
