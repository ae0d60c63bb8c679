/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lag-histogram.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/// Classes for each doubling of the value, as a power of two.
constexpr int FINENESS = 6;
constexpr uint64_t CLASSES_PER_DOUBLING = 1U << FINENESS;
/// Values of up to 2^40 ns, 18 minutes, are told apart.
constexpr int DOUBLINGS = 40 - FINENESS;
constexpr std::size_t CLASSES = (DOUBLINGS + 1) * CLASSES_PER_DOUBLING;

/// @param value A value. @return Its class: exact up to 64, then 64 for each doubling.
std::size_t
ClassOf(uint64_t value)
{
    int shift = 0;
    while (value >> shift >= 2 * CLASSES_PER_DOUBLING)
    {
        ++shift;
    }
    const std::size_t index = shift * CLASSES_PER_DOUBLING + (value >> shift);
    return std::min(index, CLASSES - 1);
}

/// @param index A class. @return The greatest value in it.
int64_t
EndOf(std::size_t index)
{
    const std::size_t shift =
        index < 2 * CLASSES_PER_DOUBLING ? 0 : index / CLASSES_PER_DOUBLING - 1;
    return ((index - shift * CLASSES_PER_DOUBLING + 1) << shift) - 1;
}

} // namespace

LagHistogram::LagHistogram()
    : m_counts(CLASSES)
{
}

void
LagHistogram::Add(int64_t lag)
{
    lag = std::max<int64_t>(lag, 0);
    m_counts[ClassOf(lag)]++;
    m_count++;
    m_maximum = std::max(m_maximum, lag);
}

uint64_t
LagHistogram::GetCount() const
{
    return m_count;
}

int64_t
LagHistogram::GetMaximum() const
{
    return m_maximum;
}

int64_t
LagHistogram::GetPercentile(double percent) const
{
    const auto wanted = static_cast<uint64_t>(std::ceil(percent / 100 * m_count));
    uint64_t seen = 0;
    for (std::size_t i = 0; i < m_counts.size(); ++i)
    {
        seen += m_counts[i];
        if (m_counts[i] > 0 && seen >= wanted)
        {
            return std::min(EndOf(i), m_maximum);
        }
    }
    return m_maximum;
}

void
LagHistogram::Clear()
{
    *this = LagHistogram();
}

} // namespace ns3
