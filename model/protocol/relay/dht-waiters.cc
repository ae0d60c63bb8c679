/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-waiters.h"

#include <algorithm>

namespace dht
{

void
Waiters::Add(QueueIndex queue, Waiter waiter)
{
    m_entries.push_back({queue, waiter});
}

void
Waiters::Remove(Waiter waiter)
{
    m_entries.erase(std::remove_if(m_entries.begin(),
                                   m_entries.end(),
                                   [&](const Entry& entry) { return entry.waiter == waiter; }),
                    m_entries.end());
}

std::vector<Waiters::Waiter>
Waiters::Wake(QueueIndex queue, std::size_t most)
{
    std::vector<Waiter> woken;
    for (Entry& entry : m_entries)
    {
        if (woken.size() < most && entry.queue == queue && !entry.woken)
        {
            entry.woken = true;
            woken.push_back(entry.waiter);
        }
    }
    return woken;
}

std::vector<Waiters::Waiter>
Waiters::Release(QueueIndex queue)
{
    std::vector<Waiter> released;
    const auto rest = std::remove_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        if (entry.queue == queue && !entry.woken)
        {
            released.push_back(entry.waiter);
        }
        return entry.queue == queue;
    });
    m_entries.erase(rest, m_entries.end());
    return released;
}

std::size_t
Waiters::Kept(QueueIndex queue) const
{
    return std::count_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.woken && entry.queue == queue;
    });
}

std::optional<QueueIndex>
Waiters::TakeTurn(Waiter waiter)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.woken && entry.waiter == waiter;
    });
    if (found == m_entries.end())
    {
        return std::nullopt;
    }
    const QueueIndex queue = found->queue;
    m_entries.erase(found);
    return queue;
}

bool
Waiters::HasConnection(QueueIndex queue) const
{
    return std::any_of(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.waiter && entry.queue == queue && !entry.woken;
    });
}

std::optional<QueueIndex>
Waiters::QueueOf(Waiter waiter) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.waiter == waiter && entry.queue != kEndOfPause && !entry.woken;
    });
    return found == m_entries.end() ? std::nullopt : std::optional(found->queue);
}

} // namespace dht
