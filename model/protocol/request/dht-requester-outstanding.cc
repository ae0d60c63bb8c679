/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include <algorithm>
#include <utility>

/// What a requester does about requests that are outstanding: answers and timeouts.

namespace dht
{

namespace
{

/// Answers that are held at once; one more has to be believed, or not, by what is known.
constexpr std::size_t kMostHeld = 64;
/// Peers that a source without a place asks at once when one was late.
constexpr unsigned kMostAskedAtOnce = 4;
/// How long an answer is held at the most: some of those who are asked may not answer.
constexpr Time kLongestHold = FromSeconds(8);

} // namespace

void
Requester::OnAck(Time now, const OverlayAck& ack, const Endpoint* from)
{
    const OutstandingRequest* const asked = m_outstanding.Find(ack.id);
    if (!asked || !Counts(*asked, ack, from))
    {
        ++m_context.counters.redundantAcks;
        return;
    }
    if (ack.redirect || Lookups().IsChecked(*asked))
    {
        if (ack.redirect)
        {
            OnRedirect(now, ack, *from);
        }
        else
        {
            OnClaim(now, ack);
        }
        if (Window())
        {
            IssueAdmitted(now); // an answer makes room for questions of others
        }
        return;
    }
    const auto believes = [&](Asking asking) {
        return m_context.routing->Believes(now, asked->key, ack.responsible, asking);
    };
    Belief belief = believes(Asking::kFirst);
    if (belief == Belief::kLater && m_held.Size() >= kMostHeld)
    {
        belief = believes(Asking::kLast);
    }
    if (belief == Belief::kIgnore)
    {
        NoteIgnored(now, ack.id);
        return;
    }
    if (asked->transmission->isDenied && ack.attempt != asked->Attempt())
    {
        return; // the answer that was not believed has come twice
    }
    OutstandingRequest own = *m_outstanding.Take(ack.id);
    // whatever the answer is worth, the request has left the ring
    Heed(now, own, ack);
    const Time until = std::min(Later(now, kLongestHold), m_outstanding.EndOf(own));
    Settle(now, belief, {std::move(own), ack, until});
    IssueAdmitted(now);
}

void
Requester::OnHeldUp(LinkIndex link)
{
    if (m_relay.IsException(link))
    {
        m_outstanding.HoldUp(link,
                             [&](const OutstandingRequest& own) { return WentTo(own, link); });
    }
}

void
Requester::NoteIgnored(Time now, std::uint64_t id)
{
    OutstandingRequest own = *m_outstanding.Take(id);
    own.transmission.Write().isHeldUp = true;
    m_outstanding.Add(std::move(own));
    IssueAdmitted(now);
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
Requester::Complete(Time now, const OutstandingRequest& own, const OverlayAck& ack)
{
    Heed(now, own, ack);
    Deliver(now, own, ack, now - own.issued);
}

void
Requester::Heed(Time now, const OutstandingRequest& own, const OverlayAck& ack)
{
    m_relay.OnAnswered(own.key);
    HopTrust* const trust = m_relay.Trust();
    if (trust && own.transmission->hop != kNoHop && ack.attempt == own.Attempt())
    {
        trust->OnAnswered(own.transmission->hop);
    }
    const Time rtt = Sample(now, own, ack.attempt);
    m_queue.Forget(m_context, now, own.id);
    if (!own.transmission->isForOthers)
    {
        const bool counted = !IsOverlooked(own);
        m_context.scheme->OnAck({now,
                                 rtt,
                                 ack.marked,
                                 FeedbackIn(ack.extras->extensions),
                                 OutstandingForScheme() + (counted ? 1 : 0)});
        m_context.observer->OnLevel(m_context.At(now), m_context.scheme->Level());
    }
}

void
Requester::Deliver(Time now, const OutstandingRequest& own, const OverlayAck& ack, Time delay)
{
    ++m_context.counters.answered;
    const std::uint8_t limit = m_hopLimit.Of(own.hopLimit, ack.attempt);
    const std::uint32_t hops = limit - std::min(ack.hopLimit, limit);
    m_hopLimit.Learn(hops);
    Tell(
        now,
        {own.id, own.key, ack.responsible, delay, hops, own.sent, ack.marked, ack.extras->payload});
}

void
Requester::Tell(Time now, const Answer& answer)
{
    m_context.observer->OnAnswered(m_context.At(now), answer);
    if (m_context.application)
    {
        m_context.application->OnAnswered(now, answer);
    }
}

std::optional<Time>
Requester::SentAt(const OutstandingRequest& own, std::uint8_t attempt) const
{
    // the attempt that was answered tells which transmission the time counts from
    if (attempt == own.Attempt())
    {
        return own.LastSent();
    }
    if (attempt == 1)
    {
        return own.issued;
    }
    return m_queue.FirstSent(own, attempt);
}

Time
Requester::Sample(Time now, const OutstandingRequest& own, std::uint8_t attempt)
{
    const std::optional<Time> sent = SentAt(own, attempt);
    if (sent)
    {
        m_queue.OnAnswered(m_context, now, own, attempt, *sent);
    }
    const Time rtt = sent ? now - *sent : Time(0);
    // what is asked for others goes a shorter way than their requests, and the own ones; what is
    // held up, a longer one
    if (rtt > Time(0) && !own.transmission->isForOthers && !own.transmission->isHeldUp)
    {
        m_times.OnSample(rtt);
        m_context.observer->OnRtt(m_context.At(now), rtt);
    }
    return rtt;
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
Requester::AnswerItself(Time now, std::uint64_t id, Payload payload)
{
    const auto own = m_outstanding.Take(id);
    if (!own)
    {
        ++m_context.counters.redundantAcks;
        return;
    }
    m_queue.Forget(m_context, now, id);
    ++m_context.counters.answered;
    Tell(now,
         {id,
          own->key,
          m_context.options.self,
          now - own->issued,
          0,
          own->sent,
          false,
          std::move(payload)});
    IssueAdmitted(now);
}

void
Requester::AnswerItself(Time now, OutstandingRequest own)
{
    m_queue.Forget(m_context, now, own.id);
    auto payload = Deliver(now, MakeRequest(own));
    if (!payload)
    {
        own.transmission.SetRetry(kNever); // nobody is asked any more
        m_outstanding.Add(std::move(own));
        return;
    }
    OverlayAck ack;
    ack.id = own.id;
    ack.attempt = 0; // of no transmission: its time tells nothing about the ring
    ack.hopLimit = m_context.options.hopLimit;
    ack.responsible = m_context.options.self;
    if (payload->size > 0)
    {
        ack.extras.Write().payload = std::move(*payload);
    }
    Complete(now, own, ack);
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

void
Requester::ReviewHeld(Time now)
{
    if (m_held.Size() == 0 || (!m_context.routing->TakeNews() && now < m_held.NextEnd()))
    {
        return;
    }
    for (HeldAnswer& held : m_held.TakeAll())
    {
        const Asking asking = held.until <= now ? Asking::kLast : Asking::kAgain;
        const Belief belief =
            m_context.routing->Believes(now, held.own.key, held.ack.responsible, asking);
        Settle(now, belief, std::move(held));
    }
    IssueAdmitted(now);
}

void
Requester::Settle(Time now, Belief belief, HeldAnswer answer)
{
    if (belief == Belief::kYes)
    {
        Deliver(now, answer.own, answer.ack, now - answer.own.issued);
    }
    else if (belief == Belief::kLater)
    {
        m_held.Add(std::move(answer));
    }
    else if (answer.own.transmission->isDenied)
    {
        GiveUp(now, answer.own.id); // it was sent again, and led to no better answer
    }
    else
    {
        // an honest peer has left since, or joined: the next answer tells
        answer.own.transmission.Write().isDenied = true;
        Repeat(now, std::move(answer.own));
    }
}

} // namespace dht
