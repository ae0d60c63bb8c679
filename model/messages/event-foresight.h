/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_EVENT_FORESIGHT_H
#define DHT_CC_EVENT_FORESIGHT_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Knows by the context of an event what memory the event will need, and has it brought into the
 * cache in time. Of very many nodes, none is there, and most of the time would pass with waiting.
 *
 * What one part of the memory points to is known once that part is in the cache. So a scheduler
 * asks several times for each event that is to come, some events ahead.
 */
class EventForesight
{
  public:
    /// What is fetched, the first one first; each is known from the one before it.
    enum class Part
    {
        NODE,    //!< The node itself.
        POINTED, //!< What the node points to.
        CONTENTS //!< What this points to.
    };

    /// From now on, it is the one that is asked.
    EventForesight();
    virtual ~EventForesight();

    EventForesight(const EventForesight&) = delete;
    EventForesight& operator=(const EventForesight&) = delete;

    /// @return The one that is asked; null if there is none.
    static const EventForesight* Get();

    /// Fetch memory. @param context The context of an event that is to come, or of none. @param
    /// part Which memory.
    virtual void Fetch(uint32_t context, Part part) const = 0;
};

} // namespace ns3

#endif // DHT_CC_EVENT_FORESIGHT_H
