/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_REALTIME_SCHEDULER_H
#define DHT_CC_REALTIME_SCHEDULER_H

#include "realtime-loop.h"

#include "ns3/scheduler.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Lets ns-3's default simulator run in real time: the next event is given out when its time has
 * come, and not before.
 *
 * What arrives from outside meanwhile is an event too, which Start() puts in: it is given out as
 * soon as a file of the loop can be read, at that very time, dispatches what has arrived, and puts
 * itself in again. While the simulation is late it takes its place in the order of events.
 */
class RealtimeScheduler : public Scheduler
{
  public:
    /**
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    RealtimeScheduler();
    ~RealtimeScheduler() override;

    /**
     * Make the simulator use a scheduler of this kind, and let it wait for the loop's files. To be
     * called before anything is scheduled.
     *
     * @param loop The loop.
     */
    static void Start(Ptr<RealtimeLoop> loop);

    void Insert(const Event& event) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& event) override;

  private:
    void DoDispose() override;

    Ptr<RealtimeLoop> m_loop;       //!< The clock.
    Ptr<Scheduler> m_events;        //!< The events, but for m_arrival.
    std::optional<Event> m_arrival; //!< What is to happen when something arrives.
};

} // namespace ns3

#endif // DHT_CC_REALTIME_SCHEDULER_H
