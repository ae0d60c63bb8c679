/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CARRIER_H
#define DHT_CARRIER_H

#include "dht-host.h"

/**
 * @file
 * @ingroup dht-protocol
 * What a whole node needs from its host.
 */

namespace dht
{

/// Carries out the actions of a node (Node): those of a peer, and those of its store. It must not
/// call the node back from within, but where LiveHost says so.
class Carrier : public LiveHost
{
  public:
    /// Send a message of the node's store, unreliably. @param to The receiver's endpoint. @param
    /// message The message.
    virtual void SendStorage(const Endpoint& to, const StorageMessage& message)
    {
        SendDatagram(to, message);
    }

    /// Call Node::OnStorageWake() at this time, which replaces the one asked for before. It is
    /// another timer than that of Host::WakeAt(): a store that outlives its process may go by
    /// another clock.
    /// @param time The instant; kNever for not at all.
    virtual void WakeStorageAt(Time time) = 0;
};

} // namespace dht

#endif // DHT_CARRIER_H
