/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RELAY_QUEUES_H
#define DHT_RELAY_QUEUES_H

#include "dht-buffer-shares.h"
#include "dht-lean-ring.h"
#include "dht-message.h"
#include "dht-relay-policy.h"
#include "dht-routing-table.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The queues in which requests wait for the link to their next hop.
 */

namespace dht
{

/// Bounded queues of requests, first in, first out unless a place is given. They own no memory
/// before the first request.
class RelayQueues
{
  public:
    /// A request and its next hop.
    struct Entry
    {
        /// Most links.
        static constexpr LinkIndex kMostLinks = LinkIndex{1} << 22;

        Entry();
        /// @param link Its next hop. @param now The present. @param request The request.
        Entry(LinkIndex link, Time now, Request request);

        // no longer than the gap before the request: very many may be queued
        LinkIndex link : 22;        ///< Its next hop.
        std::uint32_t source : 10;  ///< Number of its source (BufferShares).
        std::uint32_t enteredAt{0}; ///< StampOf() the instant of entry.
        Request request;            ///< The request.

        /// @param now An instant. @return The instant in microseconds, modulo 2^32.
        static std::uint32_t StampOf(Time now);
        /// @param now The present. @return How long it has been queued, up to 71 minutes.
        Time SojournAt(Time now) const;
    };

    /// The place of an entry.
    struct Place
    {
        QueueIndex queue{0};  ///< Its queue.
        std::size_t place{0}; ///< Its place there, from 0, the head.
    };

    /**
     * @param discipline How the buffer is organised.
     * @param sharing How the queues share it.
     * @param capacity Requests that fit in all queues together. An equal part is rounded down, and
     * at least 1.
     * @param links Number of neighbours.
     */
    RelayQueues(QueueDiscipline discipline,
                BufferSharing sharing,
                std::size_t capacity,
                LinkIndex links);

    /// @param link A neighbour. @return The queue of requests for it.
    QueueIndex QueueOf(LinkIndex link) const;
    /// @return Number of queues.
    QueueIndex Count() const;
    /// @param queue A queue. @return Number of further requests that fit.
    std::size_t Room(QueueIndex queue) const;
    /// @param queue A queue. @return Requests in it.
    std::size_t Length(QueueIndex queue) const;
    /// @return Requests in all queues.
    std::size_t TotalLength() const;
    /// @param queue A queue. @return Whether no further request fits.
    bool IsFull(QueueIndex queue) const;
    /// @param queue A queue that is not empty. @return Its first entry.
    const Entry& Front(QueueIndex queue) const;

    /// @param queue A queue. @param place Below its length. @return The entry there, 0 being the
    /// first.
    const Entry& At(QueueIndex queue, std::size_t place) const;

    /// @tparam IsOne Takes a link, and tells whether it is one of some. @param queue A queue.
    /// @param isOne Of which links. @return Requests in the queue for these links.
    template <typename IsOne>
    std::size_t CountFor(QueueIndex queue, IsOne isOne) const
    {
        std::size_t count = 0;
        for (std::size_t place = 0; place < Length(queue); ++place)
        {
            count += isOne(At(queue, place).link) ? 1 : 0;
        }
        return count;
    }

    /// Count from now on how much of each source is queued. Nothing is queued yet.
    void CountShares();
    /// Write the source's number into a message's entry. @param now The present. @param [in,out]
    /// entry The entry. @param from The message's source. @return Whether it may take free room.
    bool Admit(Time now, Entry& entry, BufferShares::Source from);
    /// @param now The present. @param newcomer A message that finds no room. @return The place of a
    /// message to drop instead: the youngest of a greedy source; nothing if there is none.
    std::optional<Place> Surplus(Time now, const Entry& newcomer) const;

    /// Divide the buffer anew; queued messages stay. @param parts Number of equal parts, if the
    /// buffer is split.
    void Share(QueueIndex parts);

    /// Put an entry into its queue, which grows even if it is full. @param entry The entry. @param
    /// place Its place; the queue's length is the end.
    void Push(Entry entry, std::size_t place);
    /// @param queue A queue. @param place Below its length. @return The entry there, taken out.
    Entry Take(QueueIndex queue, std::size_t place);
    /// @param queue A queue that is not empty. @return Its first entry, taken out.
    Entry Pop(QueueIndex queue);
    /// @param queue A queue that is not empty. @return Its last entry, taken out.
    Entry PopLast(QueueIndex queue);

    /// Have the queues brought into the cache, without what is in them.
    void Prefetch() const;
    /// Have the ends of a shared queue brought into the cache.
    void PrefetchEnds() const;

  private:
    /// Count that an entry has left its queue. @param entry The entry. @return The same entry.
    Entry Left(Entry entry);

    QueueDiscipline m_discipline;           ///< How the buffer is organised.
    BufferSharing m_sharing;                ///< How the queues share it.
    QueueIndex m_count;                     ///< Number of queues.
    std::uint32_t m_whole;                  ///< Capacity of the whole.
    std::uint32_t m_capacity{1};            ///< Capacity of the whole, or of each part.
    std::size_t m_total{0};                 ///< Requests in all queues.
    std::unique_ptr<BufferShares> m_shares; ///< Counts by source; null if not counted.
    std::vector<LeanRing<Entry>> m_queues;  ///< Made on demand.
};

} // namespace dht

#endif // DHT_RELAY_QUEUES_H
