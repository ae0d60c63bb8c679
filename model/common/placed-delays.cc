/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "placed-delays.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace dht
{

PlacedDelays::PlacedDelays(std::shared_ptr<const PeerDelays> hosts,
                           std::size_t count,
                           std::size_t peers,
                           Time within,
                           Random& random)
    : m_hosts(std::move(hosts)),
      m_within(count < peers ? within : Time(0))
{
    if (count < peers && within <= Time(0))
    {
        throw std::invalid_argument("it has " + std::to_string(count) + " hosts for " +
                                    std::to_string(peers) + " peers");
    }
    m_places = DrawPlaces(count, peers, random);
}

std::vector<std::uint32_t>
PlacedDelays::DrawPlaces(std::size_t hosts, std::size_t peers, Random& random)
{
    std::vector<std::uint32_t> places;
    // whole rounds of all hosts, so that none has two peers more than another
    const std::size_t rounds = (peers + hosts - 1) / hosts;
    for (std::size_t i = 0; i < rounds * hosts; ++i)
    {
        places.push_back(static_cast<std::uint32_t>(i % hosts));
    }
    if (hosts == peers)
    {
        return places;
    }
    for (auto round = places.begin(); round != places.end();
         round += static_cast<std::ptrdiff_t>(hosts))
    {
        for (std::size_t i = hosts; i > 1; --i)
        {
            std::swap(round[static_cast<std::ptrdiff_t>(i - 1)],
                      round[static_cast<std::ptrdiff_t>(DrawBelow(random, i))]);
        }
    }
    places.resize(peers);
    return places;
}

PlacedDelays::PlacedDelays(std::shared_ptr<const PeerDelays> hosts,
                           std::vector<std::uint32_t> places,
                           Time within)
    : m_hosts(std::move(hosts)),
      m_places(std::move(places)),
      m_within(within)
{
}

Time
PlacedDelays::Get(std::uint32_t from, std::uint32_t to) const
{
    const std::uint32_t a = m_places[from];
    const std::uint32_t b = m_places[to];
    return a == b ? m_within : m_hosts->Get(a, b);
}

Time
PlacedDelays::Least() const
{
    const Time least = m_hosts->Least();
    return m_within > Time(0) ? std::min(least, m_within) : least;
}

std::uint32_t
PlacedDelays::HostOf(std::uint32_t peer) const
{
    return m_places[peer];
}

const std::shared_ptr<const PeerDelays>&
PlacedDelays::Hosts() const
{
    return m_hosts;
}

} // namespace dht
