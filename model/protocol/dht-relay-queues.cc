/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-relay-queues.h"

#include <algorithm>

namespace dht
{

RelayQueues::RelayQueues(QueueDiscipline discipline, std::size_t capacity, LinkIndex links)
    : m_discipline(discipline),
      m_count(discipline == QueueDiscipline::kShared ? 1 : std::max<LinkIndex>(links, 1)),
      m_capacity(std::max<std::size_t>(capacity / m_count, 1))
{
}

QueueIndex
RelayQueues::QueueOf(LinkIndex link) const
{
    return m_discipline == QueueDiscipline::kShared ? 0 : link;
}

QueueIndex
RelayQueues::Count() const
{
    return m_count;
}

std::size_t
RelayQueues::Capacity() const
{
    return m_capacity;
}

std::size_t
RelayQueues::Length(QueueIndex queue) const
{
    return m_queues.empty() ? 0 : m_queues[queue].size();
}

std::size_t
RelayQueues::TotalLength() const
{
    std::size_t total = 0;
    for (const auto& queue : m_queues)
    {
        total += queue.size();
    }
    return total;
}

bool
RelayQueues::IsFull(QueueIndex queue) const
{
    return Length(queue) >= m_capacity;
}

const RelayQueues::Entry&
RelayQueues::Front(QueueIndex queue) const
{
    return m_queues[queue].front();
}

void
RelayQueues::Push(Entry entry)
{
    m_queues.resize(m_count);
    auto& queue = m_queues[QueueOf(entry.link)];
    if (queue.full())
    {
        queue.set_capacity(std::min(m_capacity, std::max<std::size_t>(8, 2 * queue.size())));
    }
    queue.push_back(std::move(entry));
}

RelayQueues::Entry
RelayQueues::Pop(QueueIndex queue)
{
    Entry entry = std::move(m_queues[queue].front());
    m_queues[queue].pop_front();
    return entry;
}

} // namespace dht
