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
#include <optional>
#include <ostream>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/// Two readings, and a flow in them.
struct FlowChange
{
    const MeterReading& before; ///< The first reading.
    const MeterReading& after;  ///< The second one.
    std::size_t index;          ///< Which flow.

    /// @return What the sink's application has read between them, in bit/s.
    double Throughput() const;
    /// @return What packets that left the queue had waited, in seconds; nothing without packets.
    std::optional<double> Waiting() const;
    /// @return Share of packets that were lost; nothing without packets.
    std::optional<double> Loss() const;
    /// @return Packets that were sent again.
    uint64_t Retransmitted() const;
};

/// @param options Of a run. @return When its meter is to be read.
std::vector<Time> ReadingTimes(const DtlFlowsOptions& options);

/// @param out Where the first line of the series goes.
void WriteSeriesHeader(std::ostream& out);

/// @param out Where a line goes. @param plan A flow. @param change What it did. @param believed The
/// queueing delay that its source believes in.
void WriteSeriesLine(std::ostream& out,
                     const FlowPlan& plan,
                     const FlowChange& change,
                     std::optional<Time> believed);

/// @param out Where the summary goes. @param options Of the run. @param readings At
/// ReadingTimes(). @param wall What the simulation took, in seconds of real time.
void WriteDtlFlowsSummary(std::ostream& out,
                          const DtlFlowsOptions& options,
                          const std::map<Time, MeterReading>& readings,
                          double wall);

} // namespace ns3

#endif // DHT_CC_DTL_FLOWS_SUMMARY_H
