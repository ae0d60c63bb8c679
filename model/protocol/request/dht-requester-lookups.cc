/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-requester.h"

#include <utility>

/// What a requester does in iterative routing.

namespace dht
{

namespace
{

/// How often a source without a place asks one peer before it asks the first ones again, too.
constexpr unsigned kAttemptsBeforeAnew = 3;
constexpr unsigned kAnyAttempts = 256;

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

} // namespace

std::uint8_t
Requester::HopLimitOf(const OutstandingRequest& own) const
{
    const std::uint8_t limit = m_hopLimit.Of(own.hopLimit, own.Attempt());
    return static_cast<std::uint8_t>(limit - own.transmission->lookup->hops);
}

PeerIds
Requester::Ids() const
{
    return m_context.routing->Ids();
}

RingNode
Requester::NodeAt(const Endpoint& endpoint) const
{
    const bool isTold = Ids() == PeerIds::kDigests;
    return {endpoint, isTold ? IdOf(endpoint) : Key(0)};
}

RingNodes
Requester::Nearest(const Key& key) const
{
    RingNodes nodes = m_context.routing->NearestTo(key, m_context.options.self);
    if (nodes.empty())
    {
        nodes.push_back(NodeAt(m_context.host.EndpointOf(*m_context.routing->NextHop(key))));
    }
    return nodes;
}

RingNodes
Requester::NamedIn(const OverlayAck& redirect) const
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
Requester::WithholdsPayload(const OutstandingRequest& own) const
{
    return Ids() == PeerIds::kDigests && own.transmission->payload.size > 0;
}

void
Requester::AskFirst(OutstandingRequest& own) const
{
    LookupState& lookup = own.transmission.Write().lookup.Write();
    lookup.search = Search(own.key, Nearest(own.key), Ids());
    AskNext(own);
}

void
Requester::AskNext(OutstandingRequest& own) const
{
    LookupState& lookup = own.transmission.Write().lookup.Write();
    lookup.isParked = false;
    if (const auto next = lookup.search.TakeNext(true))
    {
        lookup.to = next->endpoint;
        lookup.hops = lookup.search.HopsTo(next->endpoint);
        lookup.isWithheld = WithholdsPayload(own) && !lookup.search.HasClaimed(next->endpoint);
    }
}

void
Requester::AskSomebodyElse(OutstandingRequest& own) const
{
    if (Ids() == PeerIds::kAgreed)
    {
        return; // only whom it has asked knows who is next
    }
    // those who have named somebody dead may know better by now, and others come before the late
    LookupState& lookup = own.transmission.Write().lookup.Write();
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
Requester::Counts(const OutstandingRequest& own, const OverlayAck& ack, const Endpoint* from) const
{
    if (m_context.options.routing != RoutingMode::kIterative)
    {
        // a recursive peer has asked nobody; where endpoints tell ids, answers come from who gives
        // them
        return !ack.redirect && (!from || Ids() == PeerIds::kAgreed || ack.responsible == *from);
    }
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
Requester::OnRedirect(Time now, const OverlayAck& ack, const Endpoint& from)
{
    OutstandingRequest own = *m_outstanding.Take(ack.id);
    Sample(now, own, ack.attempt);
    LeaveWindowIfAnswered(now, own, ack.attempt);
    if (IsChecked(own))
    {
        own.transmission.Write().retransmissions = 0; // others have not been late
    }
    LookupState& lookup = own.transmission.Write().lookup.Write();
    lookup.marked = lookup.marked || ack.marked;
    lookup.feedback = FeedbackIn(ack.extras->extensions);
    Learn(own, ack, from);
    if (HasClaim(own))
    {
        OnWitness(own, NodeAt(from));
    }
    Proceed(now, std::move(own));
}

void
Requester::AskNextIfAny(Time now, OutstandingRequest own)
{
    LookupState& lookup = own.transmission.Write().lookup.Write();
    const bool isAsking = lookup.search.IsAsking();
    const bool goesOn = !lookup.isParked && lookup.search.HasNext(!isAsking);
    if (goesOn || !isAsking)
    {
        LeaveWindow(now, own.id);
    }
    if (!goesOn)
    {
        m_outstanding.Add(std::move(own));
        return;
    }
    Park(std::move(own), false);
    if (m_deferred->parked.Size() == 1)
    {
        SendParked(now);
    }
}

void
Requester::Learn(OutstandingRequest& own, const OverlayAck& redirect, const Endpoint& from)
{
    Search& search = own.transmission.Write().lookup.Write().search;
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

} // namespace dht
