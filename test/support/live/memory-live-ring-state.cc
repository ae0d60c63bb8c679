/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "memory-live-peer.h"
#include "memory-live-ring.h"

#include <algorithm>
#include <map>

/// What there is to see of a live ring.

namespace dht
{
namespace test
{

std::string
LiveRing::Flaws() const
{
    std::map<Key, std::size_t> byId;
    std::vector<std::string> names;
    for (const std::size_t peer : Alive())
    {
        byId[At(peer).GetMaintenance().Id()] = peer;
        names.push_back(NameOf(EndpointOf(peer)));
    }
    const ChordOverlay ideal(Ring::Hashed(names));
    const Ring& ring = ideal.Peers();
    const auto endpoint = [&](std::size_t place) { return EndpointOf(byId.at(ring.Id(place))); };
    std::string flaws;
    for (std::size_t place = 0; place < ring.Size(); ++place)
    {
        const std::size_t peer = byId.at(ring.Id(place));
        const Maintenance& own = At(peer).GetMaintenance();
        std::vector<Endpoint> fingers;
        for (const std::size_t finger : ideal.Neighbours(place))
        {
            fingers.push_back(endpoint(finger));
        }
        std::vector<Endpoint> next;
        for (std::size_t i = 1; i < std::min(ring.Size(), m_options.maintenance.successors + 1);
             ++i)
        {
            next.push_back(endpoint((place + i) % ring.Size()));
        }
        const Endpoint before = endpoint((place + ring.Size() - 1) % ring.Size());
        const bool followsRight =
            ring.Size() == 1 ? !own.Predecessor() : own.Predecessor() == before;
        const std::string name = " " + std::to_string(peer);
        flaws += own.IsJoined() ? "" : name + ":place";
        flaws += followsRight ? "" : name + ":predecessor";
        flaws += own.Successors() == next ? "" : name + ":successors";
        flaws += own.Fingers() == fingers ? "" : name + ":fingers";
    }
    return flaws;
}

Time
LiveRing::Settle(Time limit)
{
    const Time start = Now();
    while (!Flaws().empty())
    {
        if (Now() - start >= limit)
        {
            return kNever;
        }
        RunUntil(Now() + FromSeconds(0.5));
    }
    return Now() - start;
}

template <typename Value>
std::size_t
LiveRing::Sum(Value value) const
{
    std::size_t sum = 0;
    for (const auto& peer : m_peers)
    {
        sum += peer ? value(*peer) : 0;
    }
    return sum;
}

std::size_t
LiveRing::Queued() const
{
    return Sum([](const LivePeer& peer) { return peer.GetPeer().Queued(); });
}

std::size_t
LiveRing::OnTheWay() const
{
    return Sum([](const LivePeer& peer) { return peer.OnTheWay(); });
}

std::size_t
LiveRing::Outstanding() const
{
    return Sum([](const LivePeer& peer) { return peer.GetPeer().Outstanding(); });
}

std::size_t
LiveRing::Violations() const
{
    return m_violations;
}

const LiveRingResults&
LiveRing::Results() const
{
    return m_results;
}

Counters
LiveRing::Totals() const
{
    Counters totals;
    for (const auto& peer : m_peers)
    {
        totals += peer ? peer->GetPeer().GetCounters() : Counters();
    }
    return totals;
}

MaintenanceCounters
LiveRing::MaintenanceTotals() const
{
    MaintenanceCounters totals;
    for (const auto& peer : m_peers)
    {
        totals += peer ? peer->GetMaintenance().GetCounters() : MaintenanceCounters();
    }
    return totals;
}

std::uint64_t
LiveRing::Digest() const
{
    return m_digest;
}

} // namespace test
} // namespace dht
