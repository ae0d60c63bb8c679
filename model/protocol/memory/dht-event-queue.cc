/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-event-queue.h"

#include <algorithm>
#include <utility>

namespace dht
{

Time
EventQueue::Now() const
{
    return m_now;
}

void
EventQueue::At(Time time, std::function<void()> action)
{
    m_events.push({std::max(time, m_now), m_order++, std::move(action)});
}

void
EventQueue::RunUntil(Time until)
{
    while (!m_events.empty() && m_events.top().time <= until)
    {
        m_now = m_events.top().time;
        const auto action = std::move(const_cast<Event&>(m_events.top()).action);
        m_events.pop();
        action();
    }
    m_now = until;
}

} // namespace dht
