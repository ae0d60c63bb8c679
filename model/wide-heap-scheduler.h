/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_WIDE_HEAP_SCHEDULER_H
#define DHT_CC_WIDE_HEAP_SCHEDULER_H

#include "ns3/scheduler.h"

#include <boost/heap/d_ary_heap.hpp>
#include <functional>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A scheduler for very many events: a heap in which each event has four others below it. It is half
 * as deep as ns3::PriorityQueueScheduler, whose events have two, and so misses the processor's
 * cache less often. To remove an event before its time takes a walk
 * through all.
 */
class WideHeapScheduler : public Scheduler
{
  public:
    /**
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    void Insert(const Event& event) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& event) override;

  private:
    /// The earliest event is on top.
    using Heap = boost::heap::
        d_ary_heap<Event, boost::heap::arity<4>, boost::heap::compare<std::greater<Event>>>;

    Heap m_events; //!< All that are to come.
};

} // namespace ns3

#endif // DHT_CC_WIDE_HEAP_SCHEDULER_H
