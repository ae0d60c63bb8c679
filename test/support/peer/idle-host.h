/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_IDLE_HOST_H
#define DHT_CC_TEST_IDLE_HOST_H

#include "dht-datagram-host.h"

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
class IdleHost : public DatagramHost
{
  public:
    LinkState StateOf(LinkIndex /* link */, const Request& /* request */) override
    {
        return LinkState::kReady;
    }

    void SendDatagram(const Endpoint& /* to */, const Datagram& /* datagram */) override
    {
    }

    void WakeAt(Time /* time */) override
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
