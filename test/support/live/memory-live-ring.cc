/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-live-ring.h"

#include "dht-endpoint-name.h"
#include "memory-live-peer.h"

#include <algorithm>

namespace dht
{
namespace test
{

LiveRing::LiveRing(const LiveRingOptions& options, std::size_t places)
    : m_options(options),
      m_faults(options.ring.seed, options.loss),
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
LiveRing::Join(std::size_t peer,
               const std::vector<std::size_t>& bootstrap,
               const std::vector<Endpoint>& met)
{
    std::vector<Endpoint> endpoints;
    std::transform(bootstrap.begin(), bootstrap.end(), std::back_inserter(endpoints), EndpointOf);
    Start(peer).Join(endpoints, met);
}

std::vector<Endpoint>
LiveRing::MetBy(std::size_t peer) const
{
    const Maintenance& place = At(peer).GetMaintenance();
    std::vector<Endpoint> met = place.KnownPeers();
    const std::vector<Endpoint> lost = place.Lost();
    met.insert(met.end(), lost.begin(), lost.end());
    return met;
}

void
LiveRing::Crash(std::size_t peer)
{
    const auto gone = std::move(m_peers.at(peer));
    if (!gone || m_options.silentCrashes)
    {
        return;
    }
    for (std::size_t other = 0; other < m_peers.size(); ++other)
    {
        if (m_peers[other] && m_faults.Reaches(peer, other))
        {
            m_peers[other]->OnReset(*gone);
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

LiveFaults&
LiveRing::Faults()
{
    return m_faults;
}

void
LiveRing::BreakLinks(std::size_t peer)
{
    for (const auto& other : m_peers)
    {
        if (other && other->Index() != peer)
        {
            other->OnReset(*m_peers.at(peer));
            m_peers.at(peer)->OnReset(*other);
        }
    }
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
LiveRing::Find(std::size_t peer)
{
    return peer < m_peers.size() ? m_peers[peer].get() : nullptr;
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

} // namespace test
} // namespace dht
