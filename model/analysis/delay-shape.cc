/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-shape.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace dht
{

namespace
{

/// Pairs whose detours are looked for: enough for a tenth of a percent.
constexpr std::size_t kDetourPairs = 1 << 18;

/// @param ordered Values in order. @param share 0 to 1. @return The value that so many are not
/// above.
double
QuantileOf(const std::vector<float>& ordered, double share)
{
    const auto last = static_cast<double>(ordered.size() - 1);
    return ordered[static_cast<std::size_t>(std::lround(share * last))];
}

} // namespace

DelayShape::DelayShape(const PeerDelays& delays, std::size_t peers)
    : m_peers(peers)
{
    std::vector<float> roundTrips(peers * peers, std::numeric_limits<float>::infinity());
    m_sorted.reserve(peers * (peers - 1) / 2);
    for (std::uint32_t i = 0; i < peers; ++i)
    {
        for (std::uint32_t j = i + 1; j < peers; ++j)
        {
            const Time there = delays.Get(i, j);
            const Time back = delays.Get(j, i);
            const double roundTrip = 1e3 * ToSeconds(there + back);
            m_mean += roundTrip;
            m_asymmetry += 1e3 * std::abs(ToSeconds(there - back)) / roundTrip;
            m_sorted.push_back(static_cast<float>(roundTrip));
            roundTrips[i * peers + j] = m_sorted.back();
            roundTrips[j * peers + i] = m_sorted.back();
        }
    }
    m_mean /= static_cast<double>(m_sorted.size());
    m_asymmetry /= static_cast<double>(m_sorted.size());
    std::sort(m_sorted.begin(), m_sorted.end());
    for (auto row = roundTrips.begin(); row != roundTrips.end();
         row += static_cast<std::ptrdiff_t>(peers))
    {
        m_nearest.push_back(*std::min_element(row, row + static_cast<std::ptrdiff_t>(peers)));
    }
    std::sort(m_nearest.begin(), m_nearest.end());
    FindDetours(roundTrips);
}

void
DelayShape::FindDetours(const std::vector<float>& roundTrips)
{
    const std::size_t step = (m_sorted.size() + kDetourPairs - 1) / kDetourPairs;
    std::size_t pair = 0;
    for (std::size_t i = 0; i < m_peers; ++i)
    {
        for (std::size_t j = i + 1; j < m_peers; ++j)
        {
            if (pair++ % step != 0)
            {
                continue;
            }
            // no peer is its own neighbour: that is infinitely far
            const float* const from = &roundTrips[i * m_peers];
            const float* const to = &roundTrips[j * m_peers];
            float least = std::numeric_limits<float>::infinity();
            for (std::size_t k = 0; k < m_peers; ++k)
            {
                least = std::min(least, from[k] + to[k]);
            }
            m_detours.push_back(least / from[j]);
        }
    }
    std::sort(m_detours.begin(), m_detours.end());
}

double
DelayShape::Mean() const
{
    return m_mean;
}

double
DelayShape::Quantile(double share) const
{
    return QuantileOf(m_sorted, share);
}

double
DelayShape::MedianLeastOf(unsigned samples) const
{
    // all samples are above it with a probability of a half
    return Quantile(1 - std::pow(0.5, 1.0 / samples));
}

double
DelayShape::Nearest() const
{
    return QuantileOf(m_nearest, 0.5);
}

double
DelayShape::ShorterBy(double factor) const
{
    const auto shorter = std::lower_bound(m_detours.begin(), m_detours.end(), factor);
    return static_cast<double>(shorter - m_detours.begin()) / static_cast<double>(m_detours.size());
}

double
DelayShape::Asymmetry() const
{
    return m_asymmetry;
}

} // namespace dht
