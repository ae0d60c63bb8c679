/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WAITERS_H
#define DHT_WAITERS_H

#include "dht-host.h"
#include "dht-relay-queues.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The connections and messages that wait for room in a relay queue.
 */

namespace dht
{

/// The waiters for room in the relay queues of a peer, or for the end of its pause; first come,
/// first served. A waiter that is woken because of free room has a place kept until it comes:
/// otherwise messages that have not waited could take the place again and again, and a waiter could
/// starve.
class Waiters
{
  public:
    /// A connection that is not read meanwhile, or the peer's own next message (nothing).
    using Waiter = std::optional<ConnectionId>;

    /// Not a queue: connections that are not read because the peer pauses wait for this.
    static constexpr QueueIndex kEndOfPause = std::numeric_limits<QueueIndex>::max();

    /// @param queue A full queue, or kEndOfPause. @param waiter A waiter for it.
    void Add(QueueIndex queue, Waiter waiter);

    /// @param waiter A waiter that waits no longer for any queue, and has no place kept.
    void Remove(Waiter waiter);

    /// Places are free. @param queue A queue. @param most Number of places. @return The first
    /// waiters for the queue: a place is kept for each from now on.
    std::vector<Waiter> Wake(QueueIndex queue, std::size_t most);

    /// End the wait. @param queue A queue, or kEndOfPause. @return The waiters for it; they wait no
    /// longer, and no place is kept.
    std::vector<Waiter> Release(QueueIndex queue);

    /// @param queue A queue. @return Number of places that are kept.
    std::size_t Kept(QueueIndex queue) const;

    /// A waiter comes. @param waiter The waiter. @return The queue in which a place was kept for it
    /// until now; nothing if none was.
    std::optional<QueueIndex> TakeTurn(Waiter waiter);

    /// @param queue A queue. @return Whether a connection waits for it.
    bool HasConnection(QueueIndex queue) const;

    /// @param waiter A waiter. @return The queue it waits for; nothing if it waits for none.
    std::optional<QueueIndex> QueueOf(Waiter waiter) const;

  private:
    /// A waiter and its queue.
    struct Entry
    {
        QueueIndex queue;  ///< The queue it waits for.
        Waiter waiter;     ///< A connection, or the peer itself.
        bool woken{false}; ///< Whether it was told that there is room.
    };

    std::vector<Entry> m_entries; ///< First come, first served.
};

} // namespace dht

#endif // DHT_WAITERS_H
