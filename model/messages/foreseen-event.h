/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_FORESEEN_EVENT_H
#define DHT_CC_FORESEEN_EVENT_H

#include "prefetch.h"

#include "ns3/event-impl.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * An event that knows at whom it happens, so that this peer is in the cache by then. It is asked
 * some events before its time, and may be asked when the peer is gone: it names a place, and looks
 * at nothing there.
 */
class ForeseenEvent : public EventImpl
{
  public:
    /// Have the peer brought into the cache.
    virtual void Foresee() const = 0;
};

} // namespace ns3

#endif // DHT_CC_FORESEEN_EVENT_H
