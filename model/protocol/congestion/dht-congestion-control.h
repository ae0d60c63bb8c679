/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CONGESTION_CONTROL_H
#define DHT_CONGESTION_CONTROL_H

#include "dht-relay-policy.h"
#include "dht-routing-table.h"
#include "dht-rtt-estimator.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * The interface of every congestion control scheme.
 */

namespace dht
{

/// What a scheme learns of a request in a relay queue.
struct QueuedRequest
{
    double sourceRate{0};     ///< Request rate x that its source advertises [1/s]; 0 if unknown.
    std::uint8_t hopsLeft{0}; ///< Overlay hops that it may still take.
    std::uint8_t hopsDone{0}; ///< Overlay hops behind it, if its source has this peer's hop limit.
    std::uint8_t feedback{0}; ///< Its feedback, as other relays have set it; 0 at first.
    bool marked{false};       ///< Its congestion bit h.
};

/// What a scheme learns of an own request that it has let pass, before it is issued.
struct AdmitContext
{
    Time now{0};                        ///< The present.
    std::size_t outstanding{0};         ///< Own requests that were not answered yet.
    QueueIndex queue{0};                ///< The relay queue that it will enter.
    LinkIndex link{0};                  ///< Its next hop; beyond all links if it is no neighbour.
    std::size_t length{0};              ///< Requests in that queue.
    LinkState state{LinkState::kReady}; ///< Whether the link would take it now.
};

/// What a scheme learns of a request that enters a relay queue.
struct EnterContext
{
    Time now{0};           ///< The present.
    QueueIndex queue{0};   ///< The queue.
    LinkIndex link{0};     ///< The request's next hop; beyond all links if it goes to no neighbour.
    std::size_t length{0}; ///< Requests in the queue before it enters.
    QueuedRequest request; ///< The request that enters.
};

/// What a scheme learns of a request that leaves a relay queue for its next hop, and so is neither
/// dropped nor answered by this very peer.
struct LeaveContext
{
    Time now{0};           ///< The present.
    QueueIndex queue{0};   ///< The queue.
    LinkIndex link{0};     ///< The request's next hop.
    std::size_t length{0}; ///< Requests in the queue after it has left.
    Time sojourn{0}; ///< How long it was in the queue, in whole microseconds, up to 71 minutes.
    Time uplinkIdleAt{kNever}; ///< When the uplink had sent, or will have, all that went before.
    /// Requests of its size that have to wait for its link to cross together; 0: none is held.
    std::uint32_t batch{0};
    QueuedRequest request; ///< The request that has left.
};

/// What a scheme learns of an own request that was answered.
struct AckContext
{
    Time now{0};              ///< The present.
    Time rtt{0};              ///< Round-trip time; zero where a retransmission makes it ambiguous.
    bool marked{false};       ///< Its congestion bit h.
    std::uint8_t feedback{0}; ///< Its feedback, as relays have set it (FeedbackOn()); 0 at first.
    /// Own requests that were outstanding until it came, counted as for CongestionControl::Admit().
    std::size_t outstanding{0};
};

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

    /**
     * Whether a request that Admit() has let pass may be issued now that its next hop is known.
     * Otherwise it waits, and so do all later ones. Only called if RelayPolicy::admitsByLink, and
     * not for a key that this peer is responsible for.
     *
     * @param request The request.
     * @return Now or before to issue it; else when to ask again, or kNever: not before the next
     *         overlay-ack or timeout, or before a link takes requests again.
     */
    virtual Time AdmitTo(const AdmitContext& request);

    /// A request was issued (not: retransmitted). @param now The present.
    virtual void OnSent(Time now);

    /// A request was answered. @param ack The overlay-ack.
    virtual void OnAck(const AckContext& ack);

    /// A request was not answered in time and is retransmitted. @param now The present.
    virtual void OnTimeout(Time now);

    /// Timeouts that OnTimeout() has told of were no sign of congestion: an answer shows that the
    /// request had reached its end, where nobody answered (RFC 4015 has it of a timeout that was
    /// spurious). @param timeouts How many.
    virtual void OnExcused(unsigned timeouts);

    /// @return The request rate x to advertise in requests/s; 0 if the scheme has none.
    virtual double Rate() const;

    /// @return The variable that the scheme controls, for traces: its rate [requests/s] or its
    /// credits; 0 if neither.
    virtual double Level() const;

    /// @param request A request that enters a relay queue of this peer.
    /// @return The probability of marking it, in [0, 1].
    virtual double MarkProbability(const EnterContext& request);

    /**
     * Feedback to the source in addition to h: one byte that a request carries, and that comes back
     * with its overlay-ack (AckContext::feedback). Only called if RelayPolicy::givesFeedback.
     *
     * @param request A request that enters a relay queue of this peer.
     * @return The byte that it carries from here on; 0 for none.
     */
    virtual std::uint8_t FeedbackOn(const EnterContext& request);

    /// A request leaves a relay queue of this peer. Only called if RelayPolicy::hearsLeaving.
    /// @param request The request.
    virtual void OnLeave(const LeaveContext& request);

    /// A request ends at this peer, and enters none of its queues. Only called if
    /// RelayPolicy::hearsArriving, and not where a processor takes time for each request: there,
    /// a request enters a queue at its end, too. @param request The request.
    virtual void OnArrive(const QueuedRequest& request);

    /// @param newcomer A request that enters a relay queue. @param other One in the queue.
    /// @return Whether the newcomer leaves before the other. Only called with QueueOrder::kScheme.
    virtual bool GoesBefore(const QueuedRequest& newcomer, const QueuedRequest& other) const;

    /// @return How requests are to be relayed.
    virtual RelayPolicy Relay() const;

    /// @return How to time out and retransmit requests, as long as this object lives; null if the
    /// scheme never does.
    virtual const TimeoutPolicy* Retransmission() const;
};

} // namespace dht

#endif // DHT_CONGESTION_CONTROL_H
