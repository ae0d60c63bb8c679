/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "emulation-summary.h"

#include "dht-run-summary.h"
#include "dht-summary.h"
#include "realtime-priority.h"

#include <nlohmann/json.hpp>
#include <sstream>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

Json
LagToJson(const EmulationOptions& options, const RealtimeLoop& loop)
{
    const LagHistogram& lag = loop.GetLag();
    Json json{{"valid", IsValid(options, loop)}, {"events", lag.GetCount()}};
    for (const auto& [name, percent] :
         std::initializer_list<std::pair<const char*, double>>{{"p50_ms", 50},
                                                               {"p90_ms", 90},
                                                               {"p99_ms", 99},
                                                               {"p999_ms", 99.9}})
    {
        json[name] = lag.GetPercentile(percent) / 1e6;
    }
    json["max_ms"] = lag.GetMaximum() / 1e6;
    json["fifo_pauses"] = RealtimePriority::GetPauses();
    return json;
}

std::string
ToText(const Ipv4Address& address)
{
    std::ostringstream text;
    text << address;
    return text.str();
}

Json
LinkToJson(const EmulationOptions& options, const EmulatedNetwork& network, uint64_t link)
{
    const auto totals = network.GetTotals(link);
    const auto device = network.GetDevice(link);
    return {{"namespace", options.namespaces + std::to_string(link)},
            {"address", ToText(options.AddressOf(link))},
            {"uplink_bps", device->GetUplink().GetRate().GetBitRate()},
            {"downlink_bps", device->GetDownlink().GetRate().GetBitRate()},
            {"access_delay_s", device->GetAccessDelay().GetSeconds()},
            {"read", totals.port.read},
            {"sent", totals.port.sent},
            {"arp", totals.port.arp},
            {"filtered", totals.port.filtered},
            {"received", device->GetReceived()},
            {"delivered", totals.port.delivered},
            {"dropped",
             {{"tap", network.GetTapDropped(link)},
              {"too_large", totals.tooLarge},
              {"uplink_full", totals.uplinkFull},
              {"unknown_destination", totals.unknownDestination},
              {"downlink_full", totals.downlinkFull},
              {"not_written", totals.port.lost}}}};
}

/// Add up numbers of the same name. @param [in,out] sum Where they go. @param part What is added.
void
Add(Json& sum, const Json& part)
{
    for (const auto& [name, value] : part.items())
    {
        if (value.is_object())
        {
            Json& inner = sum.emplace(name, Json::object()).first.value();
            Add(inner, value);
        }
        else if (value.is_number_unsigned())
        {
            sum[name] = sum.value(name, uint64_t{0}) + value.get<uint64_t>();
        }
    }
}

Json
RealToJson(const EmulationOptions& options, const EmulatedNetwork& network)
{
    Json peers = Json::array();
    Json sum = Json::object();
    for (const uint64_t link : network.GetTaps())
    {
        peers.push_back(LinkToJson(options, network, link));
        Add(sum, peers.back());
    }
    sum.erase("uplink_bps");
    sum.erase("downlink_bps");
    return {{"sum", sum}, {"peers", peers}};
}

} // namespace

bool
IsValid(const EmulationOptions& options, const RealtimeLoop& loop)
{
    return loop.GetLag().GetPercentile(99) <= options.lagLimit.GetNanoSeconds();
}

void
WriteEmulationSummary(std::ostream& out,
                      const EmulationOptions& options,
                      const EmulationParts& parts)
{
    Json summary = RunToJson(options.asGiven, parts.wall);
    summary["lag"] = LagToJson(options, parts.loop);
    summary["real"] = RealToJson(options, parts.network);
    if (const RingMonitor* const monitor = parts.peers.GetMonitor())
    {
        summary["simulated"] = {{"results", dht::ResultsToJson(monitor->GetResults())},
                                {"counters", CountersToJson(*monitor)},
                                {"achieved_by_peer", parts.peers.GetAchieved()}};
    }
    out << summary.dump(2) << "\n";
}

} // namespace ns3
