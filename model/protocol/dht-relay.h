/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RELAY_H
#define DHT_RELAY_H

#include "dht-peer-context.h"
#include "dht-relay-queues.h"

#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The relaying half of a peer.
 */

namespace dht
{

/// Keeps requests until their next hop takes them, marks them, and drops them or lets them wait.
class Relay
{
  public:
    /// Who waits for room in a queue: a connection, or the peer's own next request (nothing).
    using Waiter = std::optional<ConnectionId>;

    /// @param context The peer's; must outlive this object.
    explicit Relay(PeerContext& context);

    /// @param link A next hop. @return Whether requests for it have to wait for room.
    bool MustWait(LinkIndex link) const;

    /**
     * Wait for room; each waiter is woken once, first come first.
     *
     * @param link The next hop for which MustWait() holds.
     * @param waiter Who waits.
     */
    void Wait(LinkIndex link, Waiter waiter);

    /// @return Whether the peer's own request was woken.
    bool HasOwnWake() const;

    /// @return The same; it is not woken any more.
    bool TakeOwnWake();

    /// @param waiter A connection that was closed, or the peer's own request if there is none any
    /// more: it waits no longer.
    void Forget(Waiter waiter);

    /**
     * Take a request on: mark it, then send, queue or drop it.
     *
     * @param now The present.
     * @param link Its next hop.
     * @param request The request.
     */
    void Accept(Time now, LinkIndex link, Request request);

    /// A link takes requests again. @param now The present. @param link Which.
    void OnWritable(Time now, LinkIndex link);

    /// @return Requests in all queues.
    std::size_t Queued() const;

  private:
    /// Drop a request. @param now The present. @param request The request. @param reason Why.
    void Drop(Time now, const Request& request, DropReason reason);
    /// Send what a queue's links take. @param now The present. @param queue The queue.
    void Drain(Time now, QueueIndex queue);
    /// Send a request, or drop it if its link is down. @param now The present. @param entry The
    /// request and its link. @param state The link's state, not kBusy.
    void Dispatch(Time now, RelayQueues::Entry entry, LinkState state);
    /// Wake as many waiters as there is room for. @param queue The queue.
    void WakeWaiters(QueueIndex queue);

    PeerContext& m_context;                     ///< The peer's.
    Overflow m_overflow;                        ///< What to do when a queue is full.
    RelayQueues m_queues;                       ///< Requests that wait for their next hop.
    std::vector<std::vector<Waiter>> m_waiters; ///< By queue, first come first; empty if unused.
    bool m_ownWake{false};                      ///< Whether the peer's own request was woken.
};

} // namespace dht

#endif // DHT_RELAY_H
