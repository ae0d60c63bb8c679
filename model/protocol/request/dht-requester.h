/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REQUESTER_H
#define DHT_REQUESTER_H

#include "dht-outstanding-requests.h"
#include "dht-relay.h"
#include "dht-workload.h"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The requesting half of a peer.
 */

namespace dht
{

/// Issues the application's requests as the scheme admits them, and sees to it that they end.
class Requester
{
  public:
    /**
     * @param context The peer's; must outlive this object.
     * @param relay Takes the requests; must outlive this object.
     */
    Requester(PeerContext& context, Relay& relay);

    /// @param source Where requests come from; nullptr for no further ones.
    void SetSource(RequestSource* source);

    /// Issue what the source offers and the scheme admits. @param now The present.
    void IssueAdmitted(Time now);

    /// The application of this very peer answers an own request. @param now The present. @param id
    /// Its id. @param payload What the application answers.
    void AnswerItself(Time now, std::uint64_t id, Payload payload);

    /// A link takes requests again. @param now The present.
    void OnWritable(Time now);

    /// An overlay-ack or a redirect arrived. @param now The present. @param ack It. @param from
    /// Where its datagram came from; null if it came through the overlay.
    void OnAck(Time now, const OverlayAck& ack, const Endpoint* from);

    /// Retransmit or give up what is overdue. @param now The present.
    void ExpireDeadlines(Time now);

    /// Look again at the answers that are held, if there is news. @param now The present.
    void ReviewHeld(Time now);

    /// @return When there is something to do, if nothing happens before.
    Time NextWake() const;

    /// @return Whether an own request waits for room in its queue.
    bool IsWaiting() const;

    /// @return Own requests that were not answered yet.
    std::size_t Outstanding() const;

    /// @return The estimate of the round-trip time.
    const RttEstimator& Rtt() const;

  private:
    /// An answer that is delivered as soon as it is known that it is true.
    struct Held
    {
        OutstandingRequest own; ///< To what.
        OverlayAck ack;         ///< The answer held back.
        Time until;             ///< When to decide at the latest.
    };

    /// Requests that were taken from the source and wait for room, or for the scheme.
    struct Pending
    {
        std::optional<RequestSource::Item> forOthers; ///< For somebody else.
        std::optional<RequestSource::Item> own;       ///< The other kind.
    };

