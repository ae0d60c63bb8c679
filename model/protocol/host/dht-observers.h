/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OBSERVERS_H
#define DHT_OBSERVERS_H

#include "dht-observer.h"

#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Several who watch one peer.
 */

namespace dht
{

/// Tells several observers what it is told, in the order in which they were added.
class Observers : public Observer
{
  public:
    /// @param observer Hears all from now on; must outlive this object.
    void Add(Observer& observer)
    {
        m_observers.push_back(&observer);
    }

    void OnIssued(Time now, const Request& request) override
    {
        Tell(&Observer::OnIssued, now, request);
    }

    void OnForwarded(Time now, LinkIndex link, const Request& request) override
    {
        Tell(&Observer::OnForwarded, now, link, request);
    }

    void OnDelivered(Time now, const Request& request) override
    {
        Tell(&Observer::OnDelivered, now, request);
    }

    void OnAnswered(Time now, const Answer& answer) override
    {
        Tell(&Observer::OnAnswered, now, answer);
    }

    void OnDropped(Time now, const Request& request, DropReason reason) override
    {
        Tell(&Observer::OnDropped, now, request, reason);
    }

    void OnMarked(Time now, const Request& request) override
    {
        Tell(&Observer::OnMarked, now, request);
    }

    void OnRetransmitted(Time now, const Request& request) override
    {
        Tell(&Observer::OnRetransmitted, now, request);
    }

    void OnGivenUp(Time now, std::uint64_t id) override
    {
        Tell(&Observer::OnGivenUp, now, id);
    }

    void OnQueueLength(Time now, std::size_t length) override
    {
        Tell(&Observer::OnQueueLength, now, length);
    }

    void OnLevel(Time now, double level) override
    {
        Tell(&Observer::OnLevel, now, level);
    }

    void OnRtt(Time now, Time rtt) override
    {
        Tell(&Observer::OnRtt, now, rtt);
    }

  private:
    /// @param event What happened. @param what What is told of it.
    template <typename Event, typename... What>
    void Tell(Event event, const What&... what)
    {
        for (Observer* const observer : m_observers)
        {
            (observer->*event)(what...);
        }
    }

    std::vector<Observer*> m_observers; ///< Who hears all.
};

} // namespace dht

#endif // DHT_OBSERVERS_H
