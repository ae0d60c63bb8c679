/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PRIORITY_SUM_H
#define DHT_PRIORITY_SUM_H

#include <algorithm>
#include <cstddef>
#include <limits>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The priority of a window that several links use.
 */

namespace dht
{

/// The sum of priorities that come and go, however many they are. Rounding does not make polite
/// links impolite, nor others polite: the sum is 0 exactly if all of them are.
class PrioritySum
{
  public:
    /// @param priority One more; at least 0.
    void Add(double priority)
    {
        ++m_all;
        m_above += priority > 0 ? 1 : 0;
        m_sum += priority;
    }

    /// @param priority One that was added.
    void Remove(double priority)
    {
        --m_all;
        m_above -= priority > 0 ? 1 : 0;
        m_sum = m_above > 0 ? m_sum - priority : 0;
    }

    /// @return Whether there is none.
    bool IsEmpty() const
    {
        return m_all == 0;
    }

    /// @return The sum.
    double Sum() const
    {
        return m_above > 0 ? std::max(m_sum, std::numeric_limits<double>::min()) : 0;
    }

  private:
    std::size_t m_all{0};   ///< How many there are.
    std::size_t m_above{0}; ///< Those above 0.
    double m_sum{0};        ///< Their sum, nearly.
};

} // namespace dht

#endif // DHT_PRIORITY_SUM_H
