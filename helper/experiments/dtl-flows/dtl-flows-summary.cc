/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dtl-flows-summary.h"

#include "dht-option-values.h"
#include "dht-run-summary.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

constexpr double BITS = 8;

/// A part of a run.
struct Span
{
    Time from; ///< Its beginning.
    Time to;   ///< Its end.
};

/// @param options Of a run. @return Its phases, without what is not measured of them.
std::vector<Span>
PhasesOf(const DtlFlowsOptions& options)
{
    std::vector<Span> phases;
    const std::vector<Time> changes = ChangesOf(options.flows, options.duration);
    for (std::size_t i = 1; i < changes.size(); ++i)
    {
        const Time length = changes[i] - changes[i - 1];
        phases.push_back({changes[i - 1] + std::min(options.settle, length / 2), changes[i]});
    }
    return phases;
}

/// @param value A number, or none. @param factor For its unit. @return The number times the factor,
/// or null.
Json
ToJson(const std::optional<double>& value, double factor)
{
    return value ? Json(*value * factor) : Json();
}

/// @param throughputs Of flows. @return Jain's index (DTL, eq. 8); null if nothing arrived.
Json
JainOf(const std::vector<double>& throughputs)
{
    double sum = 0;
    double squares = 0;
    for (const double each : throughputs)
    {
        sum += each;
        squares += each * each;
    }
    return squares > 0 ? Json(sum * sum / (static_cast<double>(throughputs.size()) * squares))
                       : Json();
}

/// @param options Of a run. @param before A reading. @param after A later one. @return What
/// happened between them.
Json
SpanToJson(const DtlFlowsOptions& options, const MeterReading& before, const MeterReading& after)
{
    Json flows = Json::array();
    std::vector<double> throughputs;
    for (std::size_t i = 0; i < options.flows.size(); ++i)
    {
        const FlowPlan& plan = options.flows[i];
        if (plan.start >= after.time || plan.stop <= before.time)
        {
            continue;
        }
        const FlowChange change{before, after, i};
        throughputs.push_back(change.Throughput());
        flows.push_back(
            {{"name", plan.name},
             {"priority", plan.steps.empty() ? Json() : Json(plan.PriorityAt(before.time))},
             {"throughput_bps", change.Throughput()},
             {"share", change.Throughput() / options.rate},
             {"queueing_ms", ToJson(change.Waiting(), 1e3)},
             {"loss_percent", ToJson(change.Loss(), 100)},
             {"retransmitted_packets", change.Retransmitted()}});
    }
    const double seconds = (after.time - before.time).GetSeconds();
    const auto sent = static_cast<double>(after.rightwardBytes - before.rightwardBytes);
    return {{"from_s", before.time.GetSeconds()},
            {"to_s", after.time.GetSeconds()},
            {"utilisation", sent * BITS / seconds / options.rate},
            {"jain", JainOf(throughputs)},
            {"flows", flows}};
}

} // namespace

double
FlowChange::Throughput() const
{
    const auto bytes =
        static_cast<double>(after.flows[index].received - before.flows[index].received);
    return bytes * BITS / (after.time - before.time).GetSeconds();
}

std::optional<double>
FlowChange::Waiting() const
{
    const uint64_t packets = after.flows[index].waited - before.flows[index].waited;
    const Time waiting = after.flows[index].waiting - before.flows[index].waiting;
    return packets > 0 ? std::optional(waiting.GetSeconds() / static_cast<double>(packets))
                       : std::nullopt;
}

std::optional<double>
FlowChange::Loss() const
{
    const uint64_t packets = after.flows[index].offered - before.flows[index].offered;
    const auto lost = static_cast<double>(after.flows[index].lost - before.flows[index].lost);
    return packets > 0 ? std::optional(lost / static_cast<double>(packets)) : std::nullopt;
}

uint64_t
FlowChange::Retransmitted() const
{
    return after.flows[index].retransmitted - before.flows[index].retransmitted;
}

std::vector<Time>
ReadingTimes(const DtlFlowsOptions& options)
{
    std::set<Time> times{options.warmup, options.duration};
    for (const Span& phase : PhasesOf(options))
    {
        times.insert(phase.from);
        times.insert(phase.to);
    }
    return {times.begin(), times.end()};
}

void
WriteSeriesHeader(std::ostream& out)
{
    out << "time_s,flow,priority,throughput_bps,queueing_ms,believed_ms\n";
}

void
WriteSeriesLine(std::ostream& out,
                const FlowPlan& plan,
                const FlowChange& change,
                std::optional<Time> believed)
{
    const std::optional<double> waiting = change.Waiting();
    out << dht::NumberToText(change.after.time.GetSeconds()) << "," << plan.name << ",";
    if (!plan.steps.empty())
    {
        out << dht::NumberToText(plan.PriorityAt(change.before.time));
    }
    out << "," << dht::NumberToText(change.Throughput()) << ","
        << (waiting ? dht::NumberToText(*waiting * 1e3) : "") << ","
        << (believed ? dht::NumberToText(believed->GetSeconds() * 1e3) : "") << "\n";
}

nlohmann::ordered_json
DtlFlowsCountersToJson()
{
    return {{"identities_hold", true}};
}

void
WriteDtlFlowsSummary(std::ostream& out,
                     const DtlFlowsOptions& options,
                     const std::map<Time, MeterReading>& readings,
                     double wall)
{
    Json json = RunToJson(options.asGiven, wall);
    json["results"] =
        SpanToJson(options, readings.at(options.warmup), readings.at(options.duration));
    json["phases"] = Json::array();
    for (const Span& phase : PhasesOf(options))
    {
        json["phases"].push_back(
            SpanToJson(options, readings.at(phase.from), readings.at(phase.to)));
    }
    json["counters"] = DtlFlowsCountersToJson();
    out << json.dump(2) << "\n";
}

} // namespace ns3
