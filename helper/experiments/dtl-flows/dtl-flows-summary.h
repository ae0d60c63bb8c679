/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DTL_FLOWS_SUMMARY_H
#define DHT_CC_DTL_FLOWS_SUMMARY_H

#include "dtl-flows-options.h"
#include "flow-meter.h"

#include "ns3/nstime.h"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/// The change of a flow between two readings.
struct FlowChange
{
    const MeterReading& before; ///< The first reading.
    const MeterReading& after;  ///< The second one.
    std::size_t index;          ///< The flow's number.

    /// @return The throughput to the sink's application between the readings, in bit/s.
    double Throughput() const;
    /// @return Mean wait of the packets that left the queue, in seconds; nothing without packets.
    std::optional<double> Waiting() const;
    /// @return Share of packets that were lost; nothing without packets.
    std::optional<double> Loss() const;
    /// @return Packets that were sent again.
    uint64_t Retransmitted() const;
};

/// @param options The options of a run. @return The times at which its meter is to be read.
std::vector<Time> ReadingTimes(const DtlFlowsOptions& options);

/// @param out Gets the first line of the series.
void WriteSeriesHeader(std::ostream& out);

/// @param out Gets a line of the series. @param plan A flow. @param change Its change. @param
/// believed The queueing delay that its source believes in.
void WriteSeriesLine(std::ostream& out,
                     const FlowPlan& plan,
                     const FlowChange& change,
                     std::optional<Time> believed);

/// @return The summary's counters. A run in which identities do not hold has no summary.
nlohmann::ordered_json DtlFlowsCountersToJson();

/// @param out Gets the summary. @param options The options of the run. @param readings Those at
/// ReadingTimes(). @param wall Duration of the simulation, in seconds of real time.
void WriteDtlFlowsSummary(std::ostream& out,
                          const DtlFlowsOptions& options,
                          const std::map<Time, MeterReading>& readings,
                          double wall);

} // namespace ns3

#endif // DHT_CC_DTL_FLOWS_SUMMARY_H
