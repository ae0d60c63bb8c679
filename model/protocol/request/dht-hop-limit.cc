/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-hop-limit.h"

#include <algorithm>
#include <cmath>

namespace dht
{

namespace
{

/// Answers whose mean is one; also the inverse of a later one's weight.
constexpr std::uint8_t kHopEnough = 16;
/// Of the mean.
constexpr float kFactor = 4;
/// Doublings that reach any limit from any other.
constexpr int kMostDoublings = 8;

} // namespace

HopLimit::HopLimit(std::uint8_t most)
    : m_most(most)
{
}

void
HopLimit::Learn(std::uint32_t hops)
{
    m_learned = std::min<std::uint8_t>(m_learned + 1, kHopEnough);
    m_mean += (static_cast<float>(hops) - m_mean) / m_learned;
}

std::uint8_t
HopLimit::First() const
{
    if (m_learned < kHopEnough)
    {
        return m_most;
    }
    // one hop and some more, where all keys are at hand
    return static_cast<std::uint8_t>(
        std::min<float>(std::ceil(kFactor * std::max<float>(m_mean, 1)), m_most));
}

std::uint8_t
HopLimit::Of(std::uint8_t first, std::uint8_t attempt) const
{
    if (first == 0 || attempt == 0)
    {
        return m_most;
    }
    const int limit = first << std::min(attempt - 1, kMostDoublings);
    return static_cast<std::uint8_t>(std::min<int>(limit, m_most));
}

} // namespace dht
