/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-delay-sample.h"

#include <algorithm>
#include <cstddef>

namespace dht
{

DelaySample::DelaySample(std::size_t most)
    : m_most(most)
{
}

void
DelaySample::Add(double value)
{
    ++m_count;
    m_sum += value;
    if (m_values.size() < m_most)
    {
        m_values.push_back(value);
        return;
    }
    // each value that has come is kept with the same probability
    const std::uint64_t place = m_random() % m_count;
    if (place < m_most)
    {
        m_values[place] = value;
    }
}

std::uint64_t
DelaySample::Count() const
{
    return m_count;
}

double
DelaySample::Mean() const
{
    return m_count == 0 ? 0 : m_sum / static_cast<double>(m_count);
}

const std::vector<double>&
DelaySample::Kept() const
{
    return m_values;
}

double
Quantile(std::vector<double>& values, double share)
{
    if (values.empty())
    {
        return 0;
    }
    const auto place = values.begin() +
                       static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

} // namespace dht
