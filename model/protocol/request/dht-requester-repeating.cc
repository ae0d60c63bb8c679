/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include <algorithm>
#include <utility>

/// What a requester does about requests that are not answered in time, or lost on their way.

namespace dht
{

namespace
{

/// Peers that a source without a place asks at once when one was late.
constexpr unsigned kMostAskedAtOnce = 4;

} // namespace

void
Requester::OnHeldUp(LinkIndex link)
{
    if (m_relay.IsException(link))
    {
        m_outstanding.HoldUp(link,
                             [&](const OutstandingRequest& own) { return WentTo(own, link); });
    }
}

std::vector<std::uint64_t>
Requester::SentTo(LinkIndex link)
{
    return m_outstanding.Which([&](const OutstandingRequest& own) { return WentTo(own, link); });
}

bool
Requester::WentTo(const OutstandingRequest& own, LinkIndex link) const
{
    const LinkIndex hop = own.transmission->hop;
    return hop == kNoHop ? LinkFor(own.key) == link : hop == link;
}

void
Requester::SendElsewhere(Time now, const std::vector<std::uint64_t>& ids)
{
    if (!m_times.IsEver() && IsWaiting())
    {
        return; // there is no room for others, and each is worth as much as one that is lost
    }
    for (const std::uint64_t id : ids)
    {
        if (auto own = m_outstanding.Take(id))
        {
            Repeat(now, std::move(*own));
        }
    }
}

bool
Requester::IsOverlooked(const OutstandingRequest& own) const
{
    return m_overlooksLost ? OutstandingRequests::IsLost(own) : own.transmission->isHeldUp;
}

void
Requester::ExpireDeadlines(Time now)
{
    while (m_outstanding.NextDeadline() <= now)
    {
        OutstandingRequest own = m_outstanding.TakeEarliest();
        if (IterativeLookups::HasClaim(own))
        {
            Proceed(now, std::move(own));
        }
        else if (now >= m_outstanding.EndOf(own))
        {
            GiveUp(now, own.id);
        }
        else
        {
            Retransmit(now, std::move(own));
        }
    }
}

void
Requester::GiveUp(Time now, std::uint64_t id)
{
    m_queue.Forget(m_context, now, id);
    ++m_context.counters.givenUp;
    m_context.observer->OnGivenUp(m_context.At(now), id);
    if (m_context.application)
    {
        m_context.application->OnGivenUp(now, id);
    }
}

void
Requester::Retransmit(Time now, OutstandingRequest own)
{
    m_context.observer->OnTimeout(m_context.At(now), own.id);
    // what is lost again says no more than before (RFC 5681, section 3.1, on ssthresh); nor does
    // what went where nothing comes from, while others answer
    const auto link = m_context.JudgesLinks() ? LinkFor(own.key) : std::nullopt;
    const bool isKnown = (m_context.PassesSlowLinks() && OutstandingRequests::IsLost(own)) ||
                         own.transmission->isHeldUp || (link && m_relay.HoldsUp(*link));
    if (!own.transmission->isForOthers && !isKnown)
    {
        m_context.scheme->OnTimeout(now);
        m_context.observer->OnLevel(m_context.At(now), m_context.scheme->Level());
        std::uint8_t& blamed = own.transmission.Write().blamed;
        blamed = static_cast<std::uint8_t>(std::min(blamed + 1, 255));
    }
    m_queue.OnLate(m_context, now, own.id);
    Repeat(now, std::move(own));
}

void
Requester::Repeat(Time now, OutstandingRequest own)
{
    if (Window() && LinkFor(own.key))
    {
        m_queue.Add(m_context, own, true);
        m_outstanding.Add(std::move(own));
        return;
    }
    TryAgain(now, std::move(own));
}

void
Requester::TryAgain(Time now, OutstandingRequest own)
{
    const auto link = LinkFor(own.key);
    if (!link && !m_context.routing->IsCutOff())
    {
        AnswerItself(now, std::move(own));
        return;
    }
    // a queue that must not overflow takes retransmissions when there is room, as any request
    const bool send = link && !m_relay.FullQueue(*link);
    if (send)
    {
        BeginAgain(now, own, *link);
        m_queue.OnAsked(m_context, now, own);
    }
    SetRetry(now, own);
    const std::uint64_t id = own.id;
    const unsigned most = Lookups().IsChecked(own) && !Window() ? kMostAskedAtOnce : 1;
    Request request = MakeRequest(own);
    m_outstanding.Add(std::move(own));
    if (send)
    {
        SendAgain(now, *link, std::move(request));
    }
    const auto mayAskMore = [&] {
        const OutstandingRequest* const other = m_outstanding.Find(id);
        return other->transmission->lookup->search.HasNext(true) && !m_relay.FullQueue(*link);
    };
    for (unsigned asked = 1; send && asked < most && mayAskMore(); ++asked)
    {
        GoOn(now, *m_outstanding.Take(id));
    }
}

void
Requester::BeginAgain(Time now, OutstandingRequest& own, LinkIndex link)
{
    own.CountTransmission();
    if (link == m_relay.Anywhere())
    {
        Lookups().AskSomebodyElse(own);
    }
    TransmissionState& transmission = own.transmission.Write();
    transmission.lastSent = now;
    transmission.isHeldUp = m_relay.HoldsUp(link);
    transmission.hop = transmission.isHeldUp ? link : kNoHop;
    NoteHop(own, link);
    if (transmission.retransmissions < 255)
    {
        ++transmission.retransmissions;
    }
}

void
Requester::SendAgain(Time now, LinkIndex link, Request request)
{
    ++m_context.counters.retransmitted;
    m_context.observer->OnRetransmitted(m_context.At(now), request);
    m_relay.Accept(now, link, std::move(request));
}

void
Requester::SetRetry(Time now, OutstandingRequest& own) const
{
    own.transmission.SetRetry(
        m_times.Next(now, own.transmission->retransmissions, m_context.routing->LosesMuch(now)));
}

bool
Requester::IsAnsweredAround(const OutstandingRequest& own) const
{
    return own.transmission->retransmissions % 2 == 1 &&
           m_context.routing->Ids() == PeerIds::kDigests;
}

} // namespace dht
