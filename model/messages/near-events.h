/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_NEAR_EVENTS_H
#define DHT_CC_NEAR_EVENTS_H

#include "ns3/scheduler.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ns3
{

class ExpectedEvent;

/**
 * @ingroup dht-cc
 * An event that is due soon.
 */
struct NearEvent : Scheduler::Event
{
    /// @param event The event.
    NearEvent(const Scheduler::Event& event)
        : Scheduler::Event(event)
    {
    }

    const ExpectedEvent* expected{nullptr}; //!< The same, if it knows what it will need.
    bool isRecognized{false};               //!< Whether that was found out: it takes long.
};

/**
 * @ingroup dht-cc
 * The next events, in one piece of memory: they are looked at by their places, and some come in
 * between, which moves those before or those behind, whichever are fewer.
 */
class NearEvents
{
  public:
    using Iterator = std::vector<NearEvent>::iterator; //!< Of an event.

    /// @return How many there are.
    std::size_t Size() const
    {
        return m_events.size() - m_first;
    }

    /// @return Whether there is none.
    bool IsEmpty() const
    {
        return m_first == m_events.size();
    }

    /// @param place Which one, below Size(). @return The event.
    NearEvent& operator[](std::size_t place)
    {
        return m_events[m_first + place];
    }

    /// @return The first one; there must be one.
    const NearEvent& First() const
    {
        return m_events[m_first];
    }

    /// The first one is over; there must be one.
    void RemoveFirst()
    {
        constexpr std::size_t worthIt = 256;
        ++m_first;
        // those that are left move once while as many go
        if (m_first >= worthIt && m_first >= Size())
        {
            m_events.erase(m_events.begin(), begin());
            m_first = 0;
        }
    }

    /// One comes in between. All must be in order. @param event The event.
    void Insert(const Scheduler::Event& event)
    {
        const Iterator place = std::upper_bound(begin(), end(), event);
        if (m_first > 0 && place - begin() < end() - place)
        {
            *std::copy(begin(), place, begin() - 1) = event;
            --m_first;
            return;
        }
        m_events.insert(place, event);
    }

    /// @param event Put behind all others, wherever it belongs.
    void Append(const Scheduler::Event& event)
    {
        m_events.emplace_back(event);
    }

    /// The last one is taken back; there must be one.
    void RemoveLast()
    {
        m_events.pop_back();
    }

    /// @param place An event that is taken out.
    void erase(Iterator place)
    {
        m_events.erase(place);
    }

    /// @return All of them, taken out.
    std::vector<NearEvent> TakeAll()
    {
        std::vector<NearEvent> all(begin(), end());
        m_events.clear();
        m_first = 0;
        return all;
    }

    /// @return The first one.
    Iterator begin()
    {
        return m_events.begin() + static_cast<std::ptrdiff_t>(m_first);
    }

    /// @return The place behind the last one.
    Iterator end()
    {
        return m_events.end();
    }

  private:
    std::vector<NearEvent> m_events; //!< They are behind some that are over.
    std::size_t m_first{0};          //!< How many are over.
};

} // namespace ns3

#endif // DHT_CC_NEAR_EVENTS_H
