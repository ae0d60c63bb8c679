/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OBSERVER_H
#define DHT_OBSERVER_H

#include "dht-counters.h"
#include "dht-message.h"
#include "dht-routing-table.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * What a peer tells those who watch it.
 */

namespace dht
{

/// An own request that was answered.
struct Answer
{
    std::uint64_t id{0};    ///< The request's id.
    Key key{0};             ///< What was looked up.
    Endpoint responsible{}; ///< Who is responsible for it.
    Time delay{0};          ///< Since it was issued.
    std::uint32_t hops{0};  ///< Overlay hops it took.
    std::uint32_t sent{1};  ///< Times it was sent.
    bool marked{false};     ///< Its congestion bit h.
    Payload payload{};      ///< What the application there answered.
};

/// Watches a peer. Every method does nothing unless it is overridden.
class Observer
{
  public:
    virtual ~Observer() = default;

    /// An own request was issued. @param now The present. @param request The request.
    virtual void OnIssued(Time /* now */, const Request& /* request */)
    {
    }

    /// A request was sent on. @param now The present. @param link To whom. @param request It.
    virtual void OnForwarded(Time /* now */, LinkIndex /* link */, const Request& /* request */)
    {
    }

    /// A request arrived at this responsible peer. @param now The present. @param request It.
    virtual void OnDelivered(Time /* now */, const Request& /* request */)
    {
    }

    /// An own request was answered. @param now The present. @param answer The answer.
    virtual void OnAnswered(Time /* now */, const Answer& /* answer */)
    {
    }

    /// A request was dropped. @param now The present. @param request It. @param reason Why.
    virtual void OnDropped(Time /* now */, const Request& /* request */, DropReason /* reason */)
    {
    }

    /// This peer set a request's bit h. @param now The present. @param request The request.
    virtual void OnMarked(Time /* now */, const Request& /* request */)
    {
    }

    /// An own request is sent again. @param now The present. @param request The request.
    virtual void OnRetransmitted(Time /* now */, const Request& /* request */)
    {
    }

    /// An own request was given up. @param now The present. @param id Its id.
    virtual void OnGivenUp(Time /* now */, std::uint64_t /* id */)
    {
    }

    /// A queue changed. @param now The present. @param length Requests in all queues of the peer.
    virtual void OnQueueLength(Time /* now */, std::size_t /* length */)
    {
    }

    /// The scheme's rate or credits may have changed. @param now The present. @param level It.
    virtual void OnLevel(Time /* now */, double /* level */)
    {
    }

    /// An unambiguous RTT was measured. @param now The present. @param rtt The RTT.
    virtual void OnRtt(Time /* now */, Time /* rtt */)
    {
    }
};

} // namespace dht

#endif // DHT_OBSERVER_H
