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
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * The events that a peer reports to its observers.
 */

namespace dht
{

/// An own request that was answered.
struct Answer
{
    std::uint64_t id{0};    ///< The request's id.
    Key key{0};             ///< The key that was looked up.
    Endpoint responsible{}; ///< The peer that is responsible for the key.
    Time delay{0};          ///< Time since the request was issued.
    std::uint32_t hops{0};  ///< Overlay hops that the request took.
    std::uint32_t sent{1};  ///< Times that the request was sent.
    bool marked{false};     ///< The congestion bit h.
    Payload payload{};      ///< The answer of the application there.
};

/// The instant and the peer of an event.
struct EventContext
{
    Time now{0};          ///< The present.
    const Endpoint& peer; ///< The peer's endpoint.
};

/// A message that was dropped.
struct DropEvent
{
    const Request& request;          ///< The message dropped.
    DropReason reason;               ///< The reason.
    LinkIndex link{0};               ///< Its next hop.
    std::optional<QueueIndex> queue; ///< Its relay queue; nothing if it was in none.
};

/// A relay queue that has got longer or shorter.
struct QueueEvent
{
    QueueIndex queue{0};   ///< Index of the queue.
    std::size_t length{0}; ///< Requests in it.
    std::size_t total{0};  ///< Requests in all queues of the peer.
};

/// The window for a peer's lookups has changed, or what is in it.
struct LookupWindowEvent
{
    std::size_t limit{0};    ///< Lookups that may be asking somebody at once.
    std::size_t underWay{0}; ///< Those that are.
};

/// What has become of a peer's place in its ring.
enum class PlaceChange : std::uint8_t
{
    kJoined,      ///< It has a place, after `other`: its predecessor, or itself if it is alone.
    kLeft,        ///< It has left.
    kPredecessor, ///< Its predecessor is `other` from now on.
    kSuccessor,   ///< Its successor is `other` from now on.
    kLinked,      ///< It has a link to `other`.
    kUnlinked,    ///< It has no link to `other` any more.
    kSuspected,   ///< It routes around `other`, which does not answer.
    kTrusted,     ///< It routes to `other` again.
    kGivenUp,     ///< It takes `other` for dead.
    kCount,       ///< Number of changes.
};

/// @param change A change. @return Its name, such as "joined".
const char* ToString(PlaceChange change);

/// A change of a peer's place in a ring that peers join and leave.
struct PlaceEvent
{
    PlaceChange change;            ///< The change.
    std::optional<Endpoint> other; ///< The other peer; nothing where there is none.
};

/// Watches a peer. Every method does nothing unless it is overridden.
class Observer
{
  public:
    virtual ~Observer() = default;

    /// An own request was issued. @param at Its instant and peer. @param request The request.
    virtual void OnIssued(const EventContext& /* at */, const Request& /* request */)
    {
    }

    /// A request was forwarded. @param at Its instant and peer. @param link The next hop. @param
    /// request The request.
    virtual void OnForwarded(const EventContext& /* at */,
                             LinkIndex /* link */,
                             const Request& /* request */)
    {
    }

    /// A request arrived at this responsible peer. @param at Its instant and peer. @param request
    /// The request.
    virtual void OnDelivered(const EventContext& /* at */, const Request& /* request */)
    {
    }

    /// An own request was answered. @param at Its instant and peer. @param answer The answer.
    virtual void OnAnswered(const EventContext& /* at */, const Answer& /* answer */)
    {
    }

    /// A message was dropped. @param at Its instant and peer. @param drop The message, where and
    /// why.
    virtual void OnDropped(const EventContext& /* at */, const DropEvent& /* drop */)
    {
    }

    /// This peer set a request's bit h. @param at Its instant and peer. @param queue The queue it
    /// enters. @param request The request.
    virtual void OnMarked(const EventContext& /* at */,
                          QueueIndex /* queue */,
                          const Request& /* request */)
    {
    }

    /// An own request was not answered in time; where there is room for it, it is sent again.
    /// @param at The instant, and this peer. @param id Its id.
    virtual void OnTimeout(const EventContext& /* at */, std::uint64_t /* id */)
    {
    }

    /// An own request is sent again. @param at Its instant and peer. @param request The request.
    virtual void OnRetransmitted(const EventContext& /* at */, const Request& /* request */)
    {
    }

    /// An own request was given up. @param at Its instant and peer. @param id Its id.
    virtual void OnGivenUp(const EventContext& /* at */, std::uint64_t /* id */)
    {
    }

    /// A queue has got longer or shorter. @param at Its instant and peer. @param queue The queue,
    /// and its length.
    virtual void OnQueueLength(const EventContext& /* at */, const QueueEvent& /* queue */)
    {
    }

    /// The scheme's rate or credits may have changed. @param at Its instant and peer. @param level
    /// The rate [requests/s] or the credits.
    virtual void OnLevel(const EventContext& /* at */, double /* level */)
    {
    }

    /// The window for own lookups may have changed, or what is in it. @param at Its instant and
    /// peer. @param window The window.
    virtual void OnLookupWindow(const EventContext& /* at */, const LookupWindowEvent& /* window */)
    {
    }

    /// An unambiguous RTT was measured. @param at Its instant and peer. @param rtt The RTT.
    virtual void OnRtt(const EventContext& /* at */, Time /* rtt */)
    {
    }

    /// The peer's place in its ring has changed. @param at Its instant and peer. @param place The
    /// change.
    virtual void OnPlace(const EventContext& /* at */, const PlaceEvent& /* place */)
    {
    }
};

} // namespace dht

#endif // DHT_OBSERVER_H
