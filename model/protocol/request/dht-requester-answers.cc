/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include <algorithm>
#include <utility>

/// What a requester does about answers to its requests.

namespace dht
{

namespace
{

/// Answers that are held at once; one more has to be believed, or not, by what is known.
constexpr std::size_t kMostHeld = 64;
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
Requester::NoteIgnored(Time now, std::uint64_t id)
{
    OutstandingRequest own = *m_outstanding.Take(id);
    own.transmission.Write().isHeldUp = true;
    // it was lost not on its way, but where it ends
    if (const unsigned blamed = std::exchange(own.transmission.Write().blamed, 0))
    {
        m_context.scheme->OnExcused(blamed);
        m_context.observer->OnLevel(m_context.At(now), m_context.scheme->Level());
    }
    m_outstanding.Add(std::move(own));
    IssueAdmitted(now);
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

} // namespace dht
