/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-summary.h"

#include "dht-endpoint-name.h"
#include "dht-repair-link-summary.h"
#include "dht-rpc-names.h"
#include "dht-storage.h"
#include "dht-transport-endpoint.h"

#include <ctime>
#include <set>

namespace dht
{

using Json = nlohmann::ordered_json;

namespace
{

/// @param options What was asked for. @param state What happened. @return How it was run.
Json
RunToJson(const PeerProgramOptions& options, const PeerRunState& state)
{
    Json run = BuildToJson();
    run["ns3"] = nullptr;
    run["seed"] = options.seed ? Json(*options.seed) : Json(nullptr);
    run["run"] = options.run;
    run["simulated_s"] = state.wall; // its time is the machine's
    run["wall_s"] = state.wall;
    run["cpu_s"] = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    run["events"] = state.events;
    return run;
}

/// @param options What was asked for. @return The scheme's and the windows' constants that were
/// given.
Json
AttributesToJson(const PeerProgramOptions& options)
{
    Json attributes = Json::object();
    for (const auto& [name, value] : options.parameters)
    {
        attributes[options.scheme + "::" + name] = value;
    }
    for (const auto& [name, value] : options.peer.windows.constants)
    {
        attributes["transport-window::" + name] = value;
    }
    return attributes;
}

Json
LimitsToJson(const RealPeer& peer, const PeerRunState& state)
{
    const LimitCounters limits = peer.GetLimits();
    Json rejected;
    const WireErrorCounts errors = peer.GetWireErrors();
    for (std::size_t i = 1; i < errors.size(); ++i)
    {
        rejected[ToString(static_cast<WireError>(i))] = errors[i];
    }
    return {{"connections_refused", limits.connectionsRefused},
            {"connections_evicted", limits.connectionsEvicted},
            {"connections_broken", limits.connectionsBroken},
            {"frames_timed_out", limits.framesTimedOut},
            {"links_failed", limits.linksFailed},
            {"links_spoken", limits.linksSpoken},
            {"files_lacking", limits.filesLacking},
            {"datagrams_unsent", peer.GetDatagrams().Unsent()},
            {"datagrams_dropped", peer.GetDatagrams().Dropped()},
            {"datagrams_overrun", peer.GetDatagrams().Overrun()},
            {"outstanding_full", state.outstandingFull},
            {"rejected", rejected}};
}

/// @param counts Messages by kind. @return The same counts by the kinds' names.
Json
KindsToJson(const MaintenanceCounters::ByKind& counts)
{
    constexpr const char* names[] = {"query", "neighbours", "notify", "leave"};
    static_assert(std::size(names) == static_cast<std::size_t>(MaintenanceKind::kCount));
    Json kinds;
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        kinds[names[i]] = counts[i];
    }
    return kinds;
}

Json
MaintenanceToJson(const MaintenanceCounters& counters)
{
    return {{"sent", KindsToJson(counters.sent)},
            {"received", KindsToJson(counters.received)},
            {"bytes", counters.bytes},
            {"ignored", counters.ignored},
            {"throttled", counters.throttled},
            {"withheld", counters.withheld},
            {"timeouts", counters.timeouts},
            {"failures", counters.failures},
            {"returned", counters.returned},
            {"connected", counters.connected},
            {"removed", counters.removed},
            {"suspected", counters.suspected},
            {"finds", counters.finds},
            {"failed_finds", counters.failedFinds},
            {"refuted", counters.refuted},
            {"checks", counters.checks},
            {"disagreements", counters.disagreements},
            {"inquiries", counters.inquiries},
            {"held", counters.held},
            {"denied", counters.denied},
            {"unvouched", counters.unvouched},
            {"alarms", counters.alarms}};
}

Json
NamesToJson(const std::vector<Endpoint>& peers)
{
    Json names = Json::array();
    for (const Endpoint& peer : peers)
    {
        names.push_back(NameOf(peer));
    }
    return names;
}

/// @param point Where a peer is, in ms of round-trip time. @return The same.
Json
CoordinateToJson(const Coordinate& point)
{
    return {{"place_ms", point.place}, {"height_ms", point.height}, {"error", point.error}};
}

/// @param peer A peer. @param now The present. @return What carries the repair of what it stores;
/// null if datagrams do.
Json
RepairLinksToJson(const RealPeer& peer, Time now)
{
    const RepairStreams* const streams = peer.GetRepairStreams();
    if (!streams)
    {
        return nullptr;
    }
    return dht::RepairLinksToJson(RepairLinkCounts::Of(now, *streams, *peer.GetStorage()), 1);
}

/// @param peer A peer. @return What it stores; null if it does not.
Json
StorageToJson(const RealPeer& peer)
{
    const PeerDisk* const disk = peer.GetDisk();
    if (!disk)
    {
        return nullptr;
    }
    const BlockStore& kept = disk->Kept();
    const StoreCounters& store = kept.Counters();
    const StorageCounters& c = peer.GetStorage()->Counters();
    return {{"held", kept.Count()},
            {"bytes", kept.Bytes()},
            {"limit", disk->Limits().bytes},
            {"found", store.found},
            {"accepted", store.accepted},
            {"expired", store.expired},
            {"removed", store.removed},
            {"moved", store.moved},
            {"damaged", store.damaged},
            {"scrubbed", store.scrubbed},
            {"renewed", store.renewed},
            {"full", store.full},
            {"refused", store.refused},
            {"stores", c.stores},
            {"stores_kept", c.storesKept},
            {"disproved", c.disproved},
            {"fetches", c.fetches},
            {"fetches_here", c.fetchesHere},
            {"unproved", c.unproved},
            {"lookups_relayed", c.relayed},
            {"lookups_answered", c.answered},
            {"lookups_merged", c.merged},
            {"lookups_stranded", c.stranded},
            {"lookups_throttled", c.throttled},
            {"useless", c.useless},
            {"unusable", c.unusable},
            {"comparisons", c.comparisons},
            {"compared", c.compared},
            {"comparisons_failed", c.comparisonsFailed},
            {"rebuilt", c.rebuilt},
            {"rebuilds_failed", c.rebuildsFailed},
            {"fragments_made", c.fragmentsMade},
            {"moves", c.moves},
            {"needless", c.needless},
            {"distrusted", c.distrusted},
            {"syncs", c.syncs},
            {"repair_bytes", c.repairBytes},
            {"rpcs", RpcsToJson<Json>(peer.GetStorage()->Rpcs().Counts())},
            {"coordinate", CoordinateToJson(peer.GetStorage()->Coordinates().Place())}};
}

} // namespace

