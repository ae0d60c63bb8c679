/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RELAY_QUEUES_H
#define DHT_RELAY_QUEUES_H

#include "dht-buffer-shares.h"
#include "dht-message.h"
#include "dht-relay-policy.h"
#include "dht-routing-table.h"
#include "dht-time.h"

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Where requests wait for the link to their next hop.
 */

namespace dht
{

/// Bounded queues of requests, first in, first out unless a place is given. They own no memory
/// before the first one.
class RelayQueues
{
  public:
    /// A request and where it goes.
    struct Entry
    {
        /// Links there may be at the most.
        static constexpr LinkIndex kMostLinks = LinkIndex{1} << 22;

        Entry();
        /// @param link Its next hop. @param now The present. @param request The request.
        Entry(LinkIndex link, Time now, Request request);

        // no longer than the gap before the request: very many may be queued
        LinkIndex link : 22;        ///< Its next hop.
        std::uint32_t source : 10;  ///< Whom it is from: as BufferShares says.
        std::uint32_t enteredAt{0}; ///< StampOf() the instant.
        Request request;            ///< The request.

        /// @param now An instant. @return It in microseconds, modulo 2^32.
        static std::uint32_t StampOf(Time now);
        /// @param now The present. @return How long it has been here, up to 71 minutes.
        Time SojournAt(Time now) const;
    };

    /// Where an entry is.
    struct Place
    {
        QueueIndex queue{0};  ///< In this queue.
        std::size_t place{0}; ///< There.
    };

    /**
     * @param discipline How the buffer is organised.
     * @param sharing How the queues share it.
     * @param capacity Requests that fit in all queues together. An equal part is rounded down, and
     * at least 1.
     * @param links How many neighbours there are.
     */
    RelayQueues(QueueDiscipline discipline,
                BufferSharing sharing,
                std::size_t capacity,
                LinkIndex links);

    /// @param link A neighbour. @return The queue of requests for it.
    QueueIndex QueueOf(LinkIndex link) const;
    /// @return How many queues there are.
    QueueIndex Count() const;
    /// @param queue A queue. @return How many further requests fit.
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

    /// Know from now on how much is queued from whom. Nothing is queued yet.
    void CountShares();
    /// Write into a message's entry whom it is from. @param now The present. @param [in,out] entry
    /// It. @param from Where it came from. @return Whether it may take room, if there is any.
    bool Admit(Time now, Entry& entry, BufferShares::Source from);
    /// @param now The present. @param newcomer A message that finds no room. @return Where one is
    /// that has to go instead: the youngest of a greedy source; nothing if there is none.
    std::optional<Place> Surplus(Time now, const Entry& newcomer) const;

    /// @param newcomer A message that finds no room. @return Where the one is that has most hops
    /// left, the youngest in its queue; nothing if that is the newcomer.
    std::optional<Place> LeastTravelled(const Entry& newcomer) const;

    /// Divide the buffer anew; what is queued stays. @param parts Equal parts there are, if it is
    /// split.
    void Share(QueueIndex parts);

    /// Where no further request fits, the queue grows all the same. @param entry What to put into
    /// its queue. @param place Before whom: at most the queue's length, which is the end.
    void Push(Entry entry, std::size_t place);
    /// @param queue A queue. @param place Below its length. @return The entry there, taken out.
    Entry Take(QueueIndex queue, std::size_t place);
    /// @param queue A queue that is not empty. @return Its first entry, taken out.
    Entry Pop(QueueIndex queue);
    /// @param queue A queue that is not empty. @return Its last entry, taken out.
    Entry PopLast(QueueIndex queue);

  private:
    /// @param entry One that has left. @return The same entry.
    Entry Left(Entry entry);

    QueueDiscipline m_discipline;                        ///< How the buffer is organised.
    BufferSharing m_sharing;                             ///< How the queues share it.
    QueueIndex m_count;                                  ///< How many queues there are.
    std::uint32_t m_whole;                               ///< Capacity of the whole.
    std::uint32_t m_capacity{1};                         ///< Of the whole, or of each part.
    std::size_t m_total{0};                              ///< Requests in all queues.
    std::unique_ptr<BufferShares> m_shares;              ///< Who takes how much; null if unknown.
    std::vector<boost::circular_buffer<Entry>> m_queues; ///< Made and grown on demand.
};

} // namespace dht

#endif // DHT_RELAY_QUEUES_H
