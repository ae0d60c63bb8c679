/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SMOOTHED_MEAN_H
#define DHT_SMOOTHED_MEAN_H

#include <algorithm>

/**
 * @file
 * @ingroup dht-protocol
 * A mean of the last values.
 */

namespace dht
{

/// A mean that is a plain one until there are enough values, and smoothed from then on: no single
/// value counts for much.
class SmoothedMean
{
  public:
    /// @param gain Weight of the last value.
    explicit SmoothedMean(double gain)
        : m_gain(gain)
    {
    }

    /// @param value A value.
    void Add(double value)
    {
        ++m_added;
        m_mean += std::max(m_gain, 1 / m_added) * (value - m_mean);
    }

    /// @return Whether there are enough values.
    bool IsSettled() const
    {
        return m_added * m_gain >= 1;
    }

    /// @return The mean; 0 before the first value.
    double Get() const
    {
        return m_mean;
    }

  private:
    double m_gain;     ///< Weight of the last value.
    double m_added{0}; ///< Values.
    double m_mean{0};  ///< The mean.
};

} // namespace dht

#endif // DHT_SMOOTHED_MEAN_H
