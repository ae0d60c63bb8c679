/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-coordinate-book.h"

#include <utility>

namespace dht
{

static_assert(CoordinateBook::kMost <= HashedPlaces::kMost);

void
CoordinateBook::Learn(const Endpoint& peer, const WireCoordinate& told)
{
    EntryOf(peer) = told;
}

void
CoordinateBook::Hear(const Endpoint& peer, const WireCoordinate& told)
{
    auto& known = EntryOf(peer);
    const bool saysNothing = told.error >= WireCoordinate{}.error;
    if (!saysNothing && (!known || told.error <= known->error))
    {
        known = told;
    }
}

std::optional<std::size_t>
CoordinateBook::PlaceOf(const Endpoint& peer) const
{
    return m_places.Find(HashOf(peer),
                         [&](std::size_t place) { return m_entries[place].peer == peer; });
}

std::optional<WireCoordinate>&
CoordinateBook::EntryOf(const Endpoint& peer)
{
    if (const auto known = PlaceOf(peer))
    {
        return m_entries[*known].place;
    }
    const auto hashAt = [&](std::size_t place) { return HashOf(m_entries[place].peer); };
    std::size_t place = m_entries.size();
    if (place < kMost)
    {
        m_entries.push_back({peer});
    }
    else
    {
        place = std::exchange(m_oldest, (m_oldest + 1) % kMost);
        m_places.Remove(place, hashAt);
        m_entries[place] = {peer};
    }
    m_places.Add(place, hashAt);
    return m_entries[place].place;
}

std::optional<WireCoordinate>
CoordinateBook::Find(const Endpoint& peer) const
{
    const auto known = PlaceOf(peer);
    return known ? m_entries[*known].place : std::nullopt;
}

std::optional<Endpoint>
CoordinateBook::Draw(Random& random) const
{
    if (m_entries.empty())
    {
        return std::nullopt;
    }
    return m_entries[DrawBelow(random, m_entries.size())].peer;
}

} // namespace dht
