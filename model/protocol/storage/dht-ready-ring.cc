/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ready-ring.h"

#include "dht-storage-message.h"

#include <algorithm>

namespace dht
{

ReadyRing::ReadyRing(const Overlay& overlay)
{
    Rewire(overlay);
}

void
ReadyRing::Rewire(const Overlay& overlay)
{
    m_overlay = &overlay;
    m_neighbours.clear();
    for (std::size_t place = 0; place < overlay.Peers().Size(); ++place)
    {
        const auto neighbours = overlay.Neighbours(place);
        m_neighbours.emplace_back(neighbours.begin(), neighbours.end());
    }
}

const Ring&
ReadyRing::Peers() const
{
    return m_overlay->Peers();
}

RingNode
ReadyRing::NodeAt(std::size_t place) const
{
    return {EndpointOf(place), Peers().Id(place)};
}

const std::vector<std::uint32_t>&
ReadyRing::Neighbours(std::size_t place) const
{
    return m_neighbours[place];
}

Endpoint
ReadyRing::EndpointOf(std::size_t place)
{
    return Endpoint::Ipv4(static_cast<std::uint32_t>(place + 1), 7000);
}

std::size_t
ReadyRing::PlaceOf(const Endpoint& endpoint)
{
    return endpoint.Ipv4Address() - 1;
}

ReadyRingInfo::ReadyRingInfo(const ReadyRing& ring, std::size_t place)
    : m_ring(ring),
      m_place(static_cast<std::uint32_t>(place))
{
}

RingNode
ReadyRingInfo::Self() const
{
    return m_ring.NodeAt(m_place);
}

bool
ReadyRingInfo::HasPlace() const
{
    return true;
}

RingNodes
ReadyRingInfo::Successors() const
{
    const std::size_t size = m_ring.Peers().Size();
    RingNodes nodes;
    for (std::size_t i = 1; i <= std::min(kMaximumLocated, size - 1); ++i)
    {
        nodes.push_back(m_ring.NodeAt((m_place + i) % size));
    }
    return nodes;
}

std::optional<RingNode>
ReadyRingInfo::Predecessor() const
{
    const std::size_t size = m_ring.Peers().Size();
    return size > 1 ? std::optional(m_ring.NodeAt((m_place + size - 1) % size)) : std::nullopt;
}

bool
ReadyRingInfo::IsWhole() const
{
    return m_ring.Peers().Size() <= kMaximumLocated + 1;
}

RingNodes
ReadyRingInfo::Towards(const Key& key) const
{
    RingNodes fingers;
    for (const std::uint32_t neighbour : m_ring.Neighbours(m_place))
    {
        fingers.push_back(m_ring.NodeAt(neighbour));
    }
    RingNodes nodes = AllTowards(key, fingers);
    nodes.resize(std::min(nodes.size(), kMostTowards));
    return nodes;
}

Key
ReadyRingInfo::IdOf(const Endpoint& endpoint) const
{
    // who names a peer that does not exist names none that is near
    const std::size_t place = ReadyRing::PlaceOf(endpoint);
    return place < m_ring.Peers().Size() ? m_ring.Peers().Id(place) : Self().id;
}

} // namespace dht
