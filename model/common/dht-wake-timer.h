/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_WAKE_TIMER_H
#define DHT_CC_DHT_WAKE_TIMER_H

#include "dht-time.h"

#include "ns3/event-id.h"

#include <boost/container/small_vector.hpp>
#include <functional>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Calls when it is time, which may be set as often as one likes: most settings take no event.
 */
class DhtWakeTimer
{
  public:
    /// @param wake Called when it is time.
    explicit DhtWakeTimer(std::function<void()> wake);
    ~DhtWakeTimer();

    DhtWakeTimer(const DhtWakeTimer&) = delete;
    DhtWakeTimer& operator=(const DhtWakeTimer&) = delete;

    /// @param time When to call; dht::kNever for not at all. What was set before is forgotten.
    void SetAt(dht::Time time);

  private:
    /// An event that is to come.
    struct Pending
    {
        dht::Time due; //!< The instant at which it comes.
        EventId event; //!< To cancel it.
    };

    /// The earliest event is due.
    void OnEvent();

    std::function<void()> m_wake;    //!< Called when it is time.
    dht::Time m_wakeAt{dht::kNever}; //!< When that is.
    /// The earliest is the last one. Much later ones are kept: who has something to do tomorrow is
    /// mostly woken sooner, and needs tomorrow's event again each time.
    boost::container::small_vector<Pending, 2> m_events;
};

} // namespace ns3

#endif // DHT_CC_DHT_WAKE_TIMER_H
