/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_POOLED_EVENT_H
#define DHT_CC_POOLED_EVENT_H

#include "expected-event.h"

#include <boost/pool/singleton_pool.hpp>
#include <cstddef>
#include <new>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * An event whose memory comes from a pool: there are millions at a time, and with each message some
 * begin and some end. The memory stays the pool's until the process ends.
 *
 * @tparam Event The kind of event: the one class that is derived from this one.
 */
template <typename Event>
class PooledEvent : public ExpectedEvent
{
  public:
    /// @return Memory for an event of the kind.
    static void* operator new(std::size_t /* size */)
    {
        if (void* const place = Pool<sizeof(Event)>::malloc())
        {
            return place;
        }
        throw std::bad_alloc();
    }

    /// @param place Memory of an event that has ended.
    static void operator delete(void* place)
    {
        Pool<sizeof(Event)>::free(place);
    }

  private:
    /// Events for which memory is taken at once: a few KiB.
    static constexpr unsigned BLOCK = 64;

    /// Memory of all events of the kind. The simulator has one thread. @tparam SIZE Of an event,
    /// which is known once the class is complete.
    template <unsigned SIZE>
    using Pool = boost::singleton_pool<Event,
                                       SIZE,
                                       boost::default_user_allocator_new_delete,
                                       boost::details::pool::null_mutex,
                                       BLOCK,
                                       BLOCK>;
};

} // namespace ns3

#endif // DHT_CC_POOLED_EVENT_H
