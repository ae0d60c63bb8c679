/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DATAGRAM_HOST_H
#define DHT_DATAGRAM_HOST_H

#include "dht-carrier.h"

/**
 * @file
 * @ingroup dht-protocol
 * A host without connections.
 */

namespace dht
{

/**
 * A host whose peer sends datagrams alone, and so must route iteratively (RoutingMode::kIterative).
 * Every link is down: a request that another peer wants relayed is dropped. A datagram is sent at
 * once, as a socket may lose it anyway. Sending, the timer and what comes of joining are left to
 * the derived class, and so is the timer of a store, for a node that has one.
 */
class DatagramHost : public Carrier
{
  public:
    LinkState StateOf(LinkIndex /* link */, const Request& /* request */) override
    {
        return LinkState::kDown;
    }

    void Send(LinkIndex /* link */, const Request& /* request */) override
    {
    }

    Endpoint EndpointOf(LinkIndex /* link */) override
    {
        return {};
    }

    LinkState StateOfDatagrams(std::size_t /* size */) override
    {
        return LinkState::kReady;
    }

    void Resume(ConnectionId /* connection */) override
    {
    }

    void Connect(LinkIndex /* link */, const Endpoint& /* neighbour */) override
    {
    }

    void Disconnect(LinkIndex /* link */) override
    {
    }

    void WakeStorageAt(Time /* time */) override
    {
    }
};

} // namespace dht

#endif // DHT_DATAGRAM_HOST_H
