/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_HOST_H
#define DHT_STORAGE_HOST_H

#include "dht-endpoint.h"
#include "dht-storage-message.h"
#include "dht-time.h"

#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * What a store asks of whoever runs it, and who watches it.
 */

namespace dht
{

/// Carries out the actions of a peer's storage. It must not call the storage back from within.
class StorageHost
{
  public:
    virtual ~StorageHost() = default;

    /// Send a message, unreliably. @param to The receiver's endpoint. @param message The message.
    virtual void SendStorage(const Endpoint& to, const StorageMessage& message) = 0;

    /// Call Storage::OnWake() at this time, which replaces the one asked for before. @param time
    /// The instant; kNever for not at all.
    virtual void WakeStorageAt(Time time) = 0;
};

/// Says how near peers are.
class Nearness
{
  public:
    virtual ~Nearness() = default;

    /// @param peer Another peer. @return The round-trip time to it; nothing if nobody knows.
    virtual std::optional<Time> RoundTripTo(const Endpoint& peer) const = 0;
};

} // namespace dht

#endif // DHT_STORAGE_HOST_H
