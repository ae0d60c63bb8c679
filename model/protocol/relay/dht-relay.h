/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RELAY_H
#define DHT_RELAY_H

#include "dht-hop-trust.h"
#include "dht-link-health.h"
#include "dht-peer-context.h"
#include "dht-relay-queues.h"
#include "dht-standstill.h"
#include "dht-waiters.h"

#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The relaying half of a peer.
 */

namespace dht
{

/// Takes the messages that have arrived at the responsible peer.
class Destination
{
  public:
    virtual ~Destination() = default;

    /// A message arrived at the peer that is responsible for its key. @param now The present.
    /// @param message The message.
    virtual void OnArrived(Time now, Request message) = 0;
};

/// Queues messages until the processor has processed them and their next hop takes them, marks
/// them, and drops them or lets them wait.
class Relay
{
  public:
    /// @param context The peer's context. @param destination Takes the messages for this peer. Both
    /// must outlive this object.
    Relay(PeerContext& context, Destination& destination);

    /// @return The pseudo link to the peer that a lookup names; only in iterative routing.
    LinkIndex Anywhere() const;

    /// @return The pseudo link to this peer itself: for messages that it answers.
    LinkIndex Here() const;

    /// @param key Where a request wants to go. @return The link that it takes now; nothing if this
    /// peer is responsible for the key.
    std::optional<LinkIndex> HopTo(const Key& key) const;

    /// @return What own requests tell of neighbours; null if that does not count.
    HopTrust* Trust();

    /// @param link A next hop. @return Its queue, if messages for it have to wait for room there:
    /// places that are kept for waiters are not free.
    std::optional<QueueIndex> FullQueue(LinkIndex link) const;

    /**
     * @param link A message's next hop, or Here().
     * @param message The message.
     * @return The queue in which the message has to wait for room: its own, or, if this peer
     * answers it by an overlay-ack in the overlay, that of the overlay-ack. In a pause that stops
     * reading, Waiters::kEndOfPause.
     */
    std::optional<QueueIndex> FullQueueFor(LinkIndex link, const Request& message) const;

    /**
     * Wait for room; each waiter is woken once, first come, first served.
     *
     * @param now The present.
     * @param queue The full queue, or Waiters::kEndOfPause.
     * @param waiter The waiter.
     */
    void Wait(Time now, QueueIndex queue, Waiters::Waiter waiter);

    /// A waiter comes, with a message for the queue it has waited for or for another one. @param
    /// waiter The waiter. @return The queue in which a place was kept for it until now, if one was.
    std::optional<QueueIndex> TakeTurn(Waiters::Waiter waiter);

    /// The waiter has used its place, or leaves it to the next waiter. @param queue The result of
    /// TakeTurn().
    void PassTurn(std::optional<QueueIndex> queue);

    /// @return Whether the peer's own request was woken.
    bool HasOwnWake() const;

    /// @return Whether the peer's own request was woken; HasOwnWake() is false from now on.
    bool TakeOwnWake();

    /// @param waiter A waiter that waits no longer: a connection that was closed, or the peer's own
    /// request if there is none any more.
    void Forget(Waiters::Waiter waiter);

    /**
     * Accept a message, and count it: mark it, then forward, queue or drop it.
     *
     * @param now The present.
     * @param link Its next hop, or Here().
     * @param request The message.
     * @param from The message's connection; nothing if it comes from this peer, or by datagram.
     */
    void Accept(Time now,
                LinkIndex link,
                Request request,
                BufferShares::Source from = std::nullopt);

    /// Count a message as accepted and dropped: this peer has no place in its ring yet.
    /// @param now The present. @param request The message.
    void Refuse(Time now, const Request& request);
    /// The same for one that was accepted before. @param now The present. @param request The
    /// message.
    void Discard(Time now, const Request& request);

    /// The routing table has changed: queued messages go where the table says now, and waiters look
    /// up their queue again. @param now The present.
    void OnRoutesChanged(Time now);

