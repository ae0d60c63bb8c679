/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_IDLE_HOST_H
#define DHT_CC_TEST_IDLE_HOST_H

#include "dht-host.h"

/**
 * @file
 * @ingroup dht-cc-tests
 * A host that does nothing, as a base of those that do one thing.
 */

namespace dht
{
namespace test
{

/// Takes everything, and forgets it.
class IdleHost : public LiveHost
{
  public:
    LinkState StateOf(LinkIndex /* link */, const Request& /* request */) override
    {
        return LinkState::kReady;
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

    void SendDatagram(const Endpoint& /* to */, const Datagram& /* datagram */) override
    {
    }

    void WakeAt(Time /* time */) override
    {
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

    void OnJoined() override
    {
    }

    void OnJoinFailed(JoinFailure /* why */) override
    {
    }
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_IDLE_HOST_H
