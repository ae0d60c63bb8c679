/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timing-wheel-scheduler.h"

#include "dht-prefetch.h"
#include "expected-event.h"

#include "ns3/abort.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/integer.hpp>
#include <cstddef>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TimingWheelScheduler);

namespace
{

/// How many events are ordered at once, at most: they fit into the processor's first cache.
constexpr std::size_t MOST_NEAR = 256;

/// What most events take, about.
constexpr std::size_t EVENT_BYTES = 128;

/// How many events ahead the event itself is fetched, and, by the steps that are left, what it
/// needs. That takes as long as several events, and what is fetched earlier has to stay in the
/// first cache.
constexpr std::size_t EVENT_AHEAD = 24;
constexpr std::array<std::size_t, ExpectedEvent::STEPS> STEP_AHEAD{6, 12, 20};

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

TimingWheelScheduler::TimingWheelScheduler()
    : m_ownersGone(ExpectedEventOwner::CountGone())
{
}

std::optional<TimingWheelScheduler::Place>
TimingWheelScheduler::PlaceOf(uint64_t time) const
{
    const uint64_t differing = (time ^ m_turned) >> (m_finest * DIGIT_BITS);
    if (differing == 0 || time < m_turned)
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
    m_near.Append(event);
    return true;
}

void
TimingWheelScheduler::Insert(const Event& event)
{
    NS_ABORT_MSG_IF(event.key.m_ts < m_removed, "an event is before those that were");
    if (!Put(event))
    {
        return;
    }
    if (m_near.Size() > MOST_NEAR && m_finest > 0)
    {
        Spread();
        return;
    }
    m_near.RemoveLast();
    m_near.Insert(event);
}

void
TimingWheelScheduler::Spread()
{
    if (m_near.Size() > MOST_NEAR && m_finest > 0)
    {
        // slots may have been taken near early, and what comes in between has its slots, too
        TurnBack(std::min_element(m_near.begin(), m_near.end())->key.m_ts);
    }
    while (m_near.Size() > MOST_NEAR && m_finest > 0)
    {
        --m_finest;
        for (const NearEvent& event : m_near.TakeAll())
        {
            Put(event);
        }
    }
    std::sort(m_near.begin(), m_near.end());
}

void
TimingWheelScheduler::TurnBack(uint64_t time)
{
    const uint64_t differing = (time ^ m_turned) >> (m_finest * DIGIT_BITS);
    m_turned = time;
    if (differing == 0)
    {
        return;
    }
    // seen from there, all events of finer wheels are in one slot
    const unsigned coarsest = m_finest + boost::multiprecision::msb(differing) / DIGIT_BITS;
    for (unsigned number = m_finest; number < coarsest; ++number)
    {
        Wheel& wheel = m_wheels[number];
        for (; wheel.used != 0; wheel.used &= wheel.used - 1)
        {
            Events events;
            events.swap(wheel.slots[boost::multiprecision::lsb(wheel.used)]);
            for (const Event& event : events)
            {
                Put(event);
            }
        }
    }
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
TimingWheelScheduler::Turn(const Place& place)
{
    Wheel& wheel = m_wheels[place.wheel];
    Events events;
    events.swap(wheel.slots[place.slot]);
    wheel.used &= ~(uint64_t{1} << place.slot);
    m_turned = std::min_element(events.begin(), events.end())->key.m_ts;
    m_finest = place.wheel;
    for (const Event& event : events)
    {
        m_near.Append(event);
    }
    if (m_near.Size() > MOST_NEAR)
    {
        Spread();
    }
    else
    {
        std::sort(m_near.end() - static_cast<std::ptrdiff_t>(events.size()), m_near.end());
    }
}

void
TimingWheelScheduler::TurnEarly()
{
    while (m_near.Size() < EVENT_AHEAD && HasSlots())
    {
        const Place place = NextPlace();
        if (m_near.Size() + m_wheels[place.wheel].slots[place.slot].size() > MOST_NEAR)
        {
            return;
        }
        Turn(place);
    }
}

bool
TimingWheelScheduler::IsEmpty() const
{
    return m_near.IsEmpty() && !HasSlots();
}

Scheduler::Event
TimingWheelScheduler::PeekNext() const
{
    if (!m_near.IsEmpty())
    {
        return m_near.First();
    }
    const Place place = NextPlace();
    const Events& events = m_wheels[place.wheel].slots[place.slot];
    return *std::min_element(events.begin(), events.end());
}

Scheduler::Event
TimingWheelScheduler::RemoveNext()
{
    if (m_near.IsEmpty())
    {
        Turn(NextPlace());
    }
    const Event next = m_near.First();
    m_near.RemoveFirst();
    m_removed = next.key.m_ts;
    TurnEarly();
    LookAhead();
    return next;
}

void
TimingWheelScheduler::LookAhead()
{
    if (!ExpectedEventOwner::IsAnyLarge() || m_ownersGone != ExpectedEventOwner::CountGone())
    {
        return;
    }
    if (m_near.Size() >= EVENT_AHEAD)
    {
        dht::Prefetch(m_near[EVENT_AHEAD - 1].impl, EVENT_BYTES);
    }
    for (std::size_t left = 0; left < ExpectedEvent::STEPS; ++left)
    {
        const std::size_t ahead = STEP_AHEAD[left];
        if (m_near.Size() < ahead)
        {
            break;
        }
        NearEvent& near = m_near[ahead - 1];
        if (!std::exchange(near.isRecognized, true))
        {
            near.expected = Recognize(near.impl);
        }
        if (near.expected)
        {
            near.expected->Expect(left);
        }
    }
}

const ExpectedEvent*
TimingWheelScheduler::Recognize(const EventImpl* event)
{
    if (!event)
    {
        return nullptr;
    }
    const std::type_info& kind = typeid(*event);
    if (&kind == m_expectedKind)
    {
        return static_cast<const ExpectedEvent*>(event);
    }
    if (&kind == m_otherKind)
    {
        return nullptr;
    }
    const auto* const expected = dynamic_cast<const ExpectedEvent*>(event);
    (expected ? m_expectedKind : m_otherKind) = &kind;
    return expected;
}

bool
TimingWheelScheduler::HasSlots() const
{
    return std::any_of(m_wheels.begin(), m_wheels.end(), [](const Wheel& wheel) {
        return wheel.used != 0;
    });
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
