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
/// first.
class Waiters
{
  public:
    /// A connection that is not read meanwhile, or the peer's own next message (nothing).
    using Waiter = std::optional<ConnectionId>;

    /// As many as there are.
    static constexpr std::size_t kEverybody = std::numeric_limits<std::size_t>::max();
    /// Not a queue: what connections wait for that are not read because the peer pauses.
    static constexpr QueueIndex kEndOfPause = std::numeric_limits<QueueIndex>::max();

    /// @param queue A full queue, or kEndOfPause. @param waiter Who waits for it.
    void Add(QueueIndex queue, Waiter waiter);

    /// @param waiter Who waits no longer, whatever for.
    void Remove(Waiter waiter);

    /// @param queue A queue, or kEndOfPause. @param most How many at the most.
    /// @return The first of those who wait for it; they do not any more.
    std::vector<Waiter> Take(QueueIndex queue, std::size_t most);

    /// @param queue A queue. @return Whether a connection waits for it.
    bool HasConnection(QueueIndex queue) const;

    /// @param waiter Who. @return The queue it waits for; nothing if it waits for none.
    std::optional<QueueIndex> QueueOf(Waiter waiter) const;

  private:
    /// Somebody who waits.
    struct Entry
    {
        QueueIndex queue; ///< For this.
        Waiter waiter;    ///< The waiter.
    };

    std::vector<Entry> m_entries; ///< First come first.
};

} // namespace dht

#endif // DHT_WAITERS_H
