/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-two-way-overlay.h"

#include <algorithm>
#include <set>

namespace dht
{

TwoWayOverlay::TwoWayOverlay(const Overlay& overlay)
    : ClockwiseOverlay(overlay.Peers()),
      m_neighbours(Peers().Size())
{
    const std::size_t size = Peers().Size();
    // by how far on the ring they are
    std::vector<std::set<std::size_t>> distances(size);
    for (std::size_t peer = 0; peer < size; ++peer)
    {
        std::vector<std::size_t> known = overlay.Neighbours(peer);
        for (std::size_t i = 1; i <= std::min(kFollowers, size - 1); ++i)
        {
            known.push_back((peer + i) % size);
        }
        for (const std::size_t other : known)
        {
            distances[peer].insert((other + size - peer) % size);
            distances[other].insert((peer + size - other) % size);
        }
    }
    for (std::size_t peer = 0; peer < size; ++peer)
    {
        for (const std::size_t distance : distances[peer])
        {
            m_neighbours[peer].push_back((peer + distance) % size);
        }
    }
}

std::vector<std::size_t>
TwoWayOverlay::Neighbours(std::size_t peer) const
{
    return m_neighbours[peer];
}

} // namespace dht
