/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_FLOW_RECORDING_H
#define DHT_CC_FLOW_RECORDING_H

#include "dht-recording-writer.h"
#include "flow-meter.h"
#include "recording-clock.h"

#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

struct DtlFlowsOptions;

/**
 * @ingroup dht-cc
 * Records flows that share a bottleneck.
 */
class FlowRecording
{
  public:
    /// The ends of each flow.
    using Ends = std::vector<std::unique_ptr<FlowEnds>>;

    /// @param options What is asked for: a file is named. @param meter Watches the flows, and tells
    /// nobody but this object of losses. @param ends The flows. All must outlive this object.
    /// @throws DhtOptionError The file cannot be written.
    FlowRecording(const DtlFlowsOptions& options, FlowMeter& meter, const Ends& ends);
    ~FlowRecording();

    FlowRecording(const FlowRecording&) = delete;
    FlowRecording& operator=(const FlowRecording&) = delete;

    /// The simulation is over. @throws std::runtime_error The file cannot be written.
    void Close();

  private:
    /// Take a sample.
    void Sample();
    /// @param flow A flow's number. @param counts Its counts. @return What a sample has of it.
    std::vector<uint64_t> Look(std::size_t flow, const FlowCounts& counts) const;

    const DtlFlowsOptions& m_options; //!< What is asked for.
    FlowMeter& m_meter;               //!< Watches the flows.
    const Ends& m_ends;               //!< The flows.
    dht::RecordingWriter m_writer;    //!< Writes the file.
    RecordingClock m_clock;           //!< Has samples taken.
};

} // namespace ns3

#endif // DHT_CC_FLOW_RECORDING_H
