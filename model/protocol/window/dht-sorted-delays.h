/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SORTED_DELAYS_H
#define DHT_SORTED_DELAYS_H

#include "dht-time.h"

#include <algorithm>
#include <cstddef>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The median of delays that change one by one.
 */

namespace dht
{

/// Delays in order. To change one takes a search and a move of what lies between: a thousand are 8
/// KiB.
class SortedDelays
{
  public:
    /// @param delay One more.
    void Add(Time delay)
    {
        m_delays.insert(std::lower_bound(m_delays.begin(), m_delays.end(), delay), delay);
    }

    /// @param delay One that is there.
    void Remove(Time delay)
    {
        m_delays.erase(std::lower_bound(m_delays.begin(), m_delays.end(), delay));
    }

    /// @return Whether there is no delay.
    bool IsEmpty() const
    {
        return m_delays.empty();
    }

    /// @return The median, the lower one of two. There must be a delay.
    Time Median() const
    {
        return m_delays[(m_delays.size() - 1) / 2];
    }

  private:
    std::vector<Time> m_delays; ///< In order.
};

} // namespace dht

#endif // DHT_SORTED_DELAYS_H
