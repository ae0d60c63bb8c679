/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_TIMERS_H
#define DHT_LINK_TIMERS_H

#include "dht-connection-table.h"
#include "dht-time.h"

#include <set>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * When links have something to do.
 */

namespace dht
{

/**
 * A timer for each link. Most timers move later with every packet; then the timer stays where it
 * is, goes off too early once, and is set again, which is cheaper.
 */
class LinkTimers
{
  public:
    /// A link has something to do. @param link The link's number. @param [in,out] timer When its
    /// timer goes off, or kNever. @param time When it is to, or earlier.
    void Advance(TransportLink link, Time& timer, Time time)
    {
        if (time < timer)
        {
            Set(link, timer, time);
        }
    }

    /// @param link The link's number. @param [in,out] timer When its timer goes off, or kNever.
    /// @param time When it is to, or kNever.
    void Set(TransportLink link, Time& timer, Time time)
    {
        if (time == timer)
        {
            return;
        }
        if (timer == kNever)
        {
            m_timers.emplace(time, link);
        }
        else
        {
            auto node = m_timers.extract({timer, link});
            if (time != kNever)
            {
                node.value().first = time;
                m_timers.insert(std::move(node));
            }
        }
        timer = time;
    }

    /// @return When the first one goes off.
    Time Next() const
    {
        return m_timers.empty() ? kNever : m_timers.begin()->first;
    }

    /// @return Whose timer goes off first. There must be one.
    TransportLink First() const
    {
        return m_timers.begin()->second;
    }

  private:
    std::set<std::pair<Time, TransportLink>> m_timers; ///< In their order.
};

} // namespace dht

#endif // DHT_LINK_TIMERS_H