Json
RingToJson(const RealPeer& peer)
{
    const Membership& place = peer.GetMembership();
    const auto predecessor = place.Predecessor();
    return {{"id", KeyToHex(IdOf(peer.Self()))},
            {"self", NameOf(peer.Self())},
            {"predecessor", predecessor ? Json(NameOf(*predecessor)) : Json(nullptr)},
            {"successors", NamesToJson(place.Successors())},
            {"fingers", NamesToJson(place.Fingers())}};
}

Json
PeerOptionsToJson(const PeerProgramOptions& options)
{
    std::set<std::string> leftOut{"summary", "series", "quiet"};
    leftOut.insert(RecordingOptions::Names().begin(), RecordingOptions::Names().end());
    return OptionsToJson(options.asGiven, leftOut);
}

Json
PeerCountersToJson(const RealPeer& peer, const RingTotals& totals, const PeerRunState& state)
{
    Json maintenance = MaintenanceToJson(peer.GetMembership().GetCounters());
    maintenance["useless_names"] = totals.counters.uselessNames;
    if (const std::uint64_t unsolved = peer.GetMembership().GetCounters().unsolved; unsolved > 0)
    {
        maintenance["unsolved"] = unsolved;
    }
    const TransportEndpoint* const transport = peer.GetTransport();
    return {{"counters", CountersToJson(totals)},
            {"maintenance", maintenance},
            {"storage", StorageToJson(peer)},
            {"transport", transport ? TransportToJson(transport->Counts()) : Json(nullptr)},
            {"limits", LimitsToJson(peer, state)}};
}

Json
PeerSummaryToJson(const PeerProgramOptions& options,
                  const RealPeer& peer,
                  const RingResults& results,
                  const RingTotals& totals,
                  const PeerRunState& state)
{
    Json ring = state.ring;
    const Json counters = PeerCountersToJson(peer, totals, state);
    ring["joined_s"] = state.joined ? Json(*state.joined) : Json(nullptr);
    return {{"run", RunToJson(options, state)},
            {"options", PeerOptionsToJson(options)},
            {"globals", Json::object()},
            {"attributes", AttributesToJson(options)},
            {"results", ResultsToJson(results)},
            {"deadlock", nullptr},
            {"counters", counters["counters"]},
            {"ring", ring},
            {"maintenance", counters["maintenance"]},
            {"storage", counters["storage"]},
            {"repair_links", RepairLinksToJson(peer, FromSeconds(state.wall))},
            {"transport", counters["transport"]},
            {"limits", counters["limits"]}};
}

} // namespace dht
