/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_EXTENSION_H
#define DHT_MEMORY_EXTENSION_H

#include "dht-datagram.h"
#include "dht-time.h"

/**
 * @file
 * @ingroup dht-protocol
 * What a host in memory may have besides its peer.
 */

namespace dht
{

/// What a host in memory has besides its peer, such as a store. It lives as long as the host.
class MemoryExtension
{
  public:
    virtual ~MemoryExtension() = default;

    /// A datagram arrived. @param now The present. @param from The sender's endpoint. @param
    /// datagram The datagram. @return Whether it was for this object: else the peer gets it.
    virtual bool OnDatagram(Time now, const Endpoint& from, const Datagram& datagram) = 0;

    /// @return Whether its counters agree with each other; asked after each datagram.
    virtual bool IdentitiesHold() const = 0;
};

} // namespace dht

#endif // DHT_MEMORY_EXTENSION_H
