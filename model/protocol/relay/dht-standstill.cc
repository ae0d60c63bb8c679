/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-standstill.h"

#include "dht-grown.h"

#include <algorithm>
#include <utility>

namespace dht
{

Standstill::Standstill(Time limit)
    : m_limit(limit)
{
}

void
Standstill::OnWait(Time now, QueueIndex queue)
{
    Time& since = GrownAt(m_since, queue, kNever);
    since = std::min(since, now);
}

void
Standstill::OnLeft(Time now, QueueIndex queue)
{
    if (queue < m_since.size() && m_since[queue] != kNever)
    {
        m_since[queue] = now;
    }
}

Time
Standstill::Next() const
{
    const auto first = std::min_element(m_since.begin(), m_since.end());
    return first == m_since.end() ? kNever : Later(*first, m_limit);
}

std::optional<QueueIndex>
Standstill::TakeDue(Time now)
{
    const auto first = std::min_element(m_since.begin(), m_since.end());
    if (Next() > now)
    {
        return std::nullopt;
    }
    *first = kNever;
    return static_cast<QueueIndex>(first - m_since.begin());
}

} // namespace dht
