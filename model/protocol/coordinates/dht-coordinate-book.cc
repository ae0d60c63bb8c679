/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-coordinate-book.h"

namespace dht
{

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

std::optional<WireCoordinate>&
CoordinateBook::EntryOf(const Endpoint& peer)
{
    const auto found = m_places.find(peer);
    if (found != m_places.end())
    {
        return m_entries[found->second].second;
    }
    if (m_entries.size() < kMost)
    {
        m_places[peer] = m_entries.size();
        return m_entries.emplace_back(peer, std::nullopt).second;
    }
    const std::size_t place = m_oldest;
    m_oldest = (m_oldest + 1) % kMost;
    m_places.erase(m_entries[place].first);
    m_places[peer] = place;
    m_entries[place] = {peer, std::nullopt};
    return m_entries[place].second;
}

std::optional<WireCoordinate>
CoordinateBook::Find(const Endpoint& peer) const
{
    const auto found = m_places.find(peer);
    return found == m_places.end() ? std::nullopt : m_entries[found->second].second;
}

std::optional<Endpoint>
CoordinateBook::Draw(Random& random) const
{
    if (m_entries.empty())
    {
        return std::nullopt;
    }
    return m_entries[DrawBelow(random, m_entries.size())].first;
}

} // namespace dht
