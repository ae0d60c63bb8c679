/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OVERLAY_STORE_HOST_H
#define DHT_OVERLAY_STORE_HOST_H

#include "dht-message.h"
#include "dht-time.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What a store on top of the overlay asks of whoever runs it.
 */

namespace dht
{

/// The peer beneath a store, and its clock.
class OverlayStoreHost
{
  public:
    virtual ~OverlayStoreHost() = default;

    /// @param request One that has arrived. @return As Peer::LongestAnswer().
    virtual std::size_t LongestAnswer(const Request& request) const = 0;

    /// @param request One that has arrived. @return Whether its answer could leave now, or be
    /// queued, if it goes through the overlay and the scheme lets nothing overflow.
    virtual bool HasRoomToAnswer(const Request& request) const = 0;

    /// As Peer::Respond(), only from OverlayStore::OnWake(). @param now The present. @param request
    /// The request to answer. @param answer The answer.
    virtual void Respond(Time now, const Request& request, Payload answer) = 0;

    /// Issue what the store offers and the scheme admits, only from OverlayStore::OnWake(). @param
    /// now The present.
    virtual void Issue(Time now) = 0;

    /// Call OverlayStore::OnWake() at this time, which replaces the one asked for before; not from
    /// within. @param time The instant; kNever for not at all.
    virtual void WakeStoreAt(Time time) = 0;
};

} // namespace dht

#endif // DHT_OVERLAY_STORE_HOST_H
