/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ready-ring.h"

#include "dht-prefetch.h"
#include "dht-storage-message.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <stdexcept>
#include <utility>

namespace dht
{

namespace
{

/// @tparam Places A list of places. @param ring A ring. @param places Peers. @return What others
/// know of them, in the same order.
template <typename Places>
RingNodes
NodesAt(const ReadyRing& ring, const Places& places)
{
    RingNodes nodes(places.size());
    std::transform(places.begin(), places.end(), nodes.begin(), [&](std::uint32_t place) {
        return ring.NodeAt(place);
    });
    return nodes;
}

} // namespace

ReadyRing::ReadyRing(const Overlay& overlay)
{
    Rewire(overlay);
}

ReadyRing::ReadyRing(const Overlay& overlay, std::vector<Endpoint> endpoints)
    : ReadyRing(overlay)
{
    m_endpoints = std::move(endpoints);
    for (std::size_t place = 0; place < m_endpoints.size(); ++place)
    {
        m_places.emplace(m_endpoints[place], place);
    }
    if (m_endpoints.size() != Peers().Size() || m_places.size() != Peers().Size())
    {
        throw std::invalid_argument("a ring needs one endpoint for each peer");
    }
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

void
ReadyRing::SetPresent(Places places)
{
    m_present = std::move(places);
    m_fingers.assign(Peers().Size(), {});
}

std::size_t
ReadyRing::CountPresent() const
{
    return m_present.empty() ? Peers().Size() : m_present.size();
}

std::size_t
ReadyRing::CountSuccessors() const
{
    return std::min(kMaximumLocated, CountPresent() - 1);
}

std::size_t
ReadyRing::After(std::size_t place, std::size_t steps) const
{
    if (m_present.empty())
    {
        const std::size_t after = place + steps;
        return after < Peers().Size() ? after : after - Peers().Size();
    }
    const auto self = std::lower_bound(m_present.begin(), m_present.end(), place);
    const auto index = static_cast<std::size_t>(self - m_present.begin());
    return m_present[(index + steps) % m_present.size()];
}

ReadyRing::Places
ReadyRing::FingersOf(std::size_t place) const
{
    Places fingers;
    for (unsigned bit = 0; bit < kKeyBits; ++bit)
    {
        const std::size_t first = Peers().FirstFrom(Peers().Id(place) + (Key(1) << bit));
        const auto next = std::lower_bound(m_present.begin(), m_present.end(), first);
        const std::uint32_t finger = next == m_present.end() ? m_present.front() : *next;
        if (finger != place && (fingers.empty() || fingers.back() != finger))
        {
            fingers.push_back(finger);
        }
    }
    return fingers;
}

const Ring&
ReadyRing::Peers() const
{
    return m_overlay->Peers();
}

RingNode
ReadyRing::NodeAt(std::size_t place) const
{
    return {At(place), Peers().Id(place)};
}

const ReadyRing::Places&
ReadyRing::Neighbours(std::size_t place) const
{
    if (m_present.empty())
    {
        return m_neighbours[place];
    }
    if (m_fingers[place].empty())
    {
        m_fingers[place] = FingersOf(place);
    }
    return m_fingers[place];
}

void
ReadyRing::Expect(std::size_t place) const
{
    const Places& neighbours = m_neighbours[place];
    Prefetch(neighbours.data(), neighbours.size() * sizeof(neighbours.front()));
}

ReadyRing::Places
ReadyRing::Successors(std::size_t place) const
{
    Places successors(CountSuccessors());
    for (std::size_t i = 0; i < successors.size(); ++i)
    {
        successors[i] = static_cast<std::uint32_t>(After(place, i + 1));
    }
    return successors;
}

Endpoint
ReadyRing::At(std::size_t place) const
{
    return m_endpoints.empty() ? EndpointOf(place) : m_endpoints[place];
}

std::size_t
ReadyRing::Find(const Endpoint& endpoint) const
{
    if (m_endpoints.empty())
    {
        return PlaceOf(endpoint);
    }
    const auto found = m_places.find(endpoint);
    return found == m_places.end() ? Peers().Size() : found->second;
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
    return SuccessorsFrom(1);
}

RingNodes
ReadyRingInfo::SuccessorsBeyond(const Key& key) const
{
    const Ring& peers = m_ring.Peers();
    const Key& self = peers.Id(m_place);
    const auto isBefore = [&](std::size_t steps) {
        return !IsFarther(self, key, peers.Id(m_ring.After(m_place, steps)));
    };
    const std::size_t known = m_ring.CountSuccessors();
    // most lookups pass by far before their end, so that not even the last one is beyond
    if (known == 0 || isBefore(known))
    {
        return {};
    }
    const boost::counting_iterator<std::size_t> end(known);
    return SuccessorsFrom(
        *std::partition_point(boost::counting_iterator<std::size_t>(1), end, isBefore));
}

RingNodes
ReadyRingInfo::SuccessorsFrom(std::size_t first) const
{
    const std::size_t known = m_ring.CountSuccessors();
    RingNodes nodes(known + 1 - first);
    std::generate(nodes.begin(), nodes.end(), [this, steps = first]() mutable {
        return m_ring.NodeAt(m_ring.After(m_place, steps++));
    });
    return nodes;
}

std::optional<RingNode>
ReadyRingInfo::Predecessor() const
{
    const std::size_t size = m_ring.CountPresent();
    return size > 1 ? std::optional(m_ring.NodeAt(m_ring.After(m_place, size - 1))) : std::nullopt;
}

void
ReadyRingInfo::Expect() const
{
    m_ring.Expect(m_place);
}

bool
ReadyRingInfo::IsWhole() const
{
    return m_ring.CountPresent() <= kMaximumLocated + 1;
}

RingNodes
ReadyRingInfo::Towards(const Key& key, std::size_t most) const
{
    using Few = boost::container::small_vector<std::uint32_t, kMostTowards>;
    const Ring& peers = m_ring.Peers();
    const Key& self = peers.Id(m_place);
    const auto isBeyond = [&](std::uint32_t place) {
        return IsFarther(self, key, peers.Id(place));
    };
    const ReadyRing::Places& fingers = m_ring.Neighbours(m_place);
    // most lookups pass by fingers alone
    auto places = FingersFirst<Few>(fingers, {}, isBeyond, most);
    if (places.size() < most)
    {
        places = FingersFirst<Few>(fingers, m_ring.Successors(m_place), isBeyond, most);
    }
    return NodesAt(m_ring, places);
}

Key
ReadyRingInfo::IdOf(const Endpoint& endpoint) const
{
    // who names a peer that does not exist names none that is near
    const std::size_t place = m_ring.Find(endpoint);
    return place < m_ring.Peers().Size() ? m_ring.Peers().Id(place) : Self().id;
}

} // namespace dht
