/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_TAP_H
#define DHT_TRANSPORT_TAP_H

#include "dht-transport-endpoint.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * For whoever wants to see all that is done to a peer's links over the transport.
 */

namespace dht
{

class LinkTransport;

/// Listens to everything that goes into the links and comes out, in order. New links that get the
/// same calls and draw the same random numbers send the same bytes; nobody else may draw from that
/// stream.
class TransportTap
{
  public:
    /// Does something to links. @param links The links.
    using Call = std::function<void(LinkTransport& links)>;

    virtual ~TransportTap() = default;

    /// Something is done to the links. @param call Does it again.
    virtual void OnCall(const Call& call) = 0;
    /// The peer has been told something, and has done what came since the call that told it. @param
    /// accepted The answer; of a request, whether the peer has taken it.
    virtual void OnTold(bool accepted) = 0;
    /// The links are asked what is to be sent. @param now The present. @param capacity How many
    /// bytes there is room for. @param sent The answer. @param bytes The bytes of that.
    virtual void OnTransmit(Time now,
                            std::size_t capacity,
                            const std::optional<Transmission>& sent,
                            const std::uint8_t* bytes) = 0;
};

} // namespace dht

#endif // DHT_TRANSPORT_TAP_H
