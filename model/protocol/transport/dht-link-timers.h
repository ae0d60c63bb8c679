/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_TIMERS_H
#define DHT_LINK_TIMERS_H

#include "dht-connection-table.h"
#include "dht-time.h"

#include <boost/intrusive/set.hpp>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * When links have something to do.
 */

namespace dht
{

/// What a link has whose timer is among LinkTimers.
struct TimedConnection : TabledConnection, ConnectionHook<struct ByTime>
{
    Time timer{kNever}; ///< When it goes off.
};

/**
 * A timer for each link. Most timers move later with every packet; then the timer stays where it
 * is, goes off too early once, and is set again, which is cheaper.
 */
class LinkTimers
{
  public:
    /// A link has something to do. @param link The link. @param time When its timer is to go off,
    /// or earlier.
    void Advance(TimedConnection& link, Time time)
    {
        if (time < link.timer)
        {
            Set(link, time);
        }
    }

    /// @param link The link. @param time When its timer is to go off; kNever: not at all.
    void Set(TimedConnection& link, Time time)
    {
        if (time == link.timer)
        {
            return;
        }
        if (link.timer != kNever)
        {
            m_timers.erase(m_timers.iterator_to(link));
        }
        link.timer = time;
        if (time != kNever)
        {
            m_timers.insert(link);
        }
    }

    /// @return When the first one goes off.
    Time Next() const
    {
        return m_timers.empty() ? kNever : m_timers.begin()->timer;
    }

    /// @return Whose timer goes off first. There must be one.
    TransportLink First() const
    {
        return m_timers.begin()->link;
    }

  private:
    /// The order of timers.
    struct IsEarlier
    {
        /// @param a A link. @param b Another. @return Whether the timer of the first goes off
        /// first.
        bool operator()(const TimedConnection& a, const TimedConnection& b) const
        {
            return a.timer != b.timer ? a.timer < b.timer : a.link < b.link;
        }
    };

    boost::intrusive::set<TimedConnection,
                          boost::intrusive::base_hook<ConnectionHook<ByTime>>,
                          boost::intrusive::compare<IsEarlier>>
        m_timers; ///< In their order.
};

} // namespace dht

#endif // DHT_LINK_TIMERS_H
