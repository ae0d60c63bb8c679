/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-queue.h"

#include "dht-endpoint-site.h"

#include <utility>

namespace dht
{

DatagramQueue::DatagramQueue(std::size_t capacity)
    : m_capacity(capacity)
{
}

void
DatagramQueue::Push(Item item)
{
    if (m_size == m_capacity)
    {
        TakeOldest(m_byLength.begin()->second);
        ++m_dropped;
    }
    const Endpoint key = SiteOf(item.from);
    const auto [source, isNew] = m_sources.try_emplace(key);
    if (isNew)
    {
        source->second.inTurns = m_turns.insert(m_turns.end(), key);
    }
    else
    {
        m_byLength.erase(LengthOf(source->second));
    }
    source->second.waiting.push_back({m_next++, std::move(item)});
    m_byLength.emplace(LengthOf(source->second), source);
    ++m_size;
}

DatagramQueue::Item
DatagramQueue::Pop()
{
    const auto source = m_sources.find(m_turns.front());
    m_turns.splice(m_turns.end(), m_turns, m_turns.begin());
    return TakeOldest(source);
}

bool
DatagramQueue::IsEmpty() const
{
    return m_size == 0;
}

std::uint64_t
DatagramQueue::Dropped() const
{
    return m_dropped;
}

DatagramQueue::Length
DatagramQueue::LengthOf(const Source& source) const
{
    return {m_capacity - source.waiting.size(), source.waiting.front().number};
}

DatagramQueue::Item
DatagramQueue::TakeOldest(Sources::iterator source)
{
    m_byLength.erase(LengthOf(source->second));
    Item item = std::move(source->second.waiting.front().item);
    source->second.waiting.pop_front();
    --m_size;
    if (source->second.waiting.empty())
    {
        m_turns.erase(source->second.inTurns);
        m_sources.erase(source);
    }
    else
    {
        m_byLength.emplace(LengthOf(source->second), source);
    }
    return item;
}

} // namespace dht
