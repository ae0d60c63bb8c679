/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_DATAGRAM_QUEUE_H
#define DHT_EMU_DATAGRAM_QUEUE_H

#include "dht-endpoint.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Datagrams that wait until there is time for them.
 */

namespace dht
{

/**
 * A bounded queue that is fair between sources (SiteOf()): they take turns, and where it is full,
 * the oldest datagram of the source that has most makes room.
 */
class DatagramQueue
{
  public:
    /// A datagram as it came.
    struct Item
    {
        Endpoint from;                   ///< Its sender.
        std::vector<std::uint8_t> bytes; ///< Its frame.
    };

    /// @param capacity Datagrams that may wait, 1 at least.
    explicit DatagramQueue(std::size_t capacity);

    DatagramQueue(const DatagramQueue&) = delete;
    DatagramQueue& operator=(const DatagramQueue&) = delete;

    /// @param item Waits from now on.
    void Push(Item item);
    /// @return What is next; the queue is not empty.
    Item Pop();

    /// @return Whether nothing waits.
    bool IsEmpty() const;
    /// @return Datagrams that had to make room.
    std::uint64_t Dropped() const;

  private:
    /// An item, and its number in the order of arrival.
    struct Waiting
    {
        std::uint64_t number{0}; ///< Its number.
        Item item;               ///< What waits.
    };

    /// What waits of one source.
    struct Source
    {
        std::deque<Waiting> waiting;           ///< Oldest first; never empty.
        std::list<Endpoint>::iterator inTurns; ///< Its place in m_turns.
    };

    using Sources = std::map<Endpoint, Source, EndpointOrder>;
    /// Fewer is more: capacity less what waits, and the number of the oldest one.
    using Length = std::pair<std::size_t, std::uint64_t>;

    /// @param source A source. @return How it compares to the others.
    Length LengthOf(const Source& source) const;
    /// Take a source's oldest item out. @param source A source with one item at least. @return The
    /// item.
    Item TakeOldest(Sources::iterator source);

    std::size_t m_capacity;                         ///< What may wait.
    std::size_t m_size{0};                          ///< What waits.
    std::uint64_t m_next{0};                        ///< Number of the next one.
    std::uint64_t m_dropped{0};                     ///< What had to make room.
    Sources m_sources;                              ///< Those of whom something waits.
    std::list<Endpoint> m_turns;                    ///< By turn, the next one first.
    std::map<Length, Sources::iterator> m_byLength; ///< By length, the one that has most first.
};

} // namespace dht

#endif // DHT_EMU_DATAGRAM_QUEUE_H
