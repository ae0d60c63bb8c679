/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-ring.h"

#include "dht-memory-peer.h"

namespace dht
{

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
MemoryRing::SetObserver(std::size_t peer, Observer* observer)
{
    CallPeer(peer, [&](Time, Peer& watched) { watched.SetObserver(observer); });
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

} // namespace dht
