/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REQUESTER_H
#define DHT_REQUESTER_H

#include "dht-held-answers.h"
#include "dht-hop-limit.h"
#include "dht-iterative-lookups.h"
#include "dht-lookup-queue.h"
#include "dht-outstanding-requests.h"
#include "dht-relay.h"
#include "dht-retry-times.h"
#include "dht-workload.h"

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

/// Issues the application's requests as the scheme admits them, retransmits them and gives them up.
class Requester
{
  public:
    /**
     * @param context The peer's context; must outlive this object.
     * @param relay Takes the requests; must outlive this object.
     */
    Requester(PeerContext& context, Relay& relay);

    /// @param source The source of requests; nullptr for no further ones.
    void SetSource(RequestSource* source);

    /// Issue the requests that the source offers and the scheme admits. @param now The present.
    void IssueAdmitted(Time now);

    /// The application of this very peer answers an own request. @param now The present. @param id
    /// Its id. @param payload The application's answer.
    void AnswerItself(Time now, std::uint64_t id, Payload payload);

    /// A link takes requests again. @param now The present.
    void OnWritable(Time now);

    /// A link takes little or nothing: what is to go there says nothing about congestion, and is no
    /// reason to make no further requests, unless the fault is this peer's. @param link The link.
    void OnHeldUp(LinkIndex link);

    /// @param link A link, as it is before routes change. @return Ids of the requests that went
    /// there, for all that is known.
    std::vector<std::uint64_t> SentTo(LinkIndex link);

    /// Some requests are lost, as their first hop has turned out to be of no use: send them again.
    /// That is no sign of congestion. @param now The present. @param ids Their ids.
    void SendElsewhere(Time now, const std::vector<std::uint64_t>& ids);

    /// An overlay-ack or a redirect arrived. @param now The present. @param ack The overlay-ack or
    /// redirect. @param from Its datagram's sender; null if it came through the overlay.
    void OnAck(Time now, const OverlayAck& ack, const Endpoint* from);

    /// Retransmit or give up the requests that are overdue. @param now The present.
    void ExpireDeadlines(Time now);

    /// Decide again on the answers that are held, if there is news. @param now The present.
    void ReviewHeld(Time now);

    /// @return When the next deadline is, if nothing happens before.
    Time NextWake() const;

    /// @return Whether an own request waits for room in its queue.
    bool IsWaiting() const;

    /// @return Own requests that were not answered yet.
    std::size_t Outstanding() const;

    /// @return The estimate of the round-trip time.
    const RttEstimator& Rtt() const;

    /// @return How many lookups may be asking somebody at once; null if that is not limited.
    const RpcWindow* Window() const;

    /// Have what it points to brought into the cache.
    void PrefetchPointed() const
    {
        m_outstanding.Prefetch();
    }

    /// Have what it will find there brought into the cache, too.
    void PrefetchContents() const
    {
        m_outstanding.PrefetchEnds();
    }

  private:
    /// Requests that were taken from the source and wait for room, or for the scheme.
    struct Pending
    {
        std::optional<RequestSource::Item> forOthers; ///< Made to answer another peer's.
        std::optional<RequestSource::Item> own;       ///< The application's own.
    };

