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
 * Who waits for room in a relay queue.
 */

namespace dht
{

/// Those who wait for room in the relay queues of a peer, or for the end of its pause; first come
/// first. Who is woken as there is room has a place there kept, until it comes: otherwise those
/// that come without having waited would take it time and again, and who waits could starve.
class Waiters
{
  public:
    /// A connection that is not read meanwhile, or the peer's own next message (nothing).
    using Waiter = std::optional<ConnectionId>;

    /// Not a queue: what connections wait for that are not read because the peer pauses.
    static constexpr QueueIndex kEndOfPause = std::numeric_limits<QueueIndex>::max();

    /// @param queue A full queue, or kEndOfPause. @param waiter Who waits for it.
    void Add(QueueIndex queue, Waiter waiter);

    /// @param waiter Who waits no longer, and has no place kept, whatever for.
    void Remove(Waiter waiter);

    /// Places are free. @param queue A queue. @param most For how many. @return The first of those
    /// who wait for it: a place is kept for each from now on.
    std::vector<Waiter> Wake(QueueIndex queue, std::size_t most);

    /// Nobody need wait. @param queue A queue, or kEndOfPause. @return Those who wait for it; they
    /// do not any more, and no place is kept.
    std::vector<Waiter> Release(QueueIndex queue);

    /// @param queue A queue. @return Places that are kept.
    std::size_t Kept(QueueIndex queue) const;

    /// A waiter comes. @param waiter Who. @return The queue in which a place was kept for it until
    /// now; nothing if none was.
    std::optional<QueueIndex> TakeTurn(Waiter waiter);

    /// @param queue A queue. @return Whether a connection waits for it.
    bool HasConnection(QueueIndex queue) const;

    /// @param waiter Who. @return The queue it waits for; nothing if it waits for none.
    std::optional<QueueIndex> QueueOf(Waiter waiter) const;

  private:
    /// Somebody who waits.
    struct Entry
    {
        QueueIndex queue;  ///< What it waits for.
        Waiter waiter;     ///< A connection, or the peer itself.
        bool woken{false}; ///< Whether it was told that there is room.
    };

    std::vector<Entry> m_entries; ///< First come first.
};

} // namespace dht

#endif // DHT_WAITERS_H
