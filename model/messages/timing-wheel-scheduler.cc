/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timing-wheel-scheduler.h"

#include "dht-prefetch.h"

#include "ns3/abort.h"

#include <algorithm>
#include <boost/multiprecision/integer.hpp>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TimingWheelScheduler);

namespace
{

/// How many events are ordered at once, at most: they fit into the processor's first cache.
constexpr std::size_t MOST_NEAR = 128;

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
    // where they are too many to be moved, they are all of one time, and this is the last
    const auto last = m_near.end() - 1;
    std::rotate(std::upper_bound(FirstNear(), last, event), last, m_near.end());
    if (CountNear() > MOST_NEAR && m_finest > 0)
    {
        Spread();
    }
}

void
TimingWheelScheduler::Spread()
{
    DropPast();
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
    std::sort(m_near.begin(), m_near.end());
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
    return CountNear() == 0 && std::all_of(m_wheels.begin(),
                                           m_wheels.end(),
                                           [](const Wheel& wheel) { return wheel.used == 0; });
}

Scheduler::Event
TimingWheelScheduler::PeekNext() const
{
    if (CountNear() > 0)
    {
        return m_near[m_next];
    }
    const Place place = NextPlace();
    const Events& events = m_wheels[place.wheel].slots[place.slot];
    return *std::min_element(events.begin(), events.end());
}

Scheduler::Event
TimingWheelScheduler::RemoveNext()
{
    if (CountNear() == 0)
    {
        Turn();
    }
    const Event next = m_near[m_next++];
    if (m_next >= std::max(MOST_NEAR, CountNear()))
    {
        DropPast();
    }
    Expect();
    return next;
}

void
TimingWheelScheduler::Expect()
{
    constexpr std::size_t steps = ExpectedEvent::STEPS;
    const std::size_t near = CountNear();
    if (near > steps)
    {
        dht::Prefetch(m_near[m_next + steps].impl, EVENT_BYTES);
    }
    for (std::size_t left = 0; left < steps; ++left)
    {
        // it was one farther off when the event before was removed, unless others came between
        const Expected before = left + 1 < steps ? m_expected[left + 1] : Expected{};
        m_expected[left] = left < near ? Recognize(m_near[m_next + left], before) : Expected{};
        if (m_expected[left].event)
        {
            m_expected[left].event->Expect(left);
        }
    }
}

TimingWheelScheduler::Expected
TimingWheelScheduler::Recognize(const Event& event, const Expected& before)
{
    if (before.uid == event.key.m_uid)
    {
        return before;
    }
    return {event.key.m_uid, dynamic_cast<const ExpectedEvent*>(event.impl)};
}

std::vector<Scheduler::Event>::iterator
TimingWheelScheduler::FirstNear()
{
    return m_near.begin() + static_cast<std::ptrdiff_t>(m_next);
}

std::size_t
TimingWheelScheduler::CountNear() const
{
    return m_near.size() - m_next;
}

void
TimingWheelScheduler::DropPast()
{
    m_near.erase(m_near.begin(), FirstNear());
    m_next = 0;
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
}

} // namespace ns3
