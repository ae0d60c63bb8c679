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

#include <cstddef>
#include <cstdint>
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

/// What carries a message of a store.
enum class StorageCarrier : std::uint8_t
{
    kDatagram, ///< A datagram, unreliably: whatever somebody waits for.
    kLink,     ///< A link between two peers: fragments that repair moves.
};

/// Links to other peers that carry the fragments that repair moves, apart from what somebody waits
/// for. They must not call the storage back from within.
class RepairLinks
{
  public:
    virtual ~RepairLinks() = default;

    /// Send a message. It arrives unless the link is lost, which Storage::OnLinkSilent() is told,
    /// or has no room, which is counted, and ends the RPC when its time is over. @param to The
    /// receiver's endpoint. @param message The message.
    virtual void SendOverLink(const Endpoint& to, const StorageMessage& message) = 0;

    /// How urgent is what goes over links from now on? @param fewest Fragments that are left of the
    /// block with the fewest, of those that are repaired; nothing if none is.
    virtual void SetFewest(std::optional<std::size_t> fewest) = 0;

    /// @return How many fragments may be under way to and from this peer at once, for its own
    /// repair: at least one.
    virtual std::size_t MostAtOnce() const = 0;
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
