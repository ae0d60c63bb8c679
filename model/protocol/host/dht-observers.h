/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OBSERVERS_H
#define DHT_OBSERVERS_H

#include "dht-observer.h"

#include <algorithm>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Several observers of one peer.
 */

namespace dht
{

/// Passes each event to several observers, in the order in which they were added.
class Observers : public Observer
{
  public:
    /// @param observer Gets all events from now on; must outlive this object, or be
    /// removed.
    void Add(Observer& observer)
    {
        m_observers.push_back(&observer);
    }

    /// @param observer Hears nothing any more.
    void Remove(Observer& observer)
    {
        m_observers.erase(std::remove(m_observers.begin(), m_observers.end(), &observer),
                          m_observers.end());
    }

    void OnIssued(const EventContext& at, const Request& request) override
    {
        Tell(&Observer::OnIssued, at, request);
    }

    void OnForwarded(const EventContext& at, LinkIndex link, const Request& request) override
    {
        Tell(&Observer::OnForwarded, at, link, request);
    }

    void OnDelivered(const EventContext& at, const Request& request) override
    {
        Tell(&Observer::OnDelivered, at, request);
    }

    void OnAnswered(const EventContext& at, const Answer& answer) override
    {
        Tell(&Observer::OnAnswered, at, answer);
    }

    void OnDropped(const EventContext& at, const DropEvent& drop) override
    {
        Tell(&Observer::OnDropped, at, drop);
    }

    void OnMarked(const EventContext& at, QueueIndex queue, const Request& request) override
    {
        Tell(&Observer::OnMarked, at, queue, request);
    }

    void OnTimeout(const EventContext& at, std::uint64_t id) override
    {
        Tell(&Observer::OnTimeout, at, id);
    }

    void OnRetransmitted(const EventContext& at, const Request& request) override
    {
        Tell(&Observer::OnRetransmitted, at, request);
    }

    void OnGivenUp(const EventContext& at, std::uint64_t id) override
    {
        Tell(&Observer::OnGivenUp, at, id);
    }

    void OnQueueLength(const EventContext& at, const QueueEvent& queue) override
    {
        Tell(&Observer::OnQueueLength, at, queue);
    }

    void OnLookupWindow(const EventContext& at, const LookupWindowEvent& window) override
    {
        Tell(&Observer::OnLookupWindow, at, window);
    }

    void OnLevel(const EventContext& at, double level) override
    {
        Tell(&Observer::OnLevel, at, level);
    }

    void OnRtt(const EventContext& at, Time rtt) override
    {
        Tell(&Observer::OnRtt, at, rtt);
    }

    void OnPlace(const EventContext& at, const PlaceEvent& place) override
    {
        Tell(&Observer::OnPlace, at, place);
    }

  private:
    /// @param event The observer's method. @param what Its arguments.
    template <typename Event, typename... What>
    void Tell(Event event, const What&... what)
    {
        for (Observer* const observer : m_observers)
        {
            (observer->*event)(what...);
        }
    }

    std::vector<Observer*> m_observers; ///< They get all events.
};

} // namespace dht

#endif // DHT_OBSERVERS_H
