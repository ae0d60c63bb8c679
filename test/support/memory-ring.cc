/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-ring.h"

#include "memory-peer.h"

#include <gtest/gtest.h>

namespace dht
{
namespace test
{

Ring
HashedRing(std::size_t count)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
    {
        names.push_back("peer-" + std::to_string(i));
    }
    return Ring::Hashed(names);
}

MersenneRandom::MersenneRandom(std::uint64_t seed, std::uint64_t stream)
    : m_engine(seed * 0x9e3779b97f4a7c15ULL + stream)
{
}

double
MersenneRandom::Uniform()
{
    // std::uniform_real_distribution differs from library to library
    return static_cast<double>(m_engine() >> 11) * 0x1p-53;
}

Time
EventQueue::Now() const
{
    return m_now;
}

void
EventQueue::At(Time time, std::function<void()> action)
{
    m_events.push({std::max(time, m_now), m_order++, std::move(action)});
}

void
EventQueue::RunUntil(Time until)
{
    while (!m_events.empty() && m_events.top().time <= until)
    {
        m_now = m_events.top().time;
        const auto action = std::move(const_cast<Event&>(m_events.top()).action);
        m_events.pop();
        action();
    }
    m_now = until;
}

MemoryRing::MemoryRing(const Ring& ring, const MemoryRingOptions& options)
    : MemoryRing(ChordOverlay(ring), options)
{
}

MemoryRing::MemoryRing(const Overlay& overlay, const MemoryRingOptions& options)
    : m_options(options)
{
    for (std::size_t i = 0; i < overlay.Peers().Size(); ++i)
    {
        m_peers.push_back(std::make_unique<MemoryPeer>(*this, overlay, i));
    }
    for (std::size_t i = 0; i < overlay.Peers().Size(); ++i)
    {
        for (const std::size_t finger : overlay.Neighbours(i))
        {
            m_peers[i]->Connect(*m_peers[finger]);
        }
    }
    for (const auto& peer : m_peers)
    {
        m_events.At(Time(0), [&peer = *peer] { peer.Start(); });
    }
}

MemoryRing::~MemoryRing() = default;

Endpoint
MemoryRing::EndpointOf(std::size_t peer)
{
    return Endpoint::Ipv4(static_cast<std::uint32_t>(0x0a000001 + peer), 7000);
}

MemoryPeer&
MemoryRing::At(const Endpoint& endpoint)
{
    return *m_peers.at(endpoint.Ipv4Address() - EndpointOf(0).Ipv4Address());
}

void
MemoryRing::RunUntil(Time until)
{
    m_events.RunUntil(until);
}

void
MemoryRing::Stop()
{
    for (const auto& peer : m_peers)
    {
        peer->Stop();
    }
}

void
MemoryRing::SetPaused(std::size_t peer, bool paused)
{
    m_peers.at(peer)->SetPaused(paused);
}

void
MemoryRing::CallPeer(std::size_t peer, const std::function<void(Time, Peer&)>& call)
{
    m_peers.at(peer)->CallPeer(call);
}

EventQueue&
MemoryRing::Events()
{
    return m_events;
}

void
MemoryRing::Kill(std::size_t peer)
{
    m_peers.at(peer)->Die();
}

std::size_t
MemoryRing::Size() const
{
    return m_peers.size();
}

const Peer&
MemoryRing::At(std::size_t peer) const
{
    return m_peers.at(peer)->GetPeer();
}

Counters
MemoryRing::Totals() const
{
    Counters totals;
    for (const auto& peer : m_peers)
    {
        totals += peer->GetPeer().GetCounters();
    }
    return totals;
}

std::size_t
MemoryRing::Outstanding() const
{
    std::size_t sum = 0;
    for (const auto& peer : m_peers)
    {
        sum += peer->GetPeer().Outstanding();
    }
    return sum;
}

std::size_t
MemoryRing::Queued() const
{
    std::size_t sum = 0;
    for (const auto& peer : m_peers)
    {
        sum += peer->GetPeer().Queued();
    }
    return sum;
}

std::size_t
MemoryRing::OnTheWay() const
{
    std::size_t sum = 0;
    for (const auto& peer : m_peers)
    {
        sum += peer->OnTheWay();
    }
    return sum;
}

std::size_t
MemoryRing::Violations() const
{
    std::size_t sum = 0;
    for (const auto& peer : m_peers)
    {
        sum += peer->Violations();
    }
    return sum;
}

std::uint64_t
MemoryRing::Digest() const
{
    return m_digest;
}

const std::vector<Key>&
MemoryRing::IssuedKeys(std::size_t peer) const
{
    return m_peers.at(peer)->IssuedKeys();
}

void
ExpectDrained(const MemoryRing& ring)
{
    EXPECT_EQ(ring.Violations(), 0u);
    EXPECT_EQ(ring.Outstanding() + ring.Queued() + ring.OnTheWay(), 0u);
}

} // namespace test
} // namespace dht
