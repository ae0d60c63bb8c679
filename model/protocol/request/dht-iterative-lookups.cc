/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-iterative-lookups.h"

#include "dht-endpoint-name.h"

namespace dht
{

namespace
{

/// How often a source without a place asks one peer before it asks the first ones again, too.
constexpr unsigned kAttemptsBeforeAnew = 3;
constexpr unsigned kAnyAttempts = 256;
/// How often to ask somebody who is nearer than who has answered, and does not answer.
constexpr unsigned kAttemptsAtNearer = 3;

/// Who is late may be there: the question or the answer may be lost. Let those be asked again, too,
/// and the first ones when all were late often. @param [in,out] search The search. @param start The
/// first ones.
void
AskLateAgain(Search& search, const RingNodes& start)
{
    const RingNode farthest{{}, search.GetKey() + Key(1)}; // all others are nearer
    search.OnLate();
    search.AskAgain(farthest, kAttemptsBeforeAnew);
    if (!search.HasNext(true))
    {
        search.BeginAnew(start);
        search.AskAgain(farthest, kAnyAttempts);
    }
}

/// @param own A lookup. @return Its state.
LookupState&
LookupOf(OutstandingRequest& own)
{
    return own.transmission.Write().lookup.Write();
}

} // namespace

PeerIds
IterativeLookups::Ids() const
{
    return m_context.routing->Ids();
}

RingNode
IterativeLookups::NodeAt(const Endpoint& endpoint) const
{
    const bool isTold = Ids() == PeerIds::kDigests;
    return {endpoint, isTold ? IdOf(endpoint) : Key(0)};
}

RingNodes
IterativeLookups::Nearest(const Key& key) const
{
    RingNodes nodes = m_context.routing->NearestTo(key, m_context.options.self);
    if (nodes.empty())
    {
        nodes.push_back(NodeAt(m_context.host.EndpointOf(*m_context.routing->NextHop(key))));
    }
    return nodes;
}

RingNodes
IterativeLookups::NamedIn(const OverlayAck& redirect) const
{
    const RoutingTable& routing = *m_context.routing;
    std::vector<Endpoint> named{redirect.responsible};
    named.insert(named.end(), redirect.extras->further.begin(), redirect.extras->further.end());
    RingNodes nodes;
    for (const Endpoint& endpoint : named)
    {
        const bool isPeer = endpoint.ipv6 == m_context.options.self.ipv6 && endpoint.IsUnicast() &&
                            !(endpoint == m_context.options.self);
        if (Ids() == PeerIds::kAgreed || (isPeer && !routing.IsLost(endpoint)))
        {
            nodes.push_back(NodeAt(endpoint));
        }
    }
    return nodes;
}

bool
IterativeLookups::WithholdsPayload(const OutstandingRequest& own) const
{
    return Ids() == PeerIds::kDigests && own.transmission->payload.size > 0;
}

void
IterativeLookups::AskFirst(OutstandingRequest& own) const
{
    LookupOf(own).search = Search(own.key, Nearest(own.key), Ids(), m_context.routing->GetMetric());
    AskNext(own);
}

void
IterativeLookups::AskNext(OutstandingRequest& own) const
{
    LookupState& lookup = LookupOf(own);
    lookup.isParked = false;
    if (const auto next = lookup.search.TakeNext(true))
    {
        lookup.to = next->endpoint;
        lookup.hops = lookup.search.HopsTo(next->endpoint);
        lookup.isWithheld = WithholdsPayload(own) && !lookup.search.HasClaimed(next->endpoint);
    }
}

void
IterativeLookups::AskSomebodyElse(OutstandingRequest& own) const
{
    if (Ids() == PeerIds::kAgreed)
    {
        return; // only whom it has asked knows who is next
    }
    // those who have named somebody dead may know better by now, and others come before the late
    LookupState& lookup = LookupOf(own);
    if (IsChecked(own))
    {
        AskLateAgain(lookup.search, Nearest(own.key));
    }
    else
    {
        lookup.search.BeginAnew(Nearest(own.key));
    }
    lookup.marked = false;
    lookup.feedback = 0;
    AskNext(own);
}

bool
IterativeLookups::Counts(const OutstandingRequest& own,
                         const OverlayAck& ack,
                         const Endpoint* from) const
{
    const Search& search = own.transmission->lookup->search;
    if (!from || !search.WasAsked(*from))
    {
        return false;
    }
    if (!ack.redirect)
    {
        // who has not got the payload cannot have answered it
        const bool isComplete = !WithholdsPayload(own) || search.HasClaimed(*from);
        return isComplete && ack.responsible == *from;
    }
    // who was asked more than once answers with another hop limit, or names itself twice
    const int hops = search.HopsTo(*from);
    return search.FindAwaited(*from) && ack.hopLimit + 1 + hops == m_context.options.hopLimit &&
           !(search.HasClaimed(*from) && ack.responsible == *from);
}

void
IterativeLookups::Learn(OutstandingRequest& own,
                        const OverlayAck& redirect,
                        const Endpoint& from) const
{
    Search& search = LookupOf(own).search;
    const bool isClaim = redirect.responsible == from && redirect.extras->further.empty();
    if (isClaim && WithholdsPayload(own))
    {
        search.OnClaim(from);
        return;
    }
    const RingNode sender = *search.FindAwaited(from); // which changes with the search
    const RingNodes named = NamedIn(redirect);
    m_context.counters.uselessNames +=
        1 + redirect.extras->further.size() - named.size() + search.OnAnswer(sender, named);
}

bool
IterativeLookups::IsChecked(const OutstandingRequest& own) const
{
    return m_context.options.witnesses > 0 &&
           m_context.options.routing == RoutingMode::kIterative && Ids() == PeerIds::kDigests &&
           !WithholdsPayload(own);
}

bool
IterativeLookups::HasClaim(const OutstandingRequest& own)
{
    return own.transmission->lookup->claim->at != kNever;
}

void
IterativeLookups::OnClaim(Time now, OutstandingRequest& own, const OverlayAck& ack) const
{
    LookupState& lookup = LookupOf(own);
    const RingNode claimant = NodeAt(ack.responsible);
    if (!lookup.search.HasAnsweredNearer(claimant))
    {
        lookup.claim.Write() = {ack, now, 0};
        lookup.claim.Write().ack.attempt = 0; // its round-trip time is known
    }
    lookup.search.OnAnswer(claimant, {});
}

void
IterativeLookups::OnWitness(OutstandingRequest& own, const Endpoint& from) const
{
    CopyOnWrite<LookupClaim>& claim = LookupOf(own).claim;
    const RingNode claimant = NodeAt(claim->ack.responsible);
    const Metric distance = m_context.routing->GetMetric();
    if (distance(NodeAt(from).id, own.key) < distance(claimant.id, own.key))
    {
        claim.Reset(); // that it is there shows that the claim is false
    }
    else
    {
        ++claim.Write().witnesses;
    }
}

void
IterativeLookups::OnLateWitness(OutstandingRequest& own) const
{
    LookupState& lookup = LookupOf(own);
    lookup.search.OnLate();
    lookup.search.AskAgain(NodeAt(lookup.claim->ack.responsible), kAttemptsAtNearer);
}

bool
IterativeLookups::IsSettled(const OutstandingRequest& own) const
{
    const LookupState& lookup = *own.transmission->lookup;
    const Search& search = lookup.search;
    const RingNode claimant = NodeAt(lookup.claim->ack.responsible);
    const bool isWitnessed = lookup.claim->witnesses >= m_context.options.witnesses;
    const bool isOpen = search.HasNext(true) || search.IsAsking();
    return !isOpen || (isWitnessed && !search.HasNearer(claimant));
}

} // namespace dht
