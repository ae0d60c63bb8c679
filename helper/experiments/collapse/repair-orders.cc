/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "repair-orders.h"

#include <algorithm>

namespace ns3
{

RepairOrders::Counts&
RepairOrders::Counts::operator+=(const Counts& other)
{
    blocks += other.blocks;
    lost += other.lost;
    fragments += other.fragments;
    ordered += other.ordered;
    arrived += other.arrived;
    underWay += other.underWay;
    return *this;
}

RepairOrders::RepairOrders(uint64_t blocks)
    : m_blocks(blocks)
{
}

void
RepairOrders::Lose(uint32_t holder)
{
    for (Block& block : m_blocks)
    {
        // what is under way arrives on an empty disk
        if (!block.IsLost() && block.fragments[holder] == Fragment::THERE)
        {
            block.fragments[holder] = Fragment::MISSING;
            --block.there;
            ++block.missing;
        }
    }
}

uint64_t
RepairOrders::Order()
{
    uint64_t bytes = 0;
    while (m_way.size() < MOST_UNDER_WAY)
    {
        const std::size_t index = MostToOrder();
        if (index == m_blocks.size())
        {
            break;
        }
        Block& block = m_blocks[index];
        auto& fragments = block.fragments;
        const auto next = std::find(fragments.begin(), fragments.end(), Fragment::MISSING);
        *next = Fragment::ORDERED;
        --block.missing;
        m_way.emplace_back(index, static_cast<uint32_t>(next - fragments.begin()));
        ++m_ordered;
        bytes += ORDER_BYTES;
    }
    return bytes;
}

void
RepairOrders::Deliver(uint64_t bytes)
{
    for (; !m_way.empty() && (m_arrived + 1) * ORDER_BYTES <= bytes; ++m_arrived)
    {
        const auto [index, holder] = m_way.front();
        m_way.pop_front();
        Block& block = m_blocks[index];
        // a fragment more does not bring a lost block back
        const bool isOfUse = !block.IsLost();
        block.fragments[holder] = isOfUse ? Fragment::THERE : Fragment::MISSING;
        ++(isOfUse ? block.there : block.missing);
    }
}

uint32_t
RepairOrders::Poorest() const
{
    uint32_t poorest = HOLDERS;
    for (const Block& block : m_blocks)
    {
        poorest = block.IsLost() ? poorest : std::min(poorest, block.there);
    }
    return poorest;
}

double
RepairOrders::Priority(double least, double most) const
{
    const uint32_t poorest = Poorest();
    const double wanting = poorest < ENOUGH ? ENOUGH - poorest : 0;
    return std::max(least, std::min(most, wanting));
}

RepairOrders::Counts
RepairOrders::GetCounts() const
{
    Counts counts;
    counts.blocks = m_blocks.size();
    for (const Block& block : m_blocks)
    {
        counts.lost += block.IsLost();
        counts.fragments += block.IsLost() ? 0 : block.there;
    }
    counts.ordered = m_ordered;
    counts.arrived = m_arrived;
    counts.underWay = m_way.size();
    return counts;
}

bool
RepairOrders::IdentitiesHold() const
{
    std::size_t onTheWay = 0;
    for (const Block& block : m_blocks)
    {
        const auto count = [&block](Fragment kind) {
            return std::count(block.fragments.begin(), block.fragments.end(), kind);
        };
        if (count(Fragment::THERE) != block.there || count(Fragment::MISSING) != block.missing)
        {
            return false;
        }
        onTheWay += HOLDERS - block.there - block.missing;
    }
    return m_ordered == m_arrived + m_way.size() && onTheWay == m_way.size();
}

std::size_t
RepairOrders::MostToOrder() const
{
    std::size_t most = m_blocks.size();
    uint32_t missing = 0;
    for (std::size_t i = 0; i < m_blocks.size(); ++i)
    {
        if (!m_blocks[i].IsLost() && m_blocks[i].missing > missing)
        {
            most = i;
            missing = m_blocks[i].missing;
        }
    }
    return most;
}

} // namespace ns3
