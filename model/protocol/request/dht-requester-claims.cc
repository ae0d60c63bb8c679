/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include <utility>

/// How a source without a place in the ring checks who answers (iterative routing). An id follows
/// from an endpoint: who answers can only lie about who comes next, and those before it know that.

namespace dht
{

namespace
{

/// How often to ask somebody who is nearer than who has answered, and does not answer.
constexpr unsigned kAttemptsAtNearer = 3;

} // namespace

bool
Requester::IsChecked(const OutstandingRequest& own) const
{
    return m_context.options.witnesses > 0 &&
           m_context.options.routing == RoutingMode::kIterative && Ids() == PeerIds::kDigests &&
           !WithholdsPayload(own);
}

bool
Requester::HasClaim(const OutstandingRequest& own) const
{
    return own.transmission->lookup->claim->at != kNever;
}

void
Requester::OnClaim(Time now, const OverlayAck& ack)
{
    if (!m_outstanding.Find(ack.id)->transmission->lookup->search.FindAwaited(ack.responsible))
    {
        ++m_context.counters.redundantAcks; // it has answered before
        return;
    }
    OutstandingRequest own = *m_outstanding.Take(ack.id);
    Sample(now, own, ack.attempt);
    LeaveWindowIfAnswered(now, own, ack.attempt);
    LookupState& lookup = own.transmission.Write().lookup.Write();
    const RingNode claimant = NodeAt(ack.responsible);
    if (!lookup.search.HasAnswerBetween(claimant.id, own.key))
    {
        lookup.claim.Write() = {ack, now, 0};
        lookup.claim.Write().ack.attempt = 0; // its round-trip time is known
    }
    lookup.search.OnAnswer(claimant, {});
    Proceed(now, std::move(own));
}

void
Requester::OnWitness(OutstandingRequest& own, const RingNode& from) const
{
    CopyOnWrite<LookupClaim>& claim = own.transmission.Write().lookup.Write().claim;
    const RingNode claimant = NodeAt(claim->ack.responsible);
    if (Distance(from.id, own.key) < Distance(claimant.id, own.key))
    {
        claim.Reset(); // that it is there shows that the claim is false
    }
    else
    {
        ++claim.Write().witnesses;
    }
}

void
Requester::Proceed(Time now, OutstandingRequest own)
{
    if (HasClaim(own) && own.transmission.Retry() <= now)
    {
        LookupState& lookup = own.transmission.Write().lookup.Write();
        lookup.search.OnLate();
        NoteLate(now, own.id);
        lookup.search.AskAgain(NodeAt(lookup.claim->ack.responsible), kAttemptsAtNearer);
    }
    if (HasClaim(own) && IsSettled(now, own))
    {
        DeliverClaim(now, own);
    }
    else
    {
        AskNextIfAny(now, std::move(own));
    }
}

bool
Requester::IsSettled(Time now, const OutstandingRequest& own) const
{
    const LookupState& lookup = *own.transmission->lookup;
    const Search& search = lookup.search;
    const RingNode claimant = NodeAt(lookup.claim->ack.responsible);
    const bool isWitnessed = lookup.claim->witnesses >= m_context.options.witnesses;
    const bool isOpen = search.HasNext(true) || search.IsAsking();
    return now >= m_outstanding.EndOf(own) || !isOpen ||
           (isWitnessed && !search.HasNearer(claimant));
}

void
Requester::DeliverClaim(Time now, const OutstandingRequest& own)
{
    const LookupClaim& claim = *own.transmission->lookup->claim;
    Heed(now, own, claim.ack);
    Deliver(now, own, claim.ack, claim.at - own.issued);
    IssueAdmitted(now);
}

} // namespace dht
