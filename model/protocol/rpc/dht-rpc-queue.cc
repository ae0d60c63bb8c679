/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rpc-queue.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Of how many the next one is drawn.
constexpr std::size_t kDrawnFrom = 100;

/// @param queue A queue, not empty. @return Its first one, taken out.
std::uint64_t
TakeFirst(std::deque<std::uint64_t>& queue)
{
    const std::uint64_t id = queue.front();
    queue.pop_front();
    return id;
}

} // namespace

RpcQueue::RpcQueue(RpcOrder order, Random& random)
    : m_order(order),
      m_random(random)
{
}

void
RpcQueue::Add(std::uint64_t id)
{
    m_new.push_back(id);
    ++m_size;
}

void
RpcQueue::AddAgain(std::uint64_t id)
{
    m_again.push_back(id);
    ++m_size;
}

std::uint64_t
RpcQueue::Take()
{
    --m_size;
    if (!m_again.empty())
    {
        return TakeFirst(m_again);
    }
    if (m_order == RpcOrder::kFirst)
    {
        return TakeFirst(m_new);
    }
    const std::size_t place = DrawBelow(m_random, std::min(m_new.size(), kDrawnFrom));
    const std::uint64_t id = m_new[place];
    m_new.erase(m_new.begin() + static_cast<std::ptrdiff_t>(place));
    return id;
}

void
RpcQueue::Remove(std::uint64_t id)
{
    if (m_size == 0)
    {
        return;
    }
    for (auto* const queue : {&m_again, &m_new})
    {
        const auto found = std::find(queue->begin(), queue->end(), id);
        if (found != queue->end())
        {
            queue->erase(found); // nobody waits twice
            --m_size;
        }
    }
}

std::size_t
RpcQueue::Size() const
{
    return m_size;
}

} // namespace dht
