/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "million-parts.h"

#include "dht-run-summary.h"
#include "dht-signal-guard.h"
#include "dht-window.h"
#include "million-memory.h"

#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

/// Peers made between two looks for a signal.
constexpr uint32_t MILLION_CHUNK = 10000;

/// The first random stream of the access links; peers have theirs from 1 on.
constexpr uint64_t RATE_STREAM = DELAY_STREAM + 1;

} // namespace

Time
MillionStartSpread()
{
    return MilliSeconds(100);
}

std::function<MessageLevelPeer::Capacity(uint32_t)>
MakeMillionCapacity(const MillionOptions& options)
{
    if (options.model != "link")
    {
        const double capacity = options.model == "m1" ? options.capacity : 0;
        return [capacity](uint32_t) { return MessageLevelPeer::Capacity{capacity, 0}; };
    }
    const auto cost = dht::UplinkCost::OwnSegments(options.messageSize);
    const auto rate = options.rate;
    const auto downlink = options.downlink;
    const auto slowPeer = options.slowPeer;
    const uint64_t seed = RunSeed();
    const auto rates = std::make_shared<const std::vector<dht::HostRates>>(
        options.ReadRates(options, static_cast<uint32_t>(options.peers)));
    return [=](uint32_t peer) {
        if (slowPeer && peer == 0)
        {
            return MessageLevelPeer::Capacity{cost.Capacity(*slowPeer), cost.Capacity(*slowPeer)};
        }
        dht::SplitMixRandom random(seed, RATE_STREAM + peer);
        const auto draw = [&](const DhtOptionTable::Range& range) {
            return cost.Capacity(range.first + (range.second - range.first) * random.Uniform());
        };
        const double up = draw(rate);
        const double down = downlink ? draw(*downlink) : up;
        const dht::HostRates own = rates->empty() ? dht::HostRates() : rates->at(peer);
        return MessageLevelPeer::Capacity{own.up > 0 ? cost.Capacity(own.up) : up,
                                          own.down > 0 ? cost.Capacity(own.down) : down};
    };
}

namespace
{

/// @param options What is asked for. @return What TCP, or the overlay's own transport, makes of
/// requests; or, without it, what makes a sender wait.
MessageStreamOptions
MakeStream(const MillionOptions& options)
{
    const auto size = static_cast<double>(options.messageSize);
    const auto requestsIn = [size](double bytes) { return static_cast<uint16_t>(bytes / size); };
    MessageStreamOptions stream;
    if (options.model != "link")
    {
        stream.sendBuffer = static_cast<uint16_t>(options.window);
        stream.receiveBuffer = stream.sendBuffer;
        return stream;
    }
    stream.segmentsPerAck = dht::UplinkCost::kSegmentsPerAck;
    stream.header = 1 - size / dht::UplinkCost::OwnSegments(size).request;
    stream.segment = requestsIn(dht::UplinkCost::kSegmentSize);
    stream.sendBuffer = requestsIn(static_cast<double>(options.sendBuffer));
    stream.receiveBuffer = requestsIn(static_cast<double>(options.receiveBuffer));
    if (options.IsDtl())
    {
        stream.makeWindow =
            [windows =
                 DhtWindow::Create(options.transportWindow)->With(*DhtWindow::Create("multcp"))] {
                return windows(0);
            };
        stream.size = options.messageSize;
        stream.sharesWindow = options.transport.scope == dht::WindowScope::kNode;
        stream.unsent = requestsIn(
            std::min(static_cast<double>(options.links.unsent), size * stream.sendBuffer));
    }
    return stream;
}

} // namespace

MessageLevelOptions
MakeMillionOptions(const MillionOptions& options)
{
    MessageLevelOptions made;
    made.peer = options.peer;
    if (options.model == "m2")
    {
        made.peer.processing.mean = dht::FromSeconds(1 / options.capacity);
    }
    else
    {
        made.load = options.GetLoadModel();
    }
    made.uplinkBuffer = static_cast<uint32_t>(options.uplinkBuffer);
    made.stream = MakeStream(options);
    if (options.model == "link")
    {
        // acknowledgements are messages, and what waits is in the send buffers
        made.load.incoming = 0;
        made.uplinkBuffer = 0;
        made.areStreams = true;
        // all requests are of one size here, which their frames, without payload, do not tell
        made.peer.hold = static_cast<uint8_t>(options.peer.Batch().Of(options.messageSize));
        made.peer.holdBytes = 0;
        made.holdRate = options.holdRate;
    }
    if (options.peer.routing == dht::RoutingMode::kIterative)
    {
        // the socket's send buffer, in lookups
        made.uplinkBuffer = options.model == "link" ? made.stream.sendBuffer : made.uplinkBuffer;
    }
    made.workload = options.workload;
    made.workloadKind = DhtPeerWorkload::Create(options.workloadKind);
    made.startSpread = dht::FromSeconds(MillionStartSpread().GetSeconds());
    return made;
}

void
MakeMillionRing(const MillionOptions& options, MessageLevelRing& ring)
{
    if (!options.quiet)
    {
        std::cerr << "million: making " << options.peers << " peers, about "
                  << std::llround(MillionMemory::Estimate(options).total / (1 << 20)) << " MiB\n";
    }
    while (!ring.Make(MILLION_CHUNK))
    {
        DhtSignalGuard::Check();
    }
}

nlohmann::ordered_json
MillionHostToJson(const MillionOptions& options,
                  const dht::RingTotals& totals,
                  const MillionCosts& costs,
                  uint32_t ranks)
{
    return {{"ranks", ranks},
            {"setup_s", costs.setup},
            {"bytes_per_peer", costs.memory / static_cast<double>(options.peers)},
            {"bytes_per_peer_expected", MillionMemory::Estimate(options).perPeer},
            {"relayed_per_wall_s", static_cast<double>(totals.counters.forwarded) / costs.wall},
            {"relayed_per_cpu_s", static_cast<double>(totals.counters.forwarded) / costs.cpu}};
}

nlohmann::ordered_json
MillionOriginToJson(const MillionOptions& options, const MillionCosts& costs)
{
    nlohmann::ordered_json json = RunToJson(options.asGiven, costs.wall);
    json["run"]["cpu_s"] = costs.cpu;
    json["run"]["events"] = costs.events;
    return json;
}

} // namespace ns3
