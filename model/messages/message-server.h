/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_SERVER_H
#define DHT_CC_MESSAGE_SERVER_H

#include "dht-time.h"

#include <algorithm>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A server that takes one thing after the other, in the order in which they come, and loses none:
 * an uplink or a downlink.
 */
class MessageServer
{
  public:
    /// @param capacity Requests that it serves in a second, at least 0; 0: it takes no time.
    explicit MessageServer(double capacity)
        : m_cost(capacity > 0 ? dht::FromSeconds(1 / capacity) : dht::Time(0))
    {
    }

    /// @return What a request takes.
    dht::Time Cost() const
    {
        return m_cost;
    }

    /// @return When it is done with all it has.
    dht::Time FreeAt() const
    {
        return m_freeAt;
    }

    /// @param now The present. @return How long it has to work on what it has.
    dht::Time Backlog(dht::Time now) const
    {
        return std::max(m_freeAt - now, dht::Time(0));
    }

    /// @param now The present. @param requests What something takes, in requests. @return When the
    /// server is done with it.
    dht::Time Serve(dht::Time now, double requests)
    {
        const double time = requests * static_cast<double>(m_cost.count());
        m_freeAt = std::max(m_freeAt, now) + dht::Time(static_cast<dht::Time::rep>(time));
        return m_freeAt;
    }

  private:
    dht::Time m_cost;      //!< Of a request.
    dht::Time m_freeAt{0}; //!< When it is done with all it has.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_SERVER_H
