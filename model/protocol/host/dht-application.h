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
 * What an application on top of a peer hears of it.
 */

namespace dht
{

/**
 * An application on a peer: it answers requests for the peer's keys, and hears what becomes of the
 * peer's own ones. It must not call the peer from within these. What it does not override is done
 * as if there were none.
 */
class Application
{
  public:
    virtual ~Application() = default;

    /**
     * A request for a key of this peer has arrived, maybe its own, and maybe not for the first
     * time: who sends it again has not had the answer.
     *
     * @param now The present.
     * @param request It.
     * @return What the overlay-ack carries, possibly nothing in it, at most
     * Peer::LongestAnswer(request) bytes; without a value, the application calls Peer::Respond()
     * later.
     */
    virtual std::optional<Payload> OnRequest(Time /* now */, const Request& /* request */)
    {
        return Payload{};
    }

    /// An own request was taken from its source, and has got its id. @param now The present. @param
    /// request It.
    virtual void OnIssued(Time /* now */, const Request& /* request */)
    {
    }

    /// An own request was answered. @param now The present. @param answer How.
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
