/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_APPLICATION_H
#define DHT_APPLICATION_H

#include "dht-message.h"
#include "dht-observer.h"
#include "dht-time.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * The interface of an application on top of a peer.
 */

namespace dht
{

/**
 * An application on a peer: it answers requests for the peer's keys, and hears what becomes of the
 * peer's own requests. It must not call the peer from within these methods. A method that is not
 * overridden does what a peer without application does.
 */
class Application
{
  public:
    virtual ~Application() = default;

    /**
     * A request for a key of this peer has arrived. It may be the peer's own. It may have arrived
     * before: a source that has not had the answer sends its request again.
     *
     * @param now The present.
     * @param request The request.
     * @return The payload of the overlay-ack, possibly empty, at most
     * Peer::LongestAnswer(request) bytes; without a value, the application calls Peer::Respond()
     * later.
     */
    virtual std::optional<Payload> OnRequest(Time /* now */, const Request& /* request */)
    {
        return Payload{};
    }

    /// An own request was taken from its source, and has got its id. @param now The present. @param
    /// request The request.
    virtual void OnIssued(Time /* now */, const Request& /* request */)
    {
    }

    /// An own request was answered. @param now The present. @param answer The answer.
    virtual void OnAnswered(Time /* now */, const Answer& /* answer */)
    {
    }

    /// An own request was given up. @param now The present. @param id Its id.
    virtual void OnGivenUp(Time /* now */, std::uint64_t /* id */)
    {
    }
};

} // namespace dht

#endif // DHT_APPLICATION_H
