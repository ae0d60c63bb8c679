/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-delay-sample.h"

#include <algorithm>
#include <cmath>
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

double
DelaySample::KeptShare() const
{
    return m_count == 0 ? 1 : static_cast<double>(m_values.size()) / static_cast<double>(m_count);
}

void
DelaySample::KeepOnly(double share)
{
    const auto most = static_cast<std::size_t>(std::llround(share * static_cast<double>(m_count)));
    if (most < m_values.size())
    {
        std::shuffle(m_values.begin(), m_values.end(), m_random);
        m_values.resize(most);
    }
}

void
DelaySample::Add(DelaySample other)
{
    const double share = std::min(KeptShare(), other.KeptShare());
    KeepOnly(share);
    other.KeepOnly(share);
    m_values.insert(m_values.end(), other.m_values.begin(), other.m_values.end());
    m_count += other.m_count;
    m_sum += other.m_sum;
}

void
DelaySample::Write(RawWriter& to) const
{
    to.Put(m_values);
    to.Put(m_count);
    to.Put(m_sum);
}

void
DelaySample::Read(RawReader& from)
{
    from.Get(m_values);
    from.Get(m_count);
    from.Get(m_sum);
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

DelayResults
DelaySample::Results() const
{
    DelayResults results;
    results.mean = Mean();
    std::vector<double> values = m_values;
    for (std::size_t i = 0; i < results.percentiles.size(); ++i)
    {
        results.percentiles[i] = Quantile(values, DelayResults::kPercents[i] / 100.0);
    }
    return results;
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
