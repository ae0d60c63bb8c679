/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-misrouted-overlay.h"

#include <stdexcept>

namespace dht
{

MisroutedOverlay::MisroutedOverlay(std::unique_ptr<Overlay> overlay, double share, Random& random)
    : Overlay(overlay->Peers()),
      m_overlay(std::move(overlay))
{
    if (!(share >= 0 && share <= 1))
    {
        throw std::invalid_argument("the share of wrong routing entries must be from 0 to 1");
    }
    for (std::size_t peer = 0; peer < Peers().Size(); ++peer)
    {
        m_neighbours.push_back(m_overlay->Neighbours(peer));
        for (std::size_t& neighbour : m_neighbours.back())
        {
            // two numbers for each entry, so that a larger share adds wrong entries to the same
            // ones
            const bool wrong = random.Uniform() < share;
            const auto step = 1 + DrawBelow(random, Peers().Size() - 1);
            neighbour = wrong ? (peer + step) % Peers().Size() : neighbour;
        }
    }
}

std::size_t
MisroutedOverlay::Responsible(const Key& key) const
{
    return m_overlay->Responsible(key);
}

double
MisroutedOverlay::Share(std::size_t peer) const
{
    return m_overlay->Share(peer);
}

std::vector<std::size_t>
MisroutedOverlay::Neighbours(std::size_t peer) const
{
    return m_neighbours.at(peer);
}

std::unique_ptr<Membership>
MisroutedOverlay::MakeTable(std::size_t peer) const
{
    return m_overlay->MakeTable(peer);
}

} // namespace dht
