/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timing-wheel-scheduler.h"

#include "prefetch.h"

#include "ns3/abort.h"

#include <algorithm>
#include <boost/multiprecision/integer.hpp>
#include <functional>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TimingWheelScheduler);

namespace
{

/// How many events are ordered at once, at most: they fit into the processor's first cache.
constexpr std::size_t MOST_NEAR = 128;

/// Puts the earliest event of a heap on top.
constexpr std::greater<Scheduler::Event> LATER;

/// What most events take, about.
constexpr std::size_t EVENT_BYTES = 128;

/// @param event One of some events. @param events All events; without it, afterwards.
template <typename Events>
void
Erase(const Scheduler::Event& event, Events& events)
{
    const auto found = std::find(events.begin(), events.end(), event);
    NS_ABORT_MSG_IF(found == events.end(), "there is no such event");
    events.erase(found);
}

} // namespace

TypeId
TimingWheelScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TimingWheelScheduler")
                            .SetParent<Scheduler>()
                            .SetGroupName("DhtCc")
                            .AddConstructor<TimingWheelScheduler>();
    return tid;
}

std::optional<TimingWheelScheduler::Place>
TimingWheelScheduler::PlaceOf(uint64_t time) const
{
    const uint64_t differing = (time ^ m_turned) >> (m_finest * DIGIT_BITS);
    if (differing == 0)
    {
        return std::nullopt;
    }
    const unsigned wheel = m_finest + boost::multiprecision::msb(differing) / DIGIT_BITS;
    return Place{wheel, static_cast<unsigned>(time >> (wheel * DIGIT_BITS)) % SLOTS};
}

bool
TimingWheelScheduler::Put(const Event& event)
{
    if (const auto place = PlaceOf(event.key.m_ts))
    {
        Wheel& wheel = m_wheels[place->wheel];
        wheel.slots[place->slot].push_back(event);
        wheel.used |= uint64_t{1} << place->slot;
        return false;
    }
    m_near.push_back(event);
    return true;
}

void
TimingWheelScheduler::Insert(const Event& event)
{
    NS_ABORT_MSG_IF(event.key.m_ts < m_turned, "an event is before those that were");
    if (!Put(event))
    {
        return;
    }
    if (m_near.size() > MOST_NEAR && m_finest > 0)
    {
        Spread();
    }
    else
    {
        std::push_heap(m_near.begin(), m_near.end(), LATER);
    }
}

void
TimingWheelScheduler::Spread()
{
    while (m_near.size() > MOST_NEAR && m_finest > 0)
    {
        --m_finest;
        std::vector<Event> events;
        events.swap(m_near);
        for (const Event& event : events)
        {
            Put(event);
        }
    }
    std::make_heap(m_near.begin(), m_near.end(), LATER);
}

TimingWheelScheduler::Place
TimingWheelScheduler::NextPlace() const
{
    unsigned wheel = m_finest;
    while (m_wheels[wheel].used == 0)
    {
        ++wheel;
    }
    return Place{wheel, static_cast<unsigned>(boost::multiprecision::lsb(m_wheels[wheel].used))};
}

void
TimingWheelScheduler::Turn()
{
    const Place place = NextPlace();
    Wheel& wheel = m_wheels[place.wheel];
    Events events;
    events.swap(wheel.slots[place.slot]);
    wheel.used &= ~(uint64_t{1} << place.slot);
    m_turned = std::min_element(events.begin(), events.end())->key.m_ts;
    m_finest = events.size() > MOST_NEAR && place.wheel > 0 ? place.wheel - 1 : place.wheel;
    for (; !events.empty(); events.pop_front())
    {
        Put(events.front());
    }
    Spread();
}

bool
TimingWheelScheduler::IsEmpty() const
{
    return m_near.empty() && std::all_of(m_wheels.begin(), m_wheels.end(), [](const Wheel& wheel) {
               return wheel.used == 0;
           });
}

Scheduler::Event
TimingWheelScheduler::PeekNext() const
{
    if (!m_near.empty())
    {
        return m_near.front();
    }
    const Place place = NextPlace();
    const Events& events = m_wheels[place.wheel].slots[place.slot];
    return *std::min_element(events.begin(), events.end());
}

Scheduler::Event
TimingWheelScheduler::RemoveNext()
{
    if (m_near.empty())
    {
        Turn();
    }
    std::pop_heap(m_near.begin(), m_near.end(), LATER);
    const Event next = m_near.back();
    m_near.pop_back();
    if (!m_near.empty())
    {
        Prefetch(m_near.front().impl, EVENT_BYTES);
    }
    return next;
}

void
TimingWheelScheduler::Remove(const Event& event)
{
    if (const auto place = PlaceOf(event.key.m_ts))
    {
        Wheel& wheel = m_wheels[place->wheel];
        Events& events = wheel.slots[place->slot];
        Erase(event, events);
        if (events.empty())
        {
            wheel.used &= ~(uint64_t{1} << place->slot);
        }
        return;
    }
    Erase(event, m_near);
    std::make_heap(m_near.begin(), m_near.end(), LATER);
}

} // namespace ns3
