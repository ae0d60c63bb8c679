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
    if (m_free.empty())
    {
        m_free.push_back(m_actions.size());
        m_actions.emplace_back();
    }
    const std::size_t slot = m_free.back();
    m_free.pop_back();
    m_actions[slot] = std::move(action);
    m_events.push({std::max(time, m_now), m_order++, slot});
}

void
EventQueue::RunUntil(Time until)
{
    while (!m_events.empty() && m_events.top().time <= until)
    {
        const Event event = m_events.top();
        m_events.pop();
        m_now = event.time;
        const auto action = std::exchange(m_actions[event.slot], nullptr);
        m_free.push_back(event.slot);
        action();
    }
    m_now = until;
}

} // namespace dht
