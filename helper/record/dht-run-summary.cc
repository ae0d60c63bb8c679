/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-run-summary.h"

#include "dht-recording-options.h"
#include "dht-run-origin.h"
#include "dht-summary.h"

#include "ns3/global-value.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

Json
OriginToJson(double wall)
{
    Json run = RunOriginToJson();
    run["simulated_s"] = Simulator::Now().GetSeconds();
    run["wall_s"] = wall;
    run["cpu_s"] = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    run["events"] = Simulator::GetEventCount();
    return run;
}

/// @return Every attribute whose default was changed, with its value.
Json
AttributesToJson()
{
    Json attributes = Json::object();
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        for (std::size_t j = 0; j < tid.GetAttributeN(); ++j)
        {
            const auto attribute = tid.GetAttribute(j);
            const std::string value = attribute.initialValue->SerializeToString(attribute.checker);
            if (value != attribute.originalInitialValue->SerializeToString(attribute.checker))
            {
                attributes[tid.GetName() + "::" + attribute.name] = value;
            }
        }
    }
    return attributes;
}

/// @return Every global value of ns-3, but for the seed and the run.
Json
GlobalsToJson()
{
    Json globals = Json::object();
    for (auto global = GlobalValue::Begin(); global != GlobalValue::End(); ++global)
    {
        StringValue value;
        (*global)->GetValue(value);
        const std::string name = (*global)->GetName();
        if (name != "RngSeed" && name != "RngRun")
        {
            globals[name] = value.Get();
        }
    }
    return globals;
}

} // namespace

nlohmann::ordered_json
OptionsToJson(const std::vector<std::pair<std::string, std::string>>& given)
{
    std::set<std::string> leftOut{"summary", "series", "quiet", "scheme-parameter"};
    const auto& recording = dht::RecordingOptions::Names();
    leftOut.insert(recording.begin(), recording.end());
    return dht::OptionsToJson(given, leftOut);
}

nlohmann::ordered_json
RunToJson(const std::vector<std::pair<std::string, std::string>>& given, double wall)
{
    return {{"run", OriginToJson(wall)},
            // what --scheme-parameter sets is among the attributes
            {"options", OptionsToJson(given)},
            {"globals", GlobalsToJson()},
            {"attributes", AttributesToJson()}};
}

nlohmann::ordered_json
CountersToJson(const RingMonitor& monitor)
{
    return dht::CountersToJson(monitor.GetTotals());
}

nlohmann::ordered_json
RingToJson(const DhtRingWatch& watch)
{
    const DhtRingState state = watch.Look();
    const auto since = watch.GetCompleteSince();
    return {{"up", state.up},
            {"members", state.members},
            {"right_predecessors", state.predecessors},
            {"right_successors", state.successors},
            {"right_fingers", state.fingers},
            {"complete", state.IsComplete()},
            {"complete_since_s", since ? Json(since->GetSeconds()) : Json()}};
}

void
CommitRun(const RingMonitor& monitor,
          dht::OutputFile& series,
          dht::OutputFile& summary,
          const std::function<void(std::ostream&)>& write)
{
    if (!monitor.IdentitiesHold())
    {
        throw std::runtime_error("the counters of some peer contradict each other");
    }
    dht::CommitOutputs(series, summary, write);
}

void
RunAndCommit(const std::vector<std::pair<std::string, std::string>>& given,
             dht::OutputFile& series,
             dht::OutputFile& summary,
             const std::function<void()>& run,
             const std::function<void(nlohmann::ordered_json&)>& add)
{
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    dht::CommitOutputs(series, summary, [&](std::ostream& out) {
        nlohmann::ordered_json json = RunToJson(given, wall.count());
        add(json);
        out << json.dump(2) << "\n";
    });
}

} // namespace ns3
