/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "realtime-scheduler.h"

#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/priority-queue-scheduler.h"
#include "ns3/simulator.h"

#include <limits>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RealtimeScheduler);

TypeId
RealtimeScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RealtimeScheduler")
                            .SetParent<Scheduler>()
                            .SetGroupName("DhtCcEmulation")
                            .AddConstructor<RealtimeScheduler>()
                            .AddAttribute("Loop",
                                          "The clock, and the files to wait for.",
                                          PointerValue(),
                                          MakePointerAccessor(&RealtimeScheduler::m_loop),
                                          MakePointerChecker<RealtimeLoop>());
    return tid;
}

RealtimeScheduler::RealtimeScheduler()
    : m_events(CreateObject<PriorityQueueScheduler>())
{
}

RealtimeScheduler::~RealtimeScheduler() = default;

void
RealtimeScheduler::DoDispose()
{
    m_loop = nullptr;
    m_events = nullptr;
    Scheduler::DoDispose();
}

void
RealtimeScheduler::Start(Ptr<RealtimeLoop> loop)
{
    ObjectFactory factory("ns3::RealtimeScheduler");
    factory.Set("Loop", PointerValue(loop));
    Simulator::SetScheduler(factory);
    Simulator::Schedule(Time(0), Ptr<EventImpl>(loop->GetArrival()));
}

void
RealtimeScheduler::Insert(const Event& event)
{
    if (event.impl == m_loop->GetArrival())
    {
        m_arrival = event;
        return;
    }
    m_events->Insert(event);
}

bool
RealtimeScheduler::IsEmpty() const
{
    return !m_arrival && m_events->IsEmpty();
}

Scheduler::Event
RealtimeScheduler::PeekNext() const
{
    return m_events->IsEmpty() ? *m_arrival : m_events->PeekNext();
}

Scheduler::Event
RealtimeScheduler::RemoveNext()
{
    if (m_arrival && m_loop->IsRunning())
    {
        const auto next = m_events->IsEmpty() ? std::numeric_limits<int64_t>::max()
                                              : static_cast<int64_t>(m_events->PeekNext().key.m_ts);
        if (const auto now = m_loop->Wait(next))
        {
            m_arrival->key.m_ts = *now;
            m_events->Insert(*m_arrival);
            m_arrival.reset();
        }
    }
    if (m_events->IsEmpty())
    {
        const Event arrival = *m_arrival;
        m_arrival.reset();
        return arrival;
    }
    const Event event = m_events->RemoveNext();
    m_loop->NoteEvent(event.key.m_ts);
    return event;
}

void
RealtimeScheduler::Remove(const Event& event)
{
    m_events->Remove(event);
}

} // namespace ns3
