/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_TAP_H
#define DHT_STORAGE_TAP_H

#include "dht-endpoint.h"
#include "dht-storage-message.h"
#include "dht-time.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What a store's host can be asked to tell.
 */

namespace dht
{

/// Sees all that a host hands to a storage, and all that it carries away for it. Who has written it
/// down, with what the storage draws of random numbers, can do it all again without the host.
class StorageTap
{
  public:
    virtual ~StorageTap() = default;

    /// The storage is woken. @param now The present, as it is told.
    virtual void OnWake(Time now) = 0;

    /// A message goes in. @param now The present, as the storage is told. @param from Its sender.
    /// @param message The message.
    virtual void OnMessage(Time now, const Endpoint& from, const StorageMessage& message) = 0;

    /// A message came out. @param to Its receiver. @param message The message.
    virtual void OnSent(const Endpoint& to, const StorageMessage& message) = 0;
};

} // namespace dht

#endif // DHT_STORAGE_TAP_H
