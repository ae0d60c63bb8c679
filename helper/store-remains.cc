/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-remains.h"

#include "dht-datagram.h"
#include "dht-present-time.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{

StoreRemains::StoreRemains(std::vector<dht::Key> blocks)
    : m_blocks(std::move(blocks)),
      m_left(m_blocks.size())
{
}

const std::vector<dht::Key>&
StoreRemains::GetBlocks() const
{
    return m_blocks;
}

void
StoreRemains::Count(const dht::BlockStore& kept)
{
    // in a large ring, most peers hold nothing
    for (std::size_t i = 0; kept.Count() > 0 && i < m_blocks.size(); ++i)
    {
        m_left[i] += kept.Holds(DhtPresent(), m_blocks[i]) ? 1 : 0;
    }
}

std::size_t
StoreRemains::CountEnough(std::size_t needed) const
{
    return std::count_if(m_left.begin(), m_left.end(), [&](uint32_t left) {
        return left >= needed;
    });
}

double
StoreRemains::Mean() const
{
    return static_cast<double>(std::accumulate(m_left.begin(), m_left.end(), uint64_t{0})) /
           static_cast<double>(std::max<std::size_t>(m_left.size(), 1));
}

uint32_t
StoreRemains::Least() const
{
    return m_left.empty() ? 0 : *std::min_element(m_left.begin(), m_left.end());
}

double
StoreRemains::RepairBytes(const dht::StorageCounters& before, const dht::StorageCounters& after)
{
    return static_cast<double>(after.repairBytes - before.repairBytes) +
           dht::kIpAndUdpHeaders *
               static_cast<double>(after.repairMessages - before.repairMessages);
}

} // namespace ns3
