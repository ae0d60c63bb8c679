/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-live-ring.h"

#include "dht-endpoint-name.h"
#include "memory-live-peer.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

namespace dht
{
namespace test
{

LiveRingOptions
Quiet()
{
    LiveRingOptions options;
    options.ring.workload.requests = 0;
    return options;
}

LiveRingOptions
Loaded(const std::string& scheme, std::uint64_t seed, double load)
{
    LiveRingOptions options;
    options.ring.seed = seed;
    options.ring.scheme = scheme;
    options.ring.peer.requestLifetime = FromSeconds(20);
    options.ring.workload.load = load;
    options.ring.workload.start = FromSeconds(3);
    return options;
}

LiveRingOptions
FullyLoaded(const std::string& scheme, std::uint64_t seed)
{
    return Loaded(scheme, seed, scheme == "none" ? 30 : 0);
}

std::uint64_t
AnsweredWithout(const LiveRing& ring, std::size_t other)
{
    std::uint64_t sum = 0;
    for (const std::size_t peer : ring.Alive())
    {
        sum += peer == other ? 0 : ring.At(peer).GetPeer().GetCounters().answered;
    }
    return sum;
}

void
Populate(LiveRing& ring, std::size_t count)
{
    ring.Create(0);
    for (std::size_t peer = 1; peer < count; ++peer)
    {
        ring.Join(peer, {0});
    }
}

std::unique_ptr<LiveRing>
MakeSettledRing(const LiveRingOptions& options, std::size_t count)
{
    auto ring = std::make_unique<LiveRing>(options, count);
    Populate(*ring, count);
    EXPECT_NE(ring->Settle(FromSeconds(30)), kNever) << ring->Flaws();
    return ring;
}

void
ExpectSettled(LiveRing& ring, Time limit)
{
    const Time took = ring.Settle(limit);
    testing::Test::RecordProperty("seconds", std::to_string(ToSeconds(took)));
    ASSERT_NE(took, kNever) << ring.Flaws();
    for (int i = 0; i < 30; ++i)
    {
        ring.RunUntil(ring.Now() + FromSeconds(1));
        ASSERT_EQ(ring.Flaws(), "");
    }
}

LiveRing::LiveRing(const LiveRingOptions& options, std::size_t places)
    : m_options(options),
      m_random(options.ring.seed, 1000003),
      m_peers(places)
{
}

LiveRing::~LiveRing() = default;

Endpoint
LiveRing::EndpointOf(std::size_t peer)
{
    return Endpoint::Ipv4(static_cast<std::uint32_t>(0x0a000001 + peer), 7000);
}

std::size_t
LiveRing::IndexOf(const Endpoint& endpoint)
{
    return endpoint.Ipv4Address() - EndpointOf(0).Ipv4Address();
}

LivePeer&
LiveRing::Start(std::size_t peer)
{
    m_peers.at(peer) = std::make_unique<LivePeer>(*this, peer, m_lives++);
    return *m_peers[peer];
}

void
LiveRing::Create(std::size_t peer)
{
    Start(peer).Create();
}

void
LiveRing::Join(std::size_t peer, const std::vector<std::size_t>& bootstrap)
{
    std::vector<Endpoint> endpoints;
    std::transform(bootstrap.begin(), bootstrap.end(), std::back_inserter(endpoints), EndpointOf);
    Start(peer).Join(endpoints);
}

void
LiveRing::Crash(std::size_t peer)
{
    const auto gone = std::move(m_peers.at(peer));
    if (!gone || m_options.silentCrashes)
    {
        return;
    }
    for (const auto& other : m_peers)
    {
        if (other)
        {
            other->OnReset(*gone);
        }
    }
}

void
LiveRing::Leave(std::size_t peer)
{
    m_peers.at(peer)->Leave();
    LivePeer* const left = m_peers[peer].get();
    m_events.At(Now() + m_options.linger, [this, peer, left] {
        if (m_peers[peer].get() == left)
        {
            Crash(peer);
        }
    });
}

void
LiveRing::Set(std::size_t peer, Behaviour behaviour)
{
    m_peers.at(peer)->Set(behaviour);
}

void
LiveRing::Flood(std::size_t peer, std::size_t links, double rate)
{
    m_peers.at(peer)->Flood(links, rate);
}

void
LiveRing::FloodFromOutside(std::size_t peer, const Endpoint& source, double rate)
{
    m_peers.at(peer)->TakeFlood(source, rate);
}

void
LiveRing::Split(std::size_t groups)
{
    m_groups = groups;
}

void
LiveRing::RunUntil(Time until)
{
    m_events.RunUntil(until);
}

Time
LiveRing::Now() const
{
    return m_events.Now();
}

std::set<std::size_t>
LiveRing::Alive() const
{
    std::set<std::size_t> alive;
    for (std::size_t peer = 0; peer < m_peers.size(); ++peer)
    {
        if (m_peers[peer] && !m_peers[peer]->HasLeft())
        {
            alive.insert(peer);
        }
    }
    return alive;
}

const LivePeer&
LiveRing::At(std::size_t peer) const
{
    return *m_peers.at(peer);
}

LiveStore&
LiveRing::StoreAt(std::size_t peer)
{
    return m_peers.at(peer)->Store();
}

FetchReport
LiveRing::Get(std::size_t peer, const Key& key)
{
    LiveStore& store = StoreAt(peer);
    store.fetched.reset();
    store.Get().Get(Now(), key);
    for (const Time end = Now() + FromSeconds(60); !store.fetched && Now() < end;)
    {
        RunUntil(Now() + FromSeconds(0.001));
    }
    return store.fetched.value();
}

PutReport
LiveRing::Put(std::size_t peer, const Bytes& block)
{
    LiveStore& store = StoreAt(peer);
    store.put.reset();
    store.Get().Put(Now(), block);
    for (const Time end = Now() + FromSeconds(60); !store.put && Now() < end;)
    {
        RunUntil(Now() + FromSeconds(0.001));
    }
    return store.put.value();
}

void
LiveRing::SendAs(std::size_t from, std::size_t to, const Datagram& datagram)
{
    m_peers.at(to)->Receive(EndpointOf(from), datagram);
}

LiveRingTraffic
LiveRing::SentToNobodyAt(std::size_t place) const
{
    const auto found = m_toNobody.find(place);
    return found == m_toNobody.end() ? LiveRingTraffic() : found->second;
}

LivePeer*
LiveRing::Reach(std::size_t from, std::size_t to)
{
    return to < m_peers.size() && from % m_groups == to % m_groups ? m_peers[to].get() : nullptr;
}

bool
LiveRing::IsLost()
{
    return m_options.loss > 0 && m_random.Uniform() < m_options.loss;
}

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
        const auto before = ring.Size() == 1
                                ? std::nullopt
                                : std::optional(endpoint((place + ring.Size() - 1) % ring.Size()));
        const std::string name = " " + std::to_string(peer);
        flaws += own.IsJoined() ? "" : name + ":place";
        flaws += own.Predecessor() == before ? "" : name + ":predecessor";
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

void
LiveRing::Stop()
{
    for (const auto& peer : m_peers)
    {
        if (peer)
        {
            peer->Stop();
        }
    }
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
