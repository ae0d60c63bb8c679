/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STANDSTILL_H
#define DHT_STANDSTILL_H

#include "dht-relay-queues.h"
#include "dht-time.h"

#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Detects full queues that nothing has left for too long.
 */

namespace dht
{

/// Tells which full relay queues stand still. In a ring whose tables change, back-pressure can lock
/// up: requests that neighbours sent by their old tables wait for queues that wait for them (NCA06,
/// section 3.3). A peer sees of such a circle only that one of its own queues does not move.
class Standstill
{
  public:
    /// @param limit Time for which a queue has to stand still, above 0.
    explicit Standstill(Time limit);

    /// A connection waits for room in a queue. @param now The present. @param queue The queue.
    void OnWait(Time now, QueueIndex queue);

    /// A message has left a queue, or the queue begins to fill. @param now The present. @param
    /// queue The queue.
    void OnLeft(Time now, QueueIndex queue);

    /// @return When the next queue will have stood still for the limit; kNever if nothing waits.
    Time Next() const;

    /// @param now The present. @return A queue that has stood still for the limit; it is not
    /// watched until OnWait() is called again.
    std::optional<QueueIndex> TakeDue(Time now);

  private:
    Time m_limit;              ///< Time for which a queue has to stand still.
    std::vector<Time> m_since; ///< By queue: since when it stands still; kNever if nothing waits.
};

} // namespace dht

#endif // DHT_STANDSTILL_H
