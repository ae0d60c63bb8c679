/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-recording.h"

#include "dht-peer-columns.h"
#include "dht-present-time.h"
#include "dtl-flows-options.h"
#include "dtl-flows-summary.h"
#include "simulated-recording.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

/// @return What a sample has of a flow, in the order of FlowRecording::Look().
std::vector<dht::RecordedColumn>
FlowColumns()
{
    return {{"state", "level", "", 1},
            {"queue", "level", "packets", 1},
            {"level", "level", "bytes", 1},
            {"priority", "level", "", dht::kLevelStep},
            {"issued", "counter", "packets", 1},
            {"answered", "counter", "packets", 1},
            {"retransmitted", "counter", "packets", 1},
            {"dropped", "counter", "packets", 1},
            {"received", "counter", "bytes", 1},
            {"delay_us", "counter", "us", 1}};
}

/// @param flows The flows. @return What the header of a recording says of them.
nlohmann::ordered_json
FlowsToJson(const std::vector<FlowPlan>& flows)
{
    nlohmann::ordered_json json{{"count", flows.size()},
                                {"ids", nlohmann::ordered_json::array()},
                                {"names", nlohmann::ordered_json::array()}};
    for (std::size_t i = 0; i < flows.size(); ++i)
    {
        // a flow has no place on a ring: they are spread evenly
        json["ids"].push_back(dht::KeyToHex(dht::EvenKey(i, flows.size())));
        json["names"].push_back(flows[i].name);
    }
    return json;
}

/// @param options What is asked for. @return What a recording is made from.
dht::RecordingWriter::Plan
MakePlan(const DtlFlowsOptions& options)
{
    dht::RecordingWriter::Plan plan;
    plan.options = options.recording;
    plan.options.queues = false; // flows have no neighbours
    plan.about = SimulatedRecording::About("dtl-flows", options.window, options.asGiven);
    plan.about["what"] = "flows";
    plan.columns = FlowColumns();
    plan.details = {{"drop_reasons", {"queue", "link"}}};
    plan.peers = FlowsToJson(options.flows);
    return plan;
}

} // namespace

FlowRecording::FlowRecording(const DtlFlowsOptions& options, FlowMeter& meter, const Ends& ends)
    : m_options(options),
      m_meter(meter),
      m_ends(ends),
      m_writer(MakePlan(options)),
      m_clock(options.recording.interval, [this] { Sample(); })
{
    m_meter.SetListener([this](std::size_t flow, FlowLoss loss) {
        m_writer.AddEvent(DhtPresent(),
                          dht::RecordedEvent::kDrop,
                          flow,
                          {static_cast<uint64_t>(loss), 0});
    });
    m_clock.Start();
}

FlowRecording::~FlowRecording()
{
    m_meter.SetListener(nullptr);
}

void
FlowRecording::Close()
{
    m_clock.Stop();
    Sample();
    m_writer.Close(DhtPresent(), DtlFlowsCountersToJson());
}

void
FlowRecording::Sample()
{
    const MeterReading reading = m_meter.Read();
    m_writer.BeginSample(DhtPresent());
    for (std::size_t flow = 0; flow < reading.flows.size(); ++flow)
    {
        m_writer.AddPeer(Look(flow, reading.flows[flow]));
    }
    m_writer.EndSample();
}

std::vector<uint64_t>
FlowRecording::Look(std::size_t flow, const FlowCounts& counts) const
{
    const FlowPlan& plan = m_options.flows[flow];
    const Time now = Simulator::Now();
    const bool runs = plan.start <= now && now < plan.stop;
    const auto presence = runs ? dht::Presence::kMember : dht::Presence::kAway;
    return {static_cast<uint64_t>(presence),
            counts.queued,
            m_ends[flow]->GetWindow(),
            dht::LevelSteps(plan.PriorityAt(now)),
            counts.offered,
            counts.waited,
            counts.retransmitted,
            counts.lost,
            counts.received,
            static_cast<uint64_t>(counts.waiting.GetMicroSeconds())};
}

} // namespace ns3
