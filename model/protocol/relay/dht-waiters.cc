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
Waiters::Take(QueueIndex queue, std::size_t most)
{
    std::vector<Waiter> taken;
    const auto rest = std::remove_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        const bool take = entry.queue == queue && taken.size() < most;
        if (take)
        {
            taken.push_back(entry.waiter);
        }
        return take;
    });
    m_entries.erase(rest, m_entries.end());
    return taken;
}

bool
Waiters::HasConnection(QueueIndex queue) const
{
    return std::any_of(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.waiter && entry.queue == queue;
    });
}

std::optional<QueueIndex>
Waiters::QueueOf(Waiter waiter) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.waiter == waiter && entry.queue != kEndOfPause;
    });
    return found == m_entries.end() ? std::nullopt : std::optional(found->queue);
}

} // namespace dht
