/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_EXPECTED_EVENT_H
#define DHT_CC_EXPECTED_EVENT_H

#include "ns3/event-impl.h"

#include <cstddef>

namespace ns3
{

/**
 * @ingroup dht-cc
 * An event that knows what it will touch. Of very many peers, hardly any data that an event needs
 * is in the cache, and where one part of it leads to the next, each would be waited for. So they
 * are fetched one after the other while the events before it are at work: TimingWheelScheduler
 * calls for it.
 */
class ExpectedEvent : public EventImpl
{
  public:
    /// How many steps that takes, with an event before it for each.
    static constexpr std::size_t STEPS = 3;

    /// Have what it needs brought into the cache, as far as that is known from what the step before
    /// has fetched, which may have been left out. @param left Steps that are left after this one,
    /// below STEPS.
    virtual void Expect(std::size_t left) const = 0;
};

} // namespace ns3

#endif // DHT_CC_EXPECTED_EVENT_H
