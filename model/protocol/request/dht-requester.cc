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
    m_context.observer->OnIssued(now, request);
    m_context.scheme->OnSent(now);
    if (!link)
    {
        // COMSNETS09, section III-D: the keys a source is responsible for cost nothing
        auto payload = Deliver(now, request);
        if (!payload)
        {
            m_outstanding.Add(std::move(own));
            return;
        }
        ++m_context.counters.answered;
        Tell(now,
             {own.id, item.key, m_context.options.self, Time(0), 0, 1, false, std::move(*payload)});
        return;
    }
    SetRetry(now, own);
    m_outstanding.Add(std::move(own));
    m_relay.Accept(now, *link, std::move(request));
}

std::optional<Payload>
Requester::Deliver(Time now, const Request& request)
{
    ++m_context.counters.accepted;
    ++m_context.counters.delivered;
    m_context.observer->OnDelivered(now, request);
    return m_context.AnswerTo(now, request);
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
    request.attempt = own.Attempt();
    request.hopLimit = HopLimitOf(own);
    if (m_context.options.routing == RoutingMode::kIterative)
    {
        request.kind = MessageKind::kLookup;
        request.marked = own.transmission->marked;
        request.extras.Write().to = own.transmission->to;
        SetFeedback(request.extras.Write().extensions, own.transmission->feedback);
    }
    else if (m_context.options.replyTo)
    {
        request.extras.Write().replyTo = m_context.options.replyTo;
    }
    if (own.transmission->payload.size > 0)
    {
        request.extras.Write().payload = own.transmission->payload;
    }
    return request;
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
