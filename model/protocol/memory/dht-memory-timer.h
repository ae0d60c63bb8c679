/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_TIMER_H
#define DHT_MEMORY_TIMER_H

#include "dht-time.h"

#include <functional>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * A timer under a virtual clock.
 */

namespace dht
{

/// A timer under a virtual clock that is set again and again: what fires earlier than wanted finds
/// out then, and is set again, so that few events wait. It must outlive what it has asked for.
class MemoryTimer
{
  public:
    /// A virtual clock.
    struct Clock
    {
        std::function<Time()> now;                           ///< The present.
        std::function<void(Time, std::function<void()>)> at; ///< Does something later.
    };

    /// @param clock The clock. @param due What to do at the time that was set, which it is given.
    MemoryTimer(Clock clock, std::function<void(Time)> due)
        : m_clock(std::move(clock)),
          m_due(std::move(due))
    {
    }

    MemoryTimer(const MemoryTimer&) = delete;
    MemoryTimer& operator=(const MemoryTimer&) = delete;

    /// @param time When to fire, instead of what was set before; kNever for not at all.
    void Set(Time time)
    {
        m_wanted = time;
        if (time < m_earliest)
        {
            m_earliest = time;
            m_clock.at(time, [this, time] {
                if (time == m_earliest)
                {
                    Fire();
                }
            });
        }
    }

  private:
    /// The earliest event has come.
    void Fire()
    {
        m_earliest = kNever;
        const Time now = m_clock.now();
        if (m_wanted > now)
        {
            Set(m_wanted);
            return;
        }
        m_wanted = kNever;
        m_due(now);
    }

    Clock m_clock;                   ///< The clock.
    std::function<void(Time)> m_due; ///< What to do.
    Time m_wanted{kNever};           ///< When to do it.
    Time m_earliest{kNever};         ///< When the earliest event is that counts.
};

} // namespace dht

#endif // DHT_MEMORY_TIMER_H
