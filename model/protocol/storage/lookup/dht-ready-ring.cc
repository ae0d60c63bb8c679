/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ready-ring.h"

#include "dht-prefetch.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace dht
{

namespace
{

/// @tparam Iterator Of places. @param ring A ring. @param begin The first peer. @param end The
/// place behind the last one. @return What others know of them, in the same order.
template <typename Iterator>
RingNodes
NodesAt(const ReadyRing& ring, Iterator begin, Iterator end)
{
    RingNodes nodes(static_cast<std::size_t>(std::distance(begin, end)));
    std::transform(begin, end, nodes.begin(), [&](std::uint32_t place) -> const RingNode& {
        return ring.NodeAt(place);
    });
    return nodes;
}

} // namespace

ReadyRing::ReadyRing(const Overlay& overlay)
{
    Rewire(overlay);
    m_nodes.reserve(Peers().Size());
    for (std::size_t place = 0; place < Peers().Size(); ++place)
    {
        m_nodes.push_back({EndpointOf(place), Peers().Id(place)});
    }
}

ReadyRing::ReadyRing(const Overlay& overlay, const std::vector<Endpoint>& endpoints)
    : ReadyRing(overlay)
{
    for (std::size_t place = 0; place < endpoints.size(); ++place)
    {
        m_places.emplace(endpoints[place], place);
    }
    if (endpoints.size() != Peers().Size() || m_places.size() != Peers().Size())
    {
        throw std::invalid_argument("a ring needs one endpoint for each peer");
    }
    for (std::size_t place = 0; place < endpoints.size(); ++place)
    {
        m_nodes[place].endpoint = endpoints[place];
    }
}

void
ReadyRing::Rewire(const Overlay& overlay)
{
    m_peers = &overlay.Peers();
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
ReadyRing::AfterPresent(std::size_t place, std::size_t steps) const
{
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

const ReadyRing::Places&
ReadyRing::FingersAt(std::size_t place) const
{
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

std::size_t
ReadyRing::Find(const Endpoint& endpoint) const
{
    if (m_places.empty())
    {
        return PlaceOf(endpoint);
    }
    const auto found = m_places.find(endpoint);
    return found == m_places.end() ? Peers().Size() : found->second;
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
    return LastSuccessors(kMaximumLocated);
}

std::size_t
ReadyRingInfo::CountBeyond(const Key& key) const
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
        return 0;
    }
    const boost::counting_iterator<std::size_t> end(known);
    return known + 1 -
           *std::partition_point(boost::counting_iterator<std::size_t>(1), end, isBefore);
}

RingNodes
ReadyRingInfo::LastSuccessors(std::size_t most) const
{
    const std::size_t known = m_ring.CountSuccessors();
    const std::size_t first = known + 1 - std::min(most, known);
    RingNodes nodes(known + 1 - first);
    for (std::size_t i = 0; i < nodes.size(); ++i)
    {
        nodes[i] = m_ring.NodeAt(m_ring.After(m_place, first + i));
    }
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
    const auto beyond = std::partition_point(fingers.begin(), fingers.end(), [&](auto place) {
        return !isBeyond(place);
    });
    if (static_cast<std::size_t>(beyond - fingers.begin()) >= most)
    {
        // most lookups pass by fingers alone
        const auto last = std::make_reverse_iterator(beyond);
        return NodesAt(m_ring, last, last + static_cast<std::ptrdiff_t>(most));
    }
    const auto places = FingersFirst<Few>(fingers, m_ring.Successors(m_place), isBeyond, most);
    return NodesAt(m_ring, places.begin(), places.end());
}

Key
ReadyRingInfo::IdOf(const Endpoint& endpoint) const
{
    // who names a peer that does not exist names none that is near
    const std::size_t place = m_ring.Find(endpoint);
    return place < m_ring.Peers().Size() ? m_ring.Peers().Id(place) : Self().id;
}

} // namespace dht
