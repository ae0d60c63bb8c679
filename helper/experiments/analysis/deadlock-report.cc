/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "deadlock-report.h"

#include "dht-signal-guard.h"

#include <iomanip>
#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

Json
QueueToJson(const dht::RelayQueue& queue)
{
    Json json{{"peer", queue.peer}};
    if (queue.to)
    {
        json["to"] = *queue.to;
    }
    return json;
}

Json
CycleToJson(const std::vector<dht::QueueWait>& cycle)
{
    Json json = Json::array();
    for (const auto& wait : cycle)
    {
        json.push_back({{"queue", QueueToJson(wait.queue)},
                        {"waits_for", QueueToJson(wait.full)},
                        {"source", wait.example.source},
                        {"destination", wait.example.destination},
                        {"answer", wait.example.answer}});
    }
    return json;
}

void
PrintEndless(std::ostream& out, const dht::DeadlockAnalysis& analysis)
{
    if (analysis.endless == 0)
    {
        return;
    }
    out << analysis.endless << " of " << analysis.routes << " routes never end, such as those to P"
        << analysis.loopDestination << " by way of";
    for (const std::size_t peer : analysis.loop)
    {
        out << " P" << peer << " ->";
    }
    out << " P" << analysis.loop.front() << "\n";
}

} // namespace

void
DeadlockCase::Define(DhtOptionTable& table)
{
    DefineOverlay(table);
    table.AddChoice("queues", "Relay queues of each peer", queues, {"per-neighbour", "shared"});
    table.AddChoice("acks", "How answers return to the source", acks, {"direct", "overlay"});
    table.AddSwitch("processing", "Messages take time to process", processing);
    table.AddRefused("ns3::DhtPeerApplication::QueueDiscipline", "queues");
    table.AddRefused("ns3::DhtPeerApplication::Acks", "acks");
    table.AddRefused("ns3::DhtPeerApplication::ProcessingTime", "processing");
}

DeadlockReport
MakeDeadlockReport(const DeadlockCase& given)
{
    const auto overlay = given.MakeOverlay();
    const dht::PeerModel peers{given.queues == "shared" ? dht::QueueDiscipline::kShared
                                                        : dht::QueueDiscipline::kPerNeighbour,
                               given.acks == "overlay" ? dht::AckRoute::kOverlay
                                                       : dht::AckRoute::kDirect,
                               given.processing};
    return {given, dht::AnalyseDeadlocks(*overlay, peers, DhtSignalGuard::Check)};
}

void
PrintVerdict(std::ostream& out, const DeadlockReport& report)
{
    const auto& [given, analysis] = report;
    out << given.peers << " peers: " << given.overlay << ", " << given.ids << " ids, "
        << given.wrongEntries << "% wrong entries, " << given.queues << " queues, " << given.acks
        << " acks" << (given.processing ? ", processing times" : "") << "\n"
        << analysis.queues << " relay queues, " << analysis.waits << " waits: ";
    if (analysis.cycle.empty())
    {
        out << "no cycle, so back-pressure cannot lock up\n";
    }
    else
    {
        out << "back-pressure can lock up, in a cycle of " << analysis.cycle.size() << "\n";
    }
    for (const auto& wait : analysis.cycle)
    {
        out << "  " << dht::ToText(wait) << "\n";
    }
    PrintEndless(out, analysis);
}

void
PrintTable(std::ostream& out, const std::vector<DeadlockReport>& reports)
{
    const auto row = [&out](const auto&... cells) {
        static const int widths[] = {6, 12, 5, 7, 14, 8, 7, 8, 6};
        int column = 0;
        out << std::left;
        ((out << std::setw(widths[column++]) << cells << ' '), ...);
    };
    row("peers", "overlay", "ids", "wrong %", "queues", "acks", "number", "waits", "cycle");
    out << "endless %\n";
    for (const auto& [given, found] : reports)
    {
        row(given.peers,
            given.overlay,
            given.ids,
            given.wrongEntries,
            given.queues,
            given.acks,
            found.queues,
            found.waits,
            found.cycle.empty() ? "none" : std::to_string(found.cycle.size()));
        out << 100.0 * found.endless / found.routes << "\n";
    }
}

nlohmann::ordered_json
ToJson(const DeadlockReport& report)
{
    const auto& [given, analysis] = report;
    Json json{{"peers", given.peers},
              {"overlay", given.overlay},
              {"ids", given.ids},
              {"wrong_entries_percent", given.wrongEntries},
              {"queues", given.queues},
              {"acks", given.acks},
              {"processing", given.processing},
              {"relay_queues", analysis.queues},
              {"waits", analysis.waits},
              {"can_lock_up", !analysis.cycle.empty()},
              {"cycle", CycleToJson(analysis.cycle)},
              {"routes", analysis.routes},
              {"endless_routes", analysis.endless}};
    if (analysis.endless > 0)
    {
        json["loop"] = {{"destination", analysis.loopDestination}, {"peers", analysis.loop}};
    }
    return json;
}

} // namespace ns3
