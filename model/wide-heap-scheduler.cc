/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wide-heap-scheduler.h"

#include "ns3/abort.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(WideHeapScheduler);

TypeId
WideHeapScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::WideHeapScheduler")
                            .SetParent<Scheduler>()
                            .SetGroupName("DhtCc")
                            .AddConstructor<WideHeapScheduler>();
    return tid;
}

void
WideHeapScheduler::Insert(const Event& event)
{
    m_events.push(event);
}

bool
WideHeapScheduler::IsEmpty() const
{
    return m_events.empty();
}

Scheduler::Event
WideHeapScheduler::PeekNext() const
{
    return m_events.top();
}

Scheduler::Event
WideHeapScheduler::RemoveNext()
{
    const Event next = m_events.top();
    m_events.pop();
    return next;
}

void
WideHeapScheduler::Remove(const Event& event)
{
    Heap others;
    others.reserve(m_events.size());
    for (const Event& one : m_events)
    {
        if (one.key.m_uid != event.key.m_uid)
        {
            others.push(one);
        }
    }
    NS_ABORT_MSG_IF(others.size() + 1 != m_events.size(), "there is no such event");
    m_events = std::move(others);
}

} // namespace ns3
