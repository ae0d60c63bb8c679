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
 * How long nothing has left a full queue.
 */

namespace dht
{

/// Tells which full relay queues stand still. In a ring whose tables change, back-pressure can lock
/// up: what neighbours sent by their old tables waits for queues that wait for them (NCA06, section
/// 3.3), and nobody sees more of such a circle than that one of its own queues does not move.
class Standstill
{
  public:
    /// @param limit How long a queue has to stand still, above 0.
    explicit Standstill(Time limit);

    /// Somebody waits for room in a queue. @param now The present. @param queue The queue.
    void OnWait(Time now, QueueIndex queue);

    /// Something has left a queue, or it begins to fill. @param now The present. @param queue The
    /// queue.
    void OnLeft(Time now, QueueIndex queue);

    /// @return When the next queue has stood still for so long; kNever if nobody waits.
    Time Next() const;

    /// @param now The present. @return A queue that has stood still for so long; nobody waits for
    /// it until OnWait() is called again.
    std::optional<QueueIndex> TakeDue(Time now);

  private:
    Time m_limit;              ///< How long a queue has to stand still.
    std::vector<Time> m_since; ///< By queue: since when it has; kNever if nobody waits for it.
};

} // namespace dht

#endif // DHT_STANDSTILL_H
