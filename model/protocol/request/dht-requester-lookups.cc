/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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

bool
Requester::Counts(const OutstandingRequest& own, const OverlayAck& ack, const Endpoint* from) const
{
    if (m_context.options.routing == RoutingMode::kIterative)
    {
        return Lookups().Counts(own, ack, from);
    }
    // a recursive peer has asked nobody; where endpoints tell ids, answers come from who gives them
    const bool speaksForItself = !from || ack.responsible == *from;
    return !ack.redirect && (speaksForItself || m_context.routing->Ids() == PeerIds::kAgreed);
}

void
Requester::OnRedirect(Time now, const OverlayAck& ack, const Endpoint& from)
{
    const IterativeLookups lookups = Lookups();
    OutstandingRequest own = TakeAnswered(now, ack);
    if (lookups.IsChecked(own))
    {
        own.transmission.Write().retransmissions = 0; // others have not been late
    }
    LookupState& lookup = own.transmission.Write().lookup.Write();
    lookup.marked = lookup.marked || ack.marked;
    lookup.feedback = FeedbackIn(ack.extras->extensions);
    lookups.Learn(own, ack, from);
    if (IterativeLookups::HasClaim(own))
    {
        lookups.OnWitness(own, from);
    }
    Proceed(now, std::move(own));
}

void
Requester::OnClaim(Time now, const OverlayAck& ack)
{
    if (!m_outstanding.Find(ack.id)->transmission->lookup->search.FindAwaited(ack.responsible))
    {
        ++m_context.counters.redundantAcks; // it has answered before
        return;
    }
    OutstandingRequest own = TakeAnswered(now, ack);
    Lookups().OnClaim(now, own, ack);
    Proceed(now, std::move(own));
}

OutstandingRequest
Requester::TakeAnswered(Time now, const OverlayAck& ack)
{
    OutstandingRequest own = *m_outstanding.Take(ack.id);
    Sample(now, own, ack.attempt);
    if (ack.attempt == own.Attempt())
    {
        m_queue.Forget(m_context, now, own.id);
    }
    return own;
}

void
Requester::Proceed(Time now, OutstandingRequest own)
{
    const bool isClaimed = IterativeLookups::HasClaim(own);
    if (isClaimed && own.transmission.Retry() <= now)
    {
        Lookups().OnLateWitness(own);
        m_queue.OnLate(m_context, now, own.id);
    }
    if (isClaimed && (now >= m_outstanding.EndOf(own) || Lookups().IsSettled(own)))
    {
        DeliverClaim(now, own);
    }
    else
    {
        AskNextIfAny(now, std::move(own));
    }
}

void
Requester::DeliverClaim(Time now, const OutstandingRequest& own)
{
    const LookupClaim& claim = *own.transmission->lookup->claim;
    Heed(now, own, claim.ack);
    Deliver(now, own, claim.ack, claim.at - own.issued);
    IssueAdmitted(now);
}

void
Requester::AskNextIfAny(Time now, OutstandingRequest own)
{
    LookupState& lookup = own.transmission.Write().lookup.Write();
    const bool isAsking = lookup.search.IsAsking();
    const bool goesOn = !lookup.isParked && lookup.search.HasNext(!isAsking);
    if (goesOn || !isAsking)
    {
        m_queue.Forget(m_context, now, own.id);
    }
    if (!goesOn)
    {
        m_outstanding.Add(std::move(own));
        return;
    }
    m_queue.Add(m_context, own, false);
    m_outstanding.Add(std::move(own));
    if (m_queue.Size() == 1)
    {
        SendParked(now);
    }
}

bool
Requester::WaitsForWindow(LinkIndex link) const
{
    return link == m_relay.Anywhere() && m_queue.IsWindowFull();
}

bool
Requester::SendParked(Time now)
{
    const LinkIndex link = m_relay.Anywhere();
    while (m_queue.Size() > 0)
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
        if (auto own = m_outstanding.Take(m_queue.Take())) // else given up meanwhile
        {
            GoOn(now, std::move(*own));
        }
    }
    return true;
}

void
Requester::GoOn(Time now, OutstandingRequest own)
{
    LookupState& lookup = own.transmission.Write().lookup.Write();
    lookup.isParked = false;
    if (Window() && (m_queue.IsLate(own) || !lookup.search.HasNext(true)))
    {
        TryAgain(now, std::move(own));
        return;
    }
    own.CountTransmission();
    own.transmission.Write().lastSent = now;
    Lookups().AskNext(own);
    // without a hop left it is dropped here: no timer brings it back
    if (HopLimitOf(own) > 0)
    {
        SetRetry(now, own);
        m_queue.OnAsked(m_context, now, own);
    }
    Request request = MakeRequest(own);
    m_outstanding.Add(std::move(own));
    m_relay.Accept(now, m_relay.Anywhere(), std::move(request));
}

} // namespace dht
