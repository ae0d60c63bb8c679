/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CONGESTION_CONTROL_H
#define DHT_CONGESTION_CONTROL_H

#include "dht-relay-policy.h"
#include "dht-rtt-estimator.h"
#include "dht-time.h"

#include <cstddef>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * The interface of every congestion control scheme.
 */

namespace dht
{

/**
 * The congestion control of one peer: when may it issue a request, and how does it treat the
 * requests it relays. A scheme overrides Admit() and whatever else it needs.
 *
 * Instants must not decrease from call to call. A scheme keeps no clock, does no I/O and owns
 * nothing but its own state.
 */
class CongestionControl
{
  public:
    virtual ~CongestionControl() = default;

    /**
     * @param now The present.
     * @param outstanding Requests of this peer that were not answered yet.
     * @return The earliest instant at which the next request may be issued, as far as is known:
     *         now or before, later, or kNever (not before the next overlay-ack or timeout).
     */
    virtual Time Admit(Time now, std::size_t outstanding) = 0;

    /// A request was issued (not: retransmitted). @param now The present.
    virtual void OnSent(Time now);

    /**
     * A request was answered.
     *
     * @param now The present.
     * @param rtt The time since it was sent; zero where a retransmission makes it ambiguous.
     * @param marked Its congestion bit h.
     */
    virtual void OnAck(Time now, Time rtt, bool marked);

    /// A request was not answered in time and is retransmitted. @param now The present.
    virtual void OnTimeout(Time now);

    /// @return The request rate x to advertise in requests/s; 0 if the scheme has none.
    virtual double Rate() const;

    /// @return What the scheme regulates, for traces: its rate or its credits; 0 if neither.
    virtual double Level() const;

    /**
     * A request enters a relay queue of this peer.
     *
     * @param queue Which queue.
     * @param queueLength Requests in the queue before it enters.
     * @param sourceRate The request rate x that its source advertises; 0 if unknown.
     * @return The probability of marking it, in [0, 1].
     */
    virtual double MarkProbability(QueueIndex queue, std::size_t queueLength, double sourceRate);

    /// @return How requests are to be relayed.
    virtual RelayPolicy Relay() const;

    /// @return How to time out and retransmit requests; nothing if the scheme never does.
    virtual std::optional<TimeoutPolicy> Retransmission() const;
};

} // namespace dht

#endif // DHT_CONGESTION_CONTROL_H
