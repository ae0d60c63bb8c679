/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "coordinate-delays.h"

#include <cmath>

namespace dht
{

CoordinateDelays::CoordinateDelays(std::size_t peers, Time least, Time most, Random& random)
    : m_least(least),
      m_scale(static_cast<double>((most - least).count()) / std::sqrt(2.0))
{
    m_places.reserve(peers);
    for (std::size_t i = 0; i < peers; ++i)
    {
        const auto x = static_cast<float>(random.Uniform());
        m_places.push_back({x, static_cast<float>(random.Uniform())});
    }
}

Time
CoordinateDelays::Get(std::uint32_t from, std::uint32_t to) const
{
    const Place& a = m_places[from];
    const Place& b = m_places[to];
    return m_least + Time(static_cast<Time::rep>(m_scale * std::hypot(a.x - b.x, a.y - b.y)));
}

Time
CoordinateDelays::Least() const
{
    return m_least;
}

} // namespace dht
