/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SERVED_BLOCKS_H
#define DHT_SERVED_BLOCKS_H

#include "dht-endpoint.h"
#include "dht-key.h"
#include "dht-time.h"

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Blocks that a peer puts together for others, part by part.
 */

namespace dht
{

/// An order of those for whom a block is put together, and of the block's key.
struct ServedOrder
{
    /// Whose block.
    using Name = std::pair<Endpoint, Key>;

    /// @param a One name. @param b Another. @return Whether the first one comes before.
    bool operator()(const Name& a, const Name& b) const
    {
        const EndpointOrder order;
        return order(a.first, b.first) || (a.first == b.first && a.second < b.second);
    }
};

/// Blocks that are put together, each with a timer. @tparam Block What is known of one; its member
/// `isOver` says whether it may go for another one.
template <typename Block>
class ServedBlocks
{
  public:
    /// @param most How many at the most.
    explicit ServedBlocks(std::size_t most)
        : m_most(most)
    {
    }

    /// @param origin The peer that the block is served to. @param key Of the block. @param make
    /// Makes a new one. @return The block's number, which may be new; 0 if there are too many.
    template <typename Make>
    std::uint64_t FindOrAdd(const Endpoint& origin, const Key& key, Make make)
    {
        const auto known = m_numbers.find({origin, key});
        if (known != m_numbers.end())
        {
            return known->second;
        }
        if (m_blocks.size() >= m_most && !EraseFirstOver())
        {
            return 0;
        }
        const std::uint64_t number = m_next++;
        m_numbers.emplace(ServedOrder::Name{origin, key}, number);
        m_blocks.emplace(number, Entry{make(), {origin, key}, kNever});
        return number;
    }

    /// @param number A block's. @return The block; null if it has gone.
    Block* Find(std::uint64_t number)
    {
        const auto found = m_blocks.find(number);
        return found == m_blocks.end() ? nullptr : &found->second.block;
    }

    /// @param number A block's. @return The block; null if it has gone.
    const Block* Find(std::uint64_t number) const
    {
        const auto found = m_blocks.find(number);
        return found == m_blocks.end() ? nullptr : &found->second.block;
    }

    /// @param number A block's. @return Its key.
    const Key& KeyOf(std::uint64_t number) const
    {
        return m_blocks.at(number).name.second;
    }

    /// @param number A block's. @param due When to look after it; replaces what was said before.
    void SetDue(std::uint64_t number, Time due)
    {
        Entry& entry = m_blocks.at(number);
        m_due.erase({entry.due, number});
        entry.due = due;
        m_due.insert({due, number});
    }

    /// @return When the first one is due; kNever if none is.
    Time NextDue() const
    {
        return m_due.empty() ? kNever : m_due.begin()->first;
    }

    /// @param now The present. @return A block that is due, which is not so any more; 0 if there is
    /// none.
    std::uint64_t TakeDue(Time now)
    {
        if (NextDue() > now || m_due.empty())
        {
            return 0;
        }
        const std::uint64_t number = m_due.begin()->second;
        m_due.erase(m_due.begin());
        m_blocks.at(number).due = kNever;
        return number;
    }

    /// @param number A block's, which goes.
    void Erase(std::uint64_t number)
    {
        const auto found = m_blocks.find(number);
        m_due.erase({found->second.due, number});
        m_numbers.erase(found->second.name);
        m_blocks.erase(found);
    }

    /// @return How many there are.
    std::size_t Size() const
    {
        return m_blocks.size();
    }

  private:
    /// A block.
    struct Entry
    {
        Block block;            ///< The block.
        ServedOrder::Name name; ///< Whose it is.
        Time due;               ///< When it is due.
    };

    /// @return Whether one was over, and has gone.
    bool EraseFirstOver()
    {
        for (const auto& [number, entry] : m_blocks)
        {
            if (entry.block.isOver)
            {
                Erase(number);
                return true;
            }
        }
        return false;
    }

    std::size_t m_most;                                                ///< How many at the most.
    std::uint64_t m_next{1};                                           ///< Number of the next one.
    std::map<std::uint64_t, Entry> m_blocks;                           ///< By number.
    std::map<ServedOrder::Name, std::uint64_t, ServedOrder> m_numbers; ///< By name.
    std::set<std::pair<Time, std::uint64_t>> m_due;                    ///< Timers.
};

} // namespace dht

#endif // DHT_SERVED_BLOCKS_H
