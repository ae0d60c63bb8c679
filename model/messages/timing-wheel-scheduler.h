/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TIMING_WHEEL_SCHEDULER_H
#define DHT_CC_TIMING_WHEEL_SCHEDULER_H

#include "near-events.h"

#include "ns3/scheduler.h"

#include <array>
#include <boost/container/deque.hpp>
#include <cstdint>
#include <optional>
#include <typeinfo>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A scheduler for very many events: hierarchical timing wheels (Varghese and Lauck, "Hashed and
 * Hierarchical Timing Wheels", SOSP 1987, scheme 7), and a short sorted array of what is due next.
 *
 * A heap of a million events misses the processor's cache at most of its levels. Here, an event is
 * appended to a slot some times, the nearer the finer, until its slot has few enough events to be
 * ordered in the cache. So many events ahead are known that these events, and what they will need
 * (ExpectedEvent), are fetched while others are at work.
 *
 * Each wheel has the slots of one digit of time, to base 64, in units of ns-3's resolution. An
 * event that is to come is in the wheel of the first digit in which its time differs from that of
 * the last turn; if that digit is finer than all wheels in use, the event is near. To remove an
 * event before its time takes a walk through its slot, and so does a look at the next one when none
 * is near.
 */
class TimingWheelScheduler : public Scheduler
{
  public:
    /**
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    TimingWheelScheduler();

    /// @param event One that is not before the last that was removed by RemoveNext().
    void Insert(const Event& event) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& event) override;

  private:
    static constexpr unsigned DIGIT_BITS = 6;                              //!< Bits of a digit.
    static constexpr unsigned SLOTS = 1U << DIGIT_BITS;                    //!< In each wheel.
    static constexpr unsigned WHEELS = (64 + DIGIT_BITS - 1) / DIGIT_BITS; //!< For all of time.

    /// The events of a slot. They come and go in blocks: there are many, and no room for as many
    /// again.
    using Events = boost::container::deque<
        Event,
        void,
        boost::container::deque_options<boost::container::block_bytes<4096>>::type>;

    /// The events that differ in one digit, by that digit.
    struct Wheel
    {
        std::array<Events, SLOTS> slots; //!< In no order.
        uint64_t used{0};                //!< A bit for each slot that has events.
    };

    /// Where events are: in a wheel's slot.
    struct Place
    {
        unsigned wheel; //!< Which wheel.
        unsigned slot;  //!< Which of its slots.
    };

    /// @param time A time. @return Its place; nothing if it is near.
    std::optional<Place> PlaceOf(uint64_t time) const;
    /// @return The slot of the earliest events that are not near; there must be one.
    Place NextPlace() const;
    /// Take the events of the next slot near. @param place That slot.
    void Turn(const Place& place);
    /// Take slots near before their time, so that enough events are known ahead.
    void TurnEarly();
    /// Put events that are too many to be near into slots, but for those that still share the last
    /// turn's digits.
    void Spread();
    /// Put events into slots as if the last turn had been earlier. @param time The time of the
    /// earliest event then.
    void TurnBack(uint64_t time);
    /// Append an event to its slot, or to those that are near, which are in no order then.
    /// @param event The event. @return Whether it is near.
    bool Put(const Event& event);
    /// @return Whether there are events in slots.
    bool HasSlots() const;
    /// Fetch what the next events will need.
    void LookAhead();
    /// @param event An event, or null. @return The same, if it knows what it will need.
    const ExpectedEvent* Recognize(const EventImpl* event);

    std::array<Wheel, WHEELS> m_wheels; //!< The finest first.
    NearEvents m_near;                  //!< Those before all in slots, in order.
    uint64_t m_turned{0};               //!< The time of the earliest event at the last turn.
    uint64_t m_removed{0};              //!< The time of the event that was removed last.
    unsigned m_finest{0};               //!< The first wheel in use; finer ones are empty.
    uint64_t m_ownersGone;              //!< Of events that were expected (ExpectedEventOwner).
    /// A kind of event that knows what it will need, and one that does not: those looked at last.
    const std::type_info* m_expectedKind{nullptr};
    const std::type_info* m_otherKind{nullptr};
};

} // namespace ns3

#endif // DHT_CC_TIMING_WHEEL_SCHEDULER_H
