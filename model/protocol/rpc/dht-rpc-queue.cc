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

/// @param queue A queue. @param place A place in the queue. @return What is there, taken out.
std::uint64_t
TakeFrom(std::deque<std::uint64_t>& queue, std::size_t place)
{
    const std::uint64_t id = queue[place];
    queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(place));
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
}

void
RpcQueue::AddAgain(std::uint64_t id)
{
    m_again.push_back(id);
}

std::uint64_t
RpcQueue::Take()
{
    if (!m_again.empty())
    {
        return TakeFrom(m_again, 0);
    }
    const bool isDrawn = m_order == RpcOrder::kRandom;
    return TakeFrom(m_new, isDrawn ? DrawBelow(m_random, std::min(m_new.size(), kDrawnFrom)) : 0);
}

void
RpcQueue::Remove(std::uint64_t id)
{
    for (auto* const queue : {&m_again, &m_new})
    {
        queue->erase(std::remove(queue->begin(), queue->end(), id), queue->end());
    }
}

std::size_t
RpcQueue::Size() const
{
    return m_again.size() + m_new.size();
}

} // namespace dht
