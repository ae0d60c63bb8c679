/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-small-world-overlay.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace dht
{

namespace
{

/// @param size How many peers, at least two. @param random Draws them.
/// @return Distances of one peer's neighbours, growing, the next peer's among them.
std::set<std::size_t>
DrawDistances(std::size_t size, Random& random)
{
    const auto count = static_cast<std::size_t>(std::ceil(std::log2(size)));
    std::set<std::size_t> distances{1};
    while (distances.size() < count)
    {
        // the inverse of the distribution function of a density of 1/x on [1, n), rounded down
        const double drawn = std::pow(static_cast<double>(size), random.Uniform());
        distances.insert(std::min(static_cast<std::size_t>(drawn), size - 1));
    }
    return distances;
}

} // namespace

SmallWorldOverlay::SmallWorldOverlay(Ring ring, Random& random)
    : ClockwiseOverlay(std::move(ring)),
      m_neighbours(Peers().Size())
{
    const std::size_t size = Peers().Size();
    for (std::size_t peer = 0; size > 1 && peer < size; ++peer)
    {
        for (const std::size_t distance : DrawDistances(size, random))
        {
            m_neighbours[peer].push_back((peer + distance) % size);
        }
    }
}

std::vector<std::size_t>
SmallWorldOverlay::Neighbours(std::size_t peer) const
{
    return m_neighbours.at(peer);
}

} // namespace dht
