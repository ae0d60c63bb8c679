/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-summary.h"

#include "dht-build-info.h"
#include "dht-plugins.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace dht
{

using Json = nlohmann::ordered_json;

RingTotals&
RingTotals::operator+=(const RingTotals& other)
{
    counters += other.counters;
    outstanding += other.outstanding;
    queued += other.queued;
    wireErrors += other.wireErrors;
    identitiesHold = identitiesHold && other.identitiesHold;
    return *this;
}

Json
BuildToJson()
{
    const BuildInfo build = BuildInfo::Get();
    Json origin{{"version", build.version}, {"commit", build.commit}};
    if (const auto plugins = NamedPlugins(); !plugins.empty())
    {
        origin["plugins"] = plugins;
    }
    return origin;
}

Json
OptionsToJson(const std::vector<std::pair<std::string, std::string>>& given,
              const std::set<std::string>& leftOut)
{
    auto options = Json::object();
    for (const auto& [name, value] : given)
    {
        if (!leftOut.count(name))
        {
            options[name] = value;
        }
    }
    return options;
}

Json
DelaysToJson(const DelayResults& delays)
{
    Json json{{"mean", delays.mean}};
    for (std::size_t i = 0; i < delays.percentiles.size(); ++i)
    {
        json["p" + std::to_string(DelayResults::kPercents[i])] = delays.percentiles[i];
    }
    return json;
}

namespace
{

/// Starving peers whose waits are written at the most.
constexpr std::size_t kMostStarving = 10;

Json
PeersToJson(const PeerSpread& peers)
{
    Json waits = Json::array();
    for (std::size_t i = 0; i < std::min(peers.starving.size(), kMostStarving); ++i)
    {
        const AnswerWait& wait = peers.starving[i];
        waits.push_back({{"peer", wait.peer}, {"from_s", wait.from}, {"for_s", wait.length}});
    }
    return {{"least", peers.least},
            {"p5", peers.p5},
            {"most", peers.most},
            {"jain", peers.jain},
            {"longest_wait_s", peers.longestWait},
            {"longest_wait_peer", peers.longestPeer},
            {"starving_after_s", peers.starvesAfter},
            {"starving", peers.starving.size()},
            {"starving_longest", waits}};
}

} // namespace

Json
ResultsToJson(const RingResults& r)
{
    return {{"window_s", r.window},
            {"offered", r.offered},
            {"issued", r.issued},
            {"achieved", r.achieved},
            {"achieved_remote", r.achievedRemote},
            {"retransmitted_percent", r.retransmitted},
            {"dropped_percent", r.dropped},
            {"early_timeout_percent", r.earlyTimeouts},
            {"marked_percent", r.marked},
            {"delay_s", DelaysToJson(r.delay)},
            {"outstanding_mean", r.outstandingMean},
            {"queue_mean", r.queueMean},
            {"level_mean", r.levelMean},
            {"level_deviation_percent", r.levelDeviation},
            {"achieved_deviation_percent", r.rateDeviation},
            {"hops_mean", r.hopsMean},
            {"peers", PeersToJson(r.peers)}};
}

Json
CountersToJson(const RingTotals& totals)
{
    const Counters& c = totals.counters;
    Json dropped;
    for (std::size_t i = 0; i < c.dropped.size(); ++i)
    {
        dropped[ToString(static_cast<DropReason>(i))] = c.dropped[i];
    }
    return {{"issued", c.issued},
            {"answered", c.answered},
            {"given_up", c.givenUp},
            {"outstanding", totals.outstanding},
            {"retransmitted", c.retransmitted},
            {"redundant_acks", c.redundantAcks},
            {"accepted", c.accepted},
            {"forwarded", c.forwarded},
            {"redirected", c.redirected},
            {"delivered", c.delivered},
            {"dropped", dropped},
            {"queued", totals.queued},
            {"marked", c.marked},
            {"blocked", c.blocked},
            {"wire_errors", totals.wireErrors},
            {"identities_hold", totals.identitiesHold}};
}

nlohmann::ordered_json
TransportToJson(const TransportCounters& counters)
{
    nlohmann::ordered_json json{{"packets_sent", counters.packetsSent},
                                {"packets_lost", counters.packetsLost},
                                {"packets_late", counters.packetsLate},
                                {"probes_sent", counters.probesSent},
                                {"acks_sent", counters.acksSent},
                                {"bytes_written", counters.bytesWritten},
                                {"bytes_abandoned", counters.bytesAbandoned},
                                {"bytes_read", counters.bytesRead},
                                {"links_lost", counters.TotalLost()},
                                {"packets_rejected", counters.TotalRejected()}};
    if (counters.bytesAhead > 0)
    {
        json["bytes_read_ahead"] = counters.bytesAhead;
    }
    return json;
}

} // namespace dht
