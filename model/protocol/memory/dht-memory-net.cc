/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-net.h"

#include "dht-memory-parts.h"
#include "dht-node.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace dht
{

MemoryNet::MemoryNet(const MemoryNetOptions& options, std::size_t places)
    : m_parts(std::make_unique<MemoryParts>(options, places))
{
}

MemoryNet::MemoryNet(const MemoryNetOptions& options, const Overlay& overlay)
    : MemoryNet(options, overlay.Peers().Size())
{
    m_parts->isReadyMade = true;
    if (options.store)
    {
        std::vector<Endpoint> endpoints;
        for (std::size_t place = 0; place < Size(); ++place)
        {
            endpoints.push_back(m_parts->EndpointAt(place));
        }
        m_parts->ready = std::make_unique<ReadyRing>(overlay, endpoints);
    }
    for (std::size_t place = 0; place < Size(); ++place)
    {
        Start(place, &overlay);
    }
    for (std::size_t place = 0; place < Size(); ++place)
    {
        std::vector<MemoryHost*> neighbours;
        for (const std::size_t neighbour : overlay.Neighbours(place))
        {
            neighbours.push_back(&At(neighbour));
        }
        At(place).Begin(neighbours);
    }
}

MemoryNet::~MemoryNet() = default;

Endpoint
MemoryNet::EndpointOf(std::size_t place)
{
    return Endpoint::Ipv4(static_cast<std::uint32_t>(0x0a000001 + place), 7000);
}

MemoryHost&
MemoryNet::Start(std::size_t place, const Overlay* overlay)
{
    if (m_parts->isReadyMade != (overlay != nullptr))
    {
        throw std::logic_error("nobody joins a ready-made ring");
    }
    auto& host = m_parts->hosts.at(place);
    host.reset(); // so that nobody else uses its disk
    host = std::make_unique<MemoryHost>(*m_parts, place, m_parts->lives++, overlay);
    return *host;
}

void
MemoryNet::Create(std::size_t place)
{
    Start(place, nullptr).Create();
}

void
MemoryNet::Join(std::size_t place,
                const std::vector<std::size_t>& through,
                const std::vector<Endpoint>& met)
{
    std::vector<Endpoint> endpoints;
    const auto endpointAt = [this](std::size_t other) { return m_parts->EndpointAt(other); };
    std::transform(through.begin(), through.end(), std::back_inserter(endpoints), endpointAt);
    Start(place, nullptr).Join(endpoints, met);
}

std::vector<Endpoint>
MemoryNet::MetBy(std::size_t place) const
{
    const Membership& membership = At(place).GetMembership();
    std::vector<Endpoint> met = membership.KnownPeers();
    const std::vector<Endpoint> lost = membership.Lost();
    met.insert(met.end(), lost.begin(), lost.end());
    return met;
}

void
MemoryNet::Crash(std::size_t place, MemoryDisk disk)
{
    const auto lost = disk == MemoryDisk::kLost ? std::move(m_parts->disks.at(place)) : nullptr;
    const auto gone = std::move(m_parts->hosts.at(place));
    if (!gone || m_parts->options.silentCrashes)
    {
        return;
    }
    for (std::size_t other = 0; other < Size(); ++other)
    {
        MemoryHost* const host = m_parts->Find(other);
        if (host && m_parts->faults.Reaches(place, other))
        {
            host->OnReset(gone->Life());
        }
    }
}

void
MemoryNet::Leave(std::size_t place)
{
    At(place).Leave();
    m_parts->events.At(Now() + m_parts->options.linger, [this, place, life = At(place).Life()] {
        if (m_parts->Find(place, life))
        {
            Crash(place);
        }
    });
}

void
MemoryNet::Stop()
{
    for (const auto& host : m_parts->hosts)
    {
        if (host)
        {
            host->Call([](Time now, Peer& peer) { peer.Stop(now); });
        }
    }
}

void
MemoryNet::SetPaused(std::size_t place, bool isPaused)
{
    At(place).SetPaused(isPaused);
}

void
MemoryNet::Set(std::size_t place, Behaviour behaviour)
{
    MemoryHost& host = At(place);
    m_parts->Enter(host.m_peer, [&](Time now) { host.m_node->Set(now, behaviour); });
}

void
MemoryNet::SetObserver(std::size_t place, Observer* observer)
{
    m_parts->observers.at(place) = observer;
    if (MemoryHost* const host = m_parts->Find(place))
    {
        host->m_peer.SetObserver(observer);
    }
}

void
MemoryNet::SetTap(MemoryTap* tap)
{
    m_parts->tap = tap;
}

EventQueue&
MemoryNet::Events()
{
    return m_parts->events;
}

Time
MemoryNet::Now() const
{
    return m_parts->events.Now();
}

void
MemoryNet::RunUntil(Time until)
{
    m_parts->events.RunUntil(until);
}

MemoryFaults&
MemoryNet::Faults()
{
    return m_parts->faults;
}

void
MemoryNet::BreakLinks(std::size_t place)
{
    MemoryHost& broken = At(place);
    for (const auto& other : m_parts->hosts)
    {
        if (other && other->Place() != place)
        {
            other->OnReset(broken.Life());
            broken.OnReset(other->Life());
        }
    }
}

void
MemoryNet::SendAs(const Endpoint& from, std::size_t to, const Datagram& datagram)
{
    if (MemoryHost* const host = m_parts->Find(to))
    {
        host->Receive(from, datagram);
    }
}

} // namespace dht