    /// @param now The present. @param isForOthers As RequestSource::IsNextForOthers(). @return When
    /// the next request may be issued, as far as is known.
    Time Admit(Time now, bool isForOthers);
    /// Issue what waits for room, or for the scheme. @param now The present.
    void IssuePending(Time now);
    /// Let a request wait. @param item It.
    void Keep(RequestSource::Item item);
    /// @return Whether the source's next request may be taken out: nothing that waits goes before
    /// it. One for others does not wait for an own one, which a scheme may hold up for long.
    bool MayTake() const;
    /// Issue one request, or let it wait for room, or for the scheme. @param now The present.
    /// @param item It.
    void Issue(Time now, RequestSource::Item item);
    /// @param now The present. @param link A request's next hop. @param item It. @return As
    /// CongestionControl::AdmitTo().
    Time AdmitTo(Time now, LinkIndex link, const RequestSource::Item& item) const;
    /// Issue one request, whose queue has room. @param now The present. @param link Its next hop;
    /// nothing for a key of this peer. @param item It.
    void Send(Time now, std::optional<LinkIndex> link, RequestSource::Item item);
    /// @param key Of an own request. @return The link on which it leaves; nothing if this peer is
    /// responsible for it.
    std::optional<LinkIndex> LinkFor(const Key& key) const;
    /// @param own An own request. @param ack An answer to it. @param from Who sent it, as above.
    /// @return Whether it counts. In iterative routing: if its sender was asked, and speaks for
    /// itself.
    bool Counts(const OutstandingRequest& own, const OverlayAck& ack, const Endpoint* from) const;
    /// Ask the next peer (iterative routing). @param now The present. @param ack Who that may be.
    /// @param from Who says so.
    void OnRedirect(Time now, const OverlayAck& ack, const Endpoint& from);
    /// Learn whom to ask (iterative routing). @param [in,out] own It. @param redirect What was
    /// answered. @param from By whom.
    void Learn(OutstandingRequest& own, const OverlayAck& redirect, const Endpoint& from);
    /// Ask for a request whoever is next, now or when there is room; or, if somebody has answered
    /// and nobody who was asked knows anybody nearer, believe that one (iterative routing). @param
    /// now The present. @param own It.
    void Proceed(Time now, OutstandingRequest own);
    /// Ask whoever is next, if there is anybody (iterative routing). @param now The present. @param
    /// own For what.
    void AskNextIfAny(Time now, OutstandingRequest own);
    /// @param own An own request. @return Whether others check who answers it (iterative routing).
    bool IsChecked(const OutstandingRequest& own) const;
    /// @param own An own request. @return Whether somebody has answered it, who is being checked.
    bool HasClaim(const OutstandingRequest& own) const;
    /// Somebody says that it is responsible, and is to be checked. @param now The present. @param
    /// ack What it says.
    void OnClaim(Time now, const OverlayAck& ack);
    /// Somebody answers while a claim is checked. @param [in,out] own The request. @param from Who.
    void OnWitness(OutstandingRequest& own, const RingNode& from) const;
    /// @param now The present. @param own A request that somebody has answered. @return Whether
    /// nobody else is to be asked.
    bool IsSettled(Time now, const OutstandingRequest& own) const;
    /// Believe who has answered. @param now The present. @param own The request.
    void DeliverClaim(Time now, const OutstandingRequest& own);
    /// @param own An own request. @return Whether only who says that it is responsible gets its
    /// payload: a redirect may name anybody (iterative routing).
    bool WithholdsPayload(const OutstandingRequest& own) const;
    /// @return Where the ids of this overlay's peers come from.
    PeerIds Ids() const;
    /// @param endpoint A peer's. @return The peer, as far as its endpoint tells.
    RingNode NodeAt(const Endpoint& endpoint) const;
    /// @param key Not one of this peer's own. @return Whom to ask for it first.
    RingNodes Nearest(const Key& key) const;
    /// @param redirect A redirect. @return Those it names who may be peers, and were not given up.
    RingNodes NamedIn(const OverlayAck& redirect) const;
    /// @return Whether lookups wait for room.
    bool HasParked() const;
    /// Send the lookups that wait for room. @param now The present. @return Whether none is left.
    bool SendParked(Time now);
    /// Wait for room for the next own message. @param now The present. @param queue The full queue.
    void WaitFor(Time now, QueueIndex queue);
    /// @return The id of the next request.
    std::uint64_t NextId();
    /// @param own An own request. @return What goes on the wire.
    Request MakeRequest(const OutstandingRequest& own) const;
    /// Send an own request again. @param now The present. @param own The request.
    void Retransmit(Time now, OutstandingRequest own);
    /// Answer an own request that this peer has become responsible for. @param now The present.
    /// @param own The request.
    void AnswerItself(Time now, OutstandingRequest own);
    /// An own request is for a key of this very peer. @param now The present. @param request It.
    /// @return What the application answers; nothing if it does so later.
    std::optional<Payload> Deliver(Time now, const Request& request);
    /// Tell those who listen of an answer. @param now The present. @param answer It.
    void Tell(Time now, const Answer& answer);
    /// Set when to send a request again, if the scheme ever does. @param now The present. @param
    /// own A request just sent.
    void SetRetry(Time now, OutstandingRequest& own) const;
    /// @param own An own request. @return Hops that it may take from where it is sent now.
    std::uint8_t HopLimitOf(const OutstandingRequest& own) const;
    /// Let a request begin with those this peer knows (iterative routing). @param own It.
    void AskFirst(OutstandingRequest& own) const;
    /// Let a request go to the best who was not asked yet (iterative routing). @param own It.
    void AskNext(OutstandingRequest& own) const;
    /// Who was asked is late: let a request begin anew, and go another way if there is one
    /// (iterative routing). @param own It.
    void AskSomebodyElse(OutstandingRequest& own) const;
    /// Learn a round-trip time. @param now The present. @param own The request. @param attempt The
    /// transmission that was answered. @return The time; 0 if it is ambiguous.
    Time Sample(Time now, const OutstandingRequest& own, std::uint8_t attempt);
    /// Tell the scheme of an overlay-ack. @param now The present. @param own Its request. @param
    /// ack It.
    void Heed(Time now, const OutstandingRequest& own, const OverlayAck& ack);
    /// Deliver an answer. @param now The present. @param own Its request. @param ack It. @param
    /// delay How long it took.
    void Deliver(Time now, const OutstandingRequest& own, const OverlayAck& ack, Time delay);
    /// Deliver an answer, hold it, or throw it away. @param now The present. @param belief Whether
    /// to believe it. @param answer It.
    void Settle(Time now, Belief belief, Held answer);
    /// An own request is lost. @param now The present. @param id Its id.
    void GiveUp(Time now, std::uint64_t id);
    /// @return How many answers are held.
    std::size_t CountHeld() const;
    /// Learn from an overlay-ack. @param now The present. @param own Its request. @param ack It.
    void Complete(Time now, const OutstandingRequest& own, const OverlayAck& ack);

    PeerContext& m_context;             ///< The peer's.
    Relay& m_relay;                     ///< Takes the requests.
    RequestSource* m_source{nullptr};   ///< The application.
    bool m_admitsByLink;                ///< Whether the scheme asks for the next hop.
    bool m_retransmits;                 ///< Whether the scheme ever retransmits.
    bool m_waits{false};                ///< Whether the relay is to wake this half.
    std::uint32_t m_sequence{0};        ///< Part of the next request's id.
    RttEstimator m_rtt;                 ///< The estimate of the round-trip time.
    OutstandingRequests m_outstanding;  ///< Own requests that were not answered yet.
    std::unique_ptr<Pending> m_pending; ///< Requests that wait; null if none does.
    std::unique_ptr<std::deque<std::uint64_t>>
        m_parked; ///< Ids of lookups that wait for room; null if none ever did.
    std::unique_ptr<std::vector<Held>> m_held; ///< Oldest first; null if none ever was.
    Time m_admittedAt{kNever};                 ///< When to issue the next request.
};

} // namespace dht

#endif // DHT_REQUESTER_H
