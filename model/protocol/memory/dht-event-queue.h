/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EVENT_QUEUE_H
#define DHT_EVENT_QUEUE_H

#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * A virtual clock, for hosts in memory.
 */

namespace dht
{

/// A virtual clock. What is due at the same time happens in the order it was asked for.
class EventQueue
{
  public:
    /// @return The present.
    Time Now() const;

    /// @param time The instant; not before the present. @param action What to do then.
    void At(Time time, std::function<void()> action);

    /// Do all that is due up to some time, which is the present then. @param until That time.
    void RunUntil(Time until);

  private:
    /// Something to do.
    struct Event
    {
        Time time;           ///< Time at which it is due.
        std::uint64_t order; ///< Breaks ties.
        std::size_t slot;    ///< Where the action is: to sort these is cheaper without them.

        /// @param other Another event. @return Whether this one is later.
        bool operator>(const Event& other) const
        {
            return std::tie(time, order) > std::tie(other.time, other.order);
        }
    };

    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events; ///< Earliest first.
    std::vector<std::function<void()>> m_actions;                            ///< By slot.
    std::vector<std::size_t> m_free;                                         ///< Slots without one.
    std::uint64_t m_order{0};                                                ///< Of the next event.
    Time m_now{0};                                                           ///< The present.
};

} // namespace dht

#endif // DHT_EVENT_QUEUE_H