    /// Stop forwarding, or continue (cross-load; NCA06, section 3.2). @param now The present.
    /// @param paused Whether to pause.
    void SetPaused(Time now, bool paused);

    /// The processor may be done, or a queue may have stood still for too long. @param now The
    /// present.
    void OnWake(Time now);

    /// @return When OnWake() has something to do; kNever if never.
    Time NextWake() const;

    /// A link takes requests again. @param now The present. @param link The link.
    void OnWritable(Time now, LinkIndex link);

    /// Check a link's state, and remember how long it has been busy. @param now The present. @param
    /// link A next hop, or Here(). @param request A message. @return Whether the link would take
    /// the message now.
    LinkState Look(Time now, LinkIndex link, const Request& request);

    /// @param queue A queue. @return Requests in it.
    std::size_t Length(QueueIndex queue) const;

    /// Limit greedy sources from now on. Nothing is queued yet.
    void CountShares();

    /// Judge links from now on; OnLinksChanged() then tells of links that lead elsewhere. @return
    /// Whether links are judged.
    bool JudgeLinks();

    /// A link broke, or was not made. @param now The present. @param link The link.
    void OnLinkFailed(Time now, LinkIndex link);

    /// A link is slow, and requests go around it where they can: drop those that are too many to
    /// wait for it, and let nobody wait for room among them. @param now The present. @param link
    /// The link.
    void OnSlow(Time now, LinkIndex link);

    /// @return Whether requests go around slow links. Under back-pressure, full queues hold up
    /// what comes, so that ways around them would be full, too.
    bool GoesAroundSlowLinks() const;

    /// @param link A next hop. @return Whether requests are held up there, and nothing is lost by
    /// making others: its link takes little or nothing, or brings no answers.
    bool HoldsUp(LinkIndex link) const;

    /// @param link A next hop. @return Whether the fault is its neighbour's if it takes little or
    /// nothing: most of the other links take what they get.
    bool IsException(LinkIndex link) const;

    /// Links lead elsewhere or nowhere from now on. @param links The links.
    void OnLinksChanged(const std::vector<LinkIndex>& links);

    /// An own request was answered. @param key Its key, which determines its link.
    void OnAnswered(const Key& key);

    /// @return A new judgement of a link; nothing if there is none.
    std::optional<LinkChange> TakeLinkChange();

    /// @param now The present. @return A link that has brought no answer for a while, whose
    /// neighbour is to be queried; nothing if there is none.
    std::optional<LinkIndex> TakeSilentLink(Time now);

    /// @param now The present. @return A link that is to be probed; nothing if there is none.
    std::optional<LinkIndex> DueProbe(Time now) const;

    /// Send a probe, if there is room for it. @param now The present. @param link The link.
    /// @param probe A request for the id of the neighbour there. @param most Unanswered probes
    /// after which the neighbour is judged to relay nothing.
    void Probe(Time now, LinkIndex link, Request probe, std::size_t most);

    /// @param ack An overlay-ack. @param from Its sender. @return The link of the probe that it
    /// answers; nothing if it answers none.
    std::optional<LinkIndex> TakeProbeAnswer(const OverlayAck& ack, const Endpoint& from);

    /// The neighbour on a new link has to prove itself. @param now The present. @param link The
    /// link.
    void Try(Time now, LinkIndex link);

    /// @return Requests in all queues.
    std::size_t Queued() const;

    /// @param [in,out] lengths Grows as needed, and gets for each link how many queued requests are
    /// for it, added to what it has.
    void CountByLink(std::vector<std::size_t>& lengths) const;

    /// @param connection An incoming connection. @return The queue for which its next request
    /// waits; nothing if none does.
    std::optional<QueueIndex> BlockedOn(ConnectionId connection) const;

    /// @param link A neighbour's, or Here(). @return The first message in its queue, if that
    /// message goes to this link and cannot leave; null otherwise.
    const Request* StuckHeadFor(LinkIndex link) const;

