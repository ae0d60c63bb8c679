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
    lookup.search.BeginAnew(Nearest(own.key));
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
Requester::Park(OutstandingRequest own, bool isAgain)
{
    own.transmission.Write().lookup.Write().isParked = true;
    own.transmission.SetRetry(kNever); // nobody is late before he was asked
    RpcQueue& parked = Defer().parked;
    isAgain ? parked.AddAgain(own.id) : parked.Add(own.id);
    m_outstanding.Add(std::move(own));
}

LookupWindow*
Requester::Lookups() const
{
    return m_deferred ? m_deferred->window.get() : nullptr;
}

bool
Requester::WaitsForWindow(LinkIndex link) const
{
    const RpcWindow* const window = link == m_relay.Anywhere() ? Window() : nullptr;
    return window && !window->HasRoom();
}

void
Requester::NoteAsked(Time now, const OutstandingRequest& own)
{
    if (LookupWindow* const window = Lookups())
    {
        window->OnAsked(now, own.id, own.Attempt());
        TellWindow(now);
    }
}

void
Requester::NoteLate(Time now, std::uint64_t id)
{
    if (LookupWindow* const window = Lookups())
    {
        window->OnLate(now, id);
        TellWindow(now);
    }
}

void
Requester::LeaveWindow(Time now, std::uint64_t id)
{
    LookupWindow* const window = Lookups();
    if (window && window->Forget(now, id))
    {
        TellWindow(now);
    }
}

void
Requester::TellWindow(Time now)
{
    const RpcWindow& window = *Window();
    m_context.observer->OnLookupWindow(m_context.At(now), {window.Limit(), window.InFlight()});
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

bool
Requester::HasParked() const
{
    return m_deferred && m_deferred->parked.Size() > 0;
}

bool
Requester::SendParked(Time now)
{
    const LinkIndex link = m_relay.Anywhere();
    while (HasParked())
    {
        if (const auto full = m_relay.FullQueue(link))
        {
            WaitFor(now, *full);
            return false;
        }
        if (WaitsForWindow(link))
        {
            return false;
        }
        if (auto own = m_outstanding.Take(m_deferred->parked.Take())) // else given up meanwhile
        {
            GoOn(now, std::move(*own));
        }
    }
    return true;
}

void
Requester::GoOn(Time now, OutstandingRequest own)
{
    const LookupWindow* const window = Lookups();
    const bool isAgain = window && window->IsLate(own.id);
    const LinkIndex link = m_relay.Anywhere();
    if (isAgain)
    {
        own.transmission.Write().lookup.Write().isParked = false;
        BeginAgain(now, own, link);
    }
    else
    {
        own.CountTransmission();
        own.transmission.Write().lastSent = now;
        AskNext(own);
    }
    // without a hop left it is dropped here: no timer brings it back
    if (HopLimitOf(own) > 0)
    {
        SetRetry(now, own);
        NoteAsked(now, own);
    }
    Request lookup = MakeRequest(own);
    m_outstanding.Add(std::move(own));
    if (isAgain)
    {
        SendAgain(now, link, std::move(lookup));
    }
    else
    {
        m_relay.Accept(now, link, std::move(lookup));
    }
}

} // namespace dht
