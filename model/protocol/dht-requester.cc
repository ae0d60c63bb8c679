/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dht
{

namespace
{

/// Requests issued at one instant, before the peer takes a breath: without this bound, an unlimited
/// workload in a ring of one peer, which answers itself, would never return.
constexpr int kMaximumBurst = 1000;
constexpr Time kBreath = FromSeconds(0.001);

/// @param sent Transmissions so far. @return The attempt on the wire: 1 to 255, then from 1 again.
std::uint8_t
AttemptOf(std::uint32_t sent)
{
    return static_cast<std::uint8_t>((sent - 1) % 255 + 1);
}

/// @param own An own request. @return When it was sent last.
Time
LastSent(const OutstandingRequest& own)
{
    return own.sent > 1 ? own.transmission->lastSent : own.issued;
}

} // namespace

Requester::Requester(PeerContext& context, Relay& relay)
    : m_context(context),
      m_relay(relay),
      m_retransmits(context.scheme->Retransmission().has_value()),
      m_rtt(context.scheme->Retransmission().value_or(TimeoutPolicy{})),
      m_outstanding(context.options.requestLifetime)
{
}

void
Requester::SetSource(RequestSource* source)
{
    m_source = source;
    if (!source)
    {
        m_pending.reset();
        if (m_parked.empty())
        {
            m_waits = false;
            m_relay.Forget(std::nullopt);
        }
        m_admittedAt = kNever;
    }
}

void
Requester::IssueAdmitted(Time now)
{
    if (m_relay.TakeOwnWake())
    {
        m_waits = false;
        if (SendParked(now) && m_pending)
        {
            Issue(now, std::move(*std::exchange(m_pending, nullptr)));
        }
    }
    m_admittedAt = kNever;
    for (int burst = 0; m_source && !m_pending; ++burst)
    {
        const Time offered = m_source->NextAt(now);
        const Time admitted = offered == kNever ? kNever : Admit(now);
        m_admittedAt = std::max({offered, admitted, burst < kMaximumBurst ? now : now + kBreath});
        if (m_admittedAt > now)
        {
            return;
        }
        Issue(now, m_source->Take(now));
    }
    m_admittedAt = kNever;
}

Time
Requester::Admit(Time now)
{
    // whatever the scheme says, what a peer remembers has to end somewhere
    return m_outstanding.Size() < m_context.options.maximumOutstanding
               ? m_context.scheme->Admit(now, m_outstanding.Size())
               : kNever;
}

void
Requester::Issue(Time now, RequestSource::Item item)
{
    const auto link = LinkFor(item.key);
    if (const auto full = link ? m_relay.FullQueue(*link) : std::nullopt)
    {
        WaitFor(now, *full);
        m_pending = std::make_unique<RequestSource::Item>(std::move(item));
        return;
    }
    OutstandingRequest own;
    own.id = NextId();
    own.key = item.key;
    own.issued = now;
    if (item.payload.size > 0)
    {
        own.transmission.Write().payload = std::move(item.payload);
    }
    if (link == m_relay.Anywhere())
    {
        AskFirst(own);
    }
    Request request = MakeRequest(own);
    ++m_context.counters.issued;
    ++m_context.counters.accepted;
    m_context.observer->OnIssued(now, request);
    m_context.scheme->OnSent(now);
    if (!link)
    {
        // COMSNETS09, section III-D: the keys a source is responsible for cost nothing
        ++m_context.counters.delivered;
        ++m_context.counters.answered;
        m_context.observer->OnDelivered(now, request);
        m_context.observer->OnAnswered(
            now,
            {own.id, item.key, m_context.options.self, Time(0), 0, 1, false});
        return;
    }
    SetRetry(now, own);
    m_outstanding.Add(std::move(own));
    m_relay.Accept(now, *link, std::move(request));
}

std::optional<LinkIndex>
Requester::LinkFor(const Key& key) const
{
    const auto link = m_context.routing->NextHop(key);
    return link && m_context.options.routing == RoutingMode::kIterative ? m_relay.Anywhere() : link;
}

void
Requester::WaitFor(Time now, QueueIndex queue)
{
    // one waiter looks after all that waits
    if (!std::exchange(m_waits, true))
    {
        m_relay.Wait(now, queue, std::nullopt);
    }
}

std::uint64_t
Requester::NextId()
{
    // unique by 24 bits of its sequence number, hard to guess by 40 random bits
    return std::uint64_t{m_sequence++} << 40 | DrawBits(*m_context.random) >> 24;
}

Request
Requester::MakeRequest(const OutstandingRequest& own) const
{
    Request request;
    request.id = own.id;
    request.key = own.key;
    request.source = m_context.options.self;
    request.milliRate = static_cast<std::uint32_t>(
        std::clamp(std::round(m_context.scheme->Rate() * 1000), 0.0, 4294967295.0));
    request.attempt = AttemptOf(own.sent);
    request.hopLimit = HopLimitOf(own);
    if (m_context.options.routing == RoutingMode::kIterative)
    {
        request.kind = MessageKind::kLookup;
        request.marked = own.transmission->marked;
        request.extras.Write().to = own.transmission->to;
    }
    else
    {
        if (m_context.options.replyTo)
        {
            request.extras.Write().replyTo = m_context.options.replyTo;
        }
    }
    if (own.transmission->payload.size > 0)
    {
        request.extras.Write().payload = own.transmission->payload;
    }
    return request;
}

void
Requester::SetRetry(Time now, OutstandingRequest& own) const
{
    if (m_retransmits)
    {
        own.transmission.Write().retry = Later(now, m_rtt.Timeout());
    }
}

void
Requester::AskFirst(OutstandingRequest& own) const
{
    TransmissionState& transmission = own.transmission.Write();
    transmission.to = m_context.host->EndpointOf(*m_context.routing->NextHop(own.key));
    transmission.hops = 0;
}

std::uint8_t
Requester::HopLimitOf(const OutstandingRequest& own) const
{
    return m_context.options.hopLimit - own.transmission->hops;
}

void
Requester::ExpireDeadlines(Time now)
{
    while (m_outstanding.NextDeadline() <= now)
    {
        OutstandingRequest own = m_outstanding.TakeEarliest();
        if (now >= m_outstanding.EndOf(own))
        {
            ++m_context.counters.givenUp;
            m_context.observer->OnGivenUp(now, own.id);
        }
        else
        {
            Retransmit(now, std::move(own));
        }
    }
}

void
Requester::Retransmit(Time now, OutstandingRequest own)
{
    m_context.scheme->OnTimeout(now);
    m_context.observer->OnLevel(now, m_context.scheme->Level());
    const Key key = own.key;
    const auto link = LinkFor(key);
    if (!link)
    {
        AnswerItself(now, own);
        return;
    }
    if (link == m_relay.Anywhere() && m_context.routing->IsDynamic())
    {
        // whoever was asked may be gone for good: it begins anew
        AskFirst(own);
    }
    // a queue that must not overflow takes retransmissions when there is room, as any request
    const bool send = !m_relay.FullQueue(*link);
    if (send)
    {
        ++own.sent;
        own.transmission.Write().lastSent = now;
    }
    SetRetry(now, own);
    Request request = MakeRequest(own);
    m_outstanding.Add(std::move(own));
    if (send)
    {
        ++m_context.counters.retransmitted;
        ++m_context.counters.accepted;
        m_context.observer->OnRetransmitted(now, request);
        m_relay.Accept(now, *link, std::move(request));
    }
}

void
Requester::AnswerItself(Time now, const OutstandingRequest& own)
{
    ++m_context.counters.accepted;
    ++m_context.counters.delivered;
    ++m_context.counters.answered;
    m_context.observer->OnDelivered(now, MakeRequest(own));
    OverlayAck ack;
    ack.id = own.id;
    ack.attempt = 0; // of no transmission: its time tells nothing about the ring
    ack.hopLimit = m_context.options.hopLimit;
    ack.responsible = m_context.options.self;
    Complete(now, own, ack);
}

void
Requester::OnAck(Time now, const OverlayAck& ack)
{
    if (ack.redirect)
    {
        OnRedirect(now, ack);
        return;
    }
    const auto own = m_outstanding.Take(ack.id);
    if (!own)
    {
        ++m_context.counters.redundantAcks;
        return;
    }
    ++m_context.counters.answered;
    Complete(now, *own, ack);
    IssueAdmitted(now);
}

void
Requester::OnRedirect(Time now, const OverlayAck& ack)
{
    // a recursive peer has asked nobody
    const OutstandingRequest* const asked =
        m_context.options.routing == RoutingMode::kIterative ? m_outstanding.Find(ack.id) : nullptr;
    // each peer on the way answers with another hop limit: an answer of one before it is late
    if (!asked || ack.hopLimit + 1 != HopLimitOf(*asked))
    {
        ++m_context.counters.redundantAcks;
        return;
    }
    OutstandingRequest own = *m_outstanding.Take(ack.id);
    Sample(now, own, ack.attempt);
    TransmissionState& transmission = own.transmission.Write();
    transmission.to = ack.responsible;
    ++transmission.hops;
    transmission.marked = ack.marked;
    transmission.retry = kNever; // nobody is late before he was asked
    m_outstanding.Add(std::move(own));
    m_parked.push_back(ack.id);
    if (m_parked.size() == 1)
    {
        SendParked(now);
    }
}

bool
Requester::SendParked(Time now)
{
    while (!m_parked.empty())
    {
        if (const auto full = m_relay.FullQueue(m_relay.Anywhere()))
        {
            WaitFor(now, *full);
            return false;
        }
        auto own = m_outstanding.Take(m_parked.front());
        m_parked.erase(m_parked.begin());
        if (!own)
        {
            continue; // given up meanwhile
        }
        ++own->sent;
        own->transmission.Write().lastSent = now;
        // without a hop left it is dropped here: no timer brings it back
        if (HopLimitOf(*own) > 0)
        {
            SetRetry(now, *own);
        }
        Request lookup = MakeRequest(*own);
        m_outstanding.Add(std::move(*own));
        ++m_context.counters.accepted;
        m_relay.Accept(now, m_relay.Anywhere(), std::move(lookup));
    }
    return true;
}

Time
Requester::Sample(Time now, const OutstandingRequest& own, std::uint8_t attempt)
{
    // the attempt that was answered tells which transmission the time counts from
    Time rtt(0);
    if (attempt == AttemptOf(own.sent))
    {
        rtt = now - LastSent(own);
    }
    else if (attempt == 1)
    {
        rtt = now - own.issued;
    }
    if (rtt > Time(0))
    {
        m_rtt.OnSample(rtt);
        m_context.observer->OnRtt(now, rtt);
    }
    return rtt;
}

void
Requester::Complete(Time now, const OutstandingRequest& own, const OverlayAck& ack)
{
    const Time rtt = Sample(now, own, ack.attempt);
    m_context.scheme->OnAck(now, rtt, ack.marked);
    m_context.observer->OnLevel(now, m_context.scheme->Level());
    const std::uint8_t limit = m_context.options.hopLimit;
    m_context.observer->OnAnswered(now,
                                   {own.id,
                                    own.key,
                                    ack.responsible,
                                    now - own.issued,
                                    std::uint32_t(limit - std::min(ack.hopLimit, limit)),
                                    own.sent,
                                    ack.marked});
}

Time
Requester::NextWake() const
{
    return std::min(m_outstanding.NextDeadline(), m_admittedAt);
}

bool
Requester::IsWaiting() const
{
    return m_pending != nullptr;
}

std::size_t
Requester::Outstanding() const
{
    return m_outstanding.Size();
}

const RttEstimator&
Requester::Rtt() const
{
    return m_rtt;
}

} // namespace dht
