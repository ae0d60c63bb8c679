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

} // namespace

RpcQueue::RpcQueue(RpcOrder order, Random& random)
    : m_order(order),
      m_random(random)
{
}

void
RpcQueue::Add(std::uint64_t id)
{
    m_waiting.push_back(id);
}

void
RpcQueue::AddAgain(std::uint64_t id)
{
    m_waiting.insert(m_waiting.begin() + static_cast<std::ptrdiff_t>(m_again), id);
    ++m_again;
}

std::uint64_t
RpcQueue::Take()
{
    const bool isDrawn = m_again == 0 && m_order == RpcOrder::kRandom;
    const std::size_t place =
        isDrawn ? DrawBelow(m_random, std::min(m_waiting.size(), kDrawnFrom)) : 0;
    m_again -= m_again > 0 ? 1 : 0;
    const std::uint64_t id = m_waiting[place];
    m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(place));
    return id;
}

void
RpcQueue::Remove(std::uint64_t id)
{
    const auto found = std::find(m_waiting.begin(), m_waiting.end(), id);
    if (found != m_waiting.end())
    {
        const auto place = static_cast<std::size_t>(found - m_waiting.begin());
        m_again -= place < m_again ? 1 : 0;
        m_waiting.erase(found); // nobody waits twice
    }
}

std::size_t
RpcQueue::Size() const
{
    return m_waiting.size();
}

} // namespace dht
