/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "embedded-delays.h"

#include "delay-matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dht
{

EmbeddedDelays::EmbeddedDelays(std::size_t dimensions, double scale)
    : m_dimensions(dimensions),
      m_scale(scale)
{
}

void
EmbeddedDelays::Add(const std::vector<float>& place)
{
    m_coordinates.insert(m_coordinates.end(), place.begin(), place.end());
}

std::size_t
EmbeddedDelays::Size() const
{
    return m_coordinates.size() / m_dimensions;
}

double
EmbeddedDelays::Most() const
{
    double squares = 0;
    for (std::size_t i = 0; i < m_dimensions; ++i)
    {
        double least = std::numeric_limits<double>::max();
        double most = std::numeric_limits<double>::lowest();
        for (std::size_t at = i; at < m_coordinates.size(); at += m_dimensions)
        {
            least = std::min<double>(least, m_coordinates[at]);
            most = std::max<double>(most, m_coordinates[at]);
        }
        squares += (most - least) * (most - least);
    }
    return m_scale * std::sqrt(squares);
}

Time
EmbeddedDelays::Get(std::uint32_t from, std::uint32_t to) const
{
    double squares = 0;
    for (std::size_t i = 0; i < m_dimensions; ++i)
    {
        const double way =
            m_coordinates[from * m_dimensions + i] - m_coordinates[to * m_dimensions + i];
        squares += way * way;
    }
    return std::max(Time(static_cast<Time::rep>(m_scale * std::sqrt(squares))), Least());
}

Time
EmbeddedDelays::Least() const
{
    return DelayMatrix::kShortest;
}

} // namespace dht
