/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_WAKE_TIMER_H
#define DHT_CC_DHT_WAKE_TIMER_H

#include "dht-time.h"

#include "ns3/event-id.h"

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
    /// The event is due.
    void OnEvent();

    std::function<void()> m_wake;     //!< Called when it is time.
    dht::Time m_wakeAt{dht::kNever};  //!< When that is.
    dht::Time m_eventAt{dht::kNever}; //!< When the event is due.
    EventId m_event;                  //!< Not after m_wakeAt.
};

} // namespace ns3

#endif // DHT_CC_DHT_WAKE_TIMER_H