    /// @param now The present. @param isForOthers See RequestSource::IsNextForOthers(). @return
    /// When the next request may be issued, as far as is known.
    Time Admit(Time now, bool isForOthers);
    /// @return Own requests that are outstanding, as the scheme counts them
    /// (RelayPolicy::overlooksLost).
    std::size_t OutstandingForScheme() const;
    /// @param own An own request. @param link A link. @return Whether that was its first hop, for
    /// all that is known.
    bool WentTo(const OutstandingRequest& own, LinkIndex link) const;
    /// @param own An own request. @return Whether it does not count there.
    bool IsOverlooked(const OutstandingRequest& own) const;
    /// Issue the requests that wait for room, or for the scheme. @param now The present.
    void IssuePending(Time now);
    /// Let a request wait. @param item The request.
    void Keep(RequestSource::Item item);
    /// @return Whether the source's next request may be taken out: no waiting request goes before
    /// it. A request for others does not wait for an own one, which a scheme may hold up for long.
    bool MayTake() const;
    /// Issue one request, or let it wait for room, or for the scheme. @param now The present.
    /// @param item The request.
    void Issue(Time now, RequestSource::Item item);
    /// @param now The present. @param link A request's next hop. @param item The request. @return
    /// See CongestionControl::AdmitTo().
    Time AdmitTo(Time now, LinkIndex link, const RequestSource::Item& item) const;
    /// Issue one request, whose queue has room. @param now The present. @param link Its next hop;
    /// nothing for a key of this peer. @param item The request.
    void Send(Time now, std::optional<LinkIndex> link, RequestSource::Item item);
    /// @param key The key of an own request. @return The request's link; nothing if this peer is
    /// responsible for the key.
    std::optional<LinkIndex> LinkFor(const Key& key) const;
    /// @param own An own request. @param ack An answer to it. @param from Its sender, as in
    /// OnAck().
    /// @return Whether the answer counts. In iterative routing: if its sender was asked, and speaks
    /// for itself.
    bool Counts(const OutstandingRequest& own, const OverlayAck& ack, const Endpoint* from) const;
    /// Ask the next peer (iterative routing). @param now The present. @param ack A redirect that
    /// names it.
    /// @param from Its sender.
    void OnRedirect(Time now, const OverlayAck& ack, const Endpoint& from);
    /// Somebody has answered a lookup. @param now The present. @param ack The answer. @return The
    /// lookup, taken out.
    OutstandingRequest TakeAnswered(Time now, const OverlayAck& ack);
    /// Ask the next peer, now or when there is room; or, if a peer has answered and no peer that
    /// was asked knows a nearer one, believe the answer (iterative routing). @param now The
    /// present.
    /// @param own The request.
    void Proceed(Time now, OutstandingRequest own);
    /// Ask the next peer, if there is one (iterative routing). @param now The present. @param
    /// own The request.
    void AskNextIfAny(Time now, OutstandingRequest own);
    /// A peer claims to be responsible, and is to be checked. @param now The present. @param
    /// ack Its answer.
    void OnClaim(Time now, const OverlayAck& ack);
    /// Believe the claim. @param now The present. @param own The request.
    void DeliverClaim(Time now, const OutstandingRequest& own);
    /// @param link An own request's next hop. @return Whether it has to wait for the window.
    bool WaitsForWindow(LinkIndex link) const;
    /// Send the lookups that wait for room. @param now The present. @return Whether none is left.
    bool SendParked(Time now);
    /// Ask the next peer, or again after a timeout; there is room. @param now The present. @param
    /// own The request.
    void GoOn(Time now, OutstandingRequest own);
    /// Wait for room for the next own message. @param now The present. @param queue The full queue.
    void WaitFor(Time now, QueueIndex queue);
    /// @return What is known of lookups.
    IterativeLookups Lookups() const;
    /// @return The id of the next request.
    std::uint64_t NextId();
    /// @param own An own request. @return The request for the wire.
    Request MakeRequest(const OutstandingRequest& own) const;
    /// An own request was not answered in time: send it again. @param now The present. @param own
    /// The request.
    void Retransmit(Time now, OutstandingRequest own);
    /// Send a request again as soon as it may be. @param now The present. @param own The request.
    void Repeat(Time now, OutstandingRequest own);
    /// Send a request again, if there is room; or answer it, if this peer is responsible by now.
    /// @param now The present. @param own The request.
    void TryAgain(Time now, OutstandingRequest own);
    /// Make a request's next transmission one after a timeout. @param now The present. @param
    /// [in,out] own The request. @param link Its next hop.
    void BeginAgain(Time now, OutstandingRequest& own, LinkIndex link);
    /// A request is sent that was not answered in time. @param now The present. @param link Its
    /// next hop. @param request The request.
    void SendAgain(Time now, LinkIndex link, Request request);
    /// Answer an own request that this peer has become responsible for. @param now The present.
    /// @param own The request.
    void AnswerItself(Time now, OutstandingRequest own);
    /// An own request is for a key of this very peer. @param now The present. @param request The
    /// request. @return The application's answer; nothing if it answers later.
    std::optional<Payload> Deliver(Time now, const Request& request);
    /// Tell observer and application of an answer. @param now The present. @param answer The
    /// answer.
    void Tell(Time now, const Answer& answer);
    /// Set when to retransmit a request, if the scheme ever does, or if many packets get lost.
    /// @param now The present. @param own A request just sent.
    void SetRetry(Time now, OutstandingRequest& own) const;
    /// @param own A request. @return Whether its answer is to come through the overlay: what is
    /// sent again the first time, the third, and so on. A datagram may not get here at all.
    bool IsAnsweredAround(const OutstandingRequest& own) const;
    /// Remember which way a request goes, if that counts. @param [in,out] own The request. @param
    /// link Its next hop.
    void NoteHop(OutstandingRequest& own, LinkIndex link);
    /// @param own An own request. @return Hops that it may take from its present receiver on.
    std::uint8_t HopLimitOf(const OutstandingRequest& own) const;
    /// @param own The request. @param attempt A transmission of it. @return When that left; nothing
    /// if it is not known, or if there was no such one.
    std::optional<Time> SentAt(const OutstandingRequest& own, std::uint8_t attempt) const;
    /// Learn a round-trip time. @param now The present. @param own The request. @param attempt The
    /// transmission that was answered. @return The time; 0 if it is ambiguous.
    Time Sample(Time now, const OutstandingRequest& own, std::uint8_t attempt);
    /// Tell the scheme of an overlay-ack. @param now The present. @param own Its request. @param
    /// ack The overlay-ack.
    void Heed(Time now, const OutstandingRequest& own, const OverlayAck& ack);
    /// Deliver an answer. @param now The present. @param own Its request. @param ack The answer.
    /// @param delay How long it took.
    void Deliver(Time now, const OutstandingRequest& own, const OverlayAck& ack, Time delay);
    /// Deliver an answer, hold it, or send its request again, once. @param now The present. @param
    /// belief Whether to believe it. @param answer The answer.
    void Settle(Time now, Belief belief, HeldAnswer answer);
    /// An own request is lost. @param now The present. @param id Its id.
    void GiveUp(Time now, std::uint64_t id);
    /// A request has an answer that is not believed. It has left the ring, so what becomes of it
    /// says nothing about congestion any more. @param now The present. @param id Its id.
    void NoteIgnored(Time now, std::uint64_t id);
    /// Learn from an overlay-ack. @param now The present. @param own Its request. @param ack The
    /// overlay-ack.
    void Complete(Time now, const OutstandingRequest& own, const OverlayAck& ack);

    PeerContext& m_context;             ///< The peer's context.
    Relay& m_relay;                     ///< Takes the requests.
    RequestSource* m_source{nullptr};   ///< The application.
    bool m_admitsByLink;                ///< Whether the scheme asks for the next hop.
    bool m_overlooksLost;               ///< Whether what is lost is not outstanding for it.
    bool m_learnsHops;                  ///< Whether own requests get a hop limit that is learned.
    bool m_waits{false};                ///< Whether the relay is to wake this half.
    std::uint32_t m_sequence{0};        ///< Part of the next request's id.
    HopLimit m_hopLimit;                ///< Of own requests.
    RetryTimes m_times;                 ///< When to send them again.
    OutstandingRequests m_outstanding;  ///< Own requests that were not answered yet.
    std::unique_ptr<Pending> m_pending; ///< Requests that wait; null if none does.
    LookupQueue m_queue;                ///< Lookups that wait, and those in the window.
    HeldAnswers m_held;                 ///< Answers that wait until they are believed.
    Time m_admittedAt{kNever};          ///< When to issue the next request.
};

} // namespace dht

#endif // DHT_REQUESTER_H