    /// @param answered A message that this peer answers. @return The full queue for which its
    /// overlay-ack has to wait; nothing if there is none.
    std::optional<QueueIndex> FullQueueForAckOf(const Request& answered) const;

    /// @param link A neighbour's, or Here(). @return Its queue.
    QueueIndex QueueOf(LinkIndex link) const;

    /// @return Requests that wait for their next hop.
    const RelayQueues& Queues() const
    {
        return m_queues;
    }

  private:
    /// Drop a message. @param now The present. @param drop The message, where and why.
    void Drop(Time now, const DropEvent& drop);
    /// Tell the observer how long a queue is by now. @param now The present. @param queue The
    /// queue.
    void TellLength(Time now, QueueIndex queue);
    /// @param message A message this peer is responsible for. @return The next hop of its
    /// overlay-ack; nothing if the ack does not travel in the overlay.
    std::optional<LinkIndex> AckLink(const Request& message) const;
    /// Forward a message without queueing it, if no message is before it. @param now The present.
    /// @param [in,out] entry The message and its next hop. @return Whether the message is gone.
    bool HandOn(Time now, RelayQueues::Entry& entry);
    /// @param link A next hop, or Here(). @param request A message. @return Whether it can leave.
    LinkState StateOf(LinkIndex link, const Request& request) const;
    /// @param now The present. @param queue A queue. @return The place of the first message that
    /// does not wait for a link that is stuck or slow; nothing if there is none.
    std::optional<std::size_t> HeadOf(Time now, QueueIndex queue);
    /// @param link A next hop. @return Whether the link is stuck.
    bool IsStuck(LinkIndex link) const;
    /// @param link A next hop. @return Whether the link is slow.
    bool IsSlow(LinkIndex link) const;
    /// @param waiting Number of messages that wait for some links. @param part Part of the relay
    /// queues that they may take: one in so many. @return How many are too many; with 0, one more
    /// may wait.
    std::size_t Excess(std::size_t waiting, std::size_t part) const;
    /// @param link A slow link. @return Number of messages that wait for it though others need the
    /// room; with 0, one more may wait.
    std::size_t SurplusAt(LinkIndex link) const;
    /// @param link A next hop. @return Whether the link is slow and no more may wait for it.
    bool IsSurplus(LinkIndex link) const;
    /// @return Number of messages that wait for stuck links though others need the room; with 0,
    /// one more may wait.
    std::size_t Overdraft() const;
    /// Drop the excess of messages that wait for stuck links, the youngest first. @param now The
    /// present.
    void DropOverdraft(Time now);
    /// A link is stuck: let other messages pass those that wait for it. @param now The present.
    /// @param link The stuck link.
    void OnStuck(Time now, LinkIndex link);
    /// Let other messages pass those that wait for links that are stuck by now. @param now The
    /// present.
    void PassStuckLinks(Time now);
    /// A message may be able to leave a queue. @param now The present. @param queue The queue.
    void Advance(Time now, QueueIndex queue);
    /// Forward the messages that can leave a queue. @param now The present. @param queue The queue.
    void Drain(Time now, QueueIndex queue);
    /// Give an idle processor the next message. @param now The present.
    void Serve(Time now);
    /// @param now The present. @return The queue to serve next, whose head can leave; nothing if
    /// there is none.
    std::optional<QueueIndex> NextToServe(Time now);
    /// @param now The present. @param queue The queue. @return Whether its head can leave.
    bool CanServe(Time now, QueueIndex queue);
    /// Forward a message, or drop it if its link is down. @param now The present. @param entry The
    /// message and its link. @param state The link's state, not kBusy.
    void Dispatch(Time now, RelayQueues::Entry entry, LinkState state);
    /// Tell the scheme of a message that leaves for its next hop. @param now The present. @param
    /// entry The message and its link.
    void TellOfLeaving(Time now, const RelayQueues::Entry& entry);
    /// Empty the queues that have stood still for too long. @param now The present.
    void EndStandstills(Time now);
    /// A message left a queue. @param now The present. @param queue The queue.
    void AfterLeaving(Time now, QueueIndex queue);
    /// Wake as many waiters as there is room for. @param queue The queue.
    void WakeWaiters(QueueIndex queue);
    /// @param queue A queue. @return Whether a message in it has another next hop by now.
    bool HasStrays(QueueIndex queue) const;
    /// Give the messages in a queue the next hops of now. @param now The present. @param queue The
    /// queue.
    /// @param [in,out] arrived Takes the messages that this peer has become responsible for.
    void Reroute(Time now, QueueIndex queue, std::vector<Request>& arrived);
    /// @param request A message. @return Its description for the scheme.
    QueuedRequest Describe(const Request& request) const;
    /// Let the scheme mark a message and set its feedback. @param now The present.
    /// @param link Its next hop. @param [in,out] request The message.
    void Treat(Time now, LinkIndex link, Request& request);
    /// @param entry A message and its next hop. @return Its place in its queue.
    std::size_t PlaceOf(const RelayQueues::Entry& entry) const;
    /// Drop a message that is queued. @param now The present. @param reason The reason. @param at
    /// Its place.
    void DropQueued(Time now, DropReason reason, const RelayQueues::Place& at);
    /// @param queue A queue. @return Messages in it that stay before all others: those that the
    /// processor works on.
    std::size_t Fixed(QueueIndex queue) const;
    /// Make room for a message in a full queue, unless this message is the one to drop.
    /// @param now The present. @param entry The message and its next hop. @param place Its place.
    /// @return Whether there is room.
    bool MakeRoom(Time now, const RelayQueues::Entry& entry, std::size_t place);
    /// Queue a message, or drop it or another one if there is no room. @param now The present.
    /// @param entry The message and its next hop.
    void Enqueue(Time now, RelayQueues::Entry entry);
    /// Queue a message. @param now The present. @param entry The message and its next hop. @param
    /// place Its place.
    void Push(Time now, RelayQueues::Entry entry, std::size_t place);
    /// Queue a message again. @param now The present. @param entry The message, with a new next
    /// hop.
    void Requeue(Time now, RelayQueues::Entry entry);
    /// Let all waiters look up their queue again.
    void WakeEverybody();
    /// @param waiters Waiters to wake.
    void Wake(const std::vector<Waiters::Waiter>& waiters);
    /// @param link A next hop. @param kept Places in its queue that are not free. @return Its
    /// queue, if messages have to wait for room there.
    std::optional<QueueIndex> FullQueue(LinkIndex link, std::size_t kept) const;
    /// @return Number of queues among which the buffer is divided.
    QueueIndex QueuesInUse() const;
    /// @return Whether incoming connections are not to be read.
    bool IsUnread() const;

    PeerContext& m_context;                   ///< The peer's context.
    Destination& m_destination;               ///< Takes the messages for this peer.
    std::unique_ptr<Processor> m_processor;   ///< Processes messages before they leave; or null.
    RelayPolicy m_policy;                     ///< How the scheme wants requests to be relayed.
    bool m_paused{false};                     ///< Whether forwarding is stopped.
    bool m_ownWake{false};                    ///< Whether the peer's own request was woken.
    std::unique_ptr<HopTrust> m_trust;        ///< Who brings answers; null if that is not asked.
    RelayQueues m_queues;                     ///< Requests that wait for their next hop.
    Waiters m_waiters;                        ///< Waiters for room in the queues.
    std::unique_ptr<Standstill> m_standstill; ///< Detects standstill; null where none can lock up.
    std::unique_ptr<LinkHealth> m_health;     ///< Judges the links; null if they are not judged.
};

} // namespace dht

#endif // DHT_RELAY_H
