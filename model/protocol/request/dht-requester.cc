/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include "dht-endpoint-name.h"

#include <algorithm>
#include <cmath>

namespace dht
{

Requester::Requester(PeerContext& context, Relay& relay)
    : m_context(context),
      m_relay(relay),
      m_admitsByLink(context.scheme->Relay().admitsByLink),
      m_overlooksLost(context.scheme->Relay().overlooksLost || context.PassesSlowLinks()),
      m_learnsHops(context.scheme->Relay().learnsHops &&
                   context.options.routing == RoutingMode::kRecursive),
      m_hopLimit(context.options.hopLimit),
      m_times(context),
      m_outstanding(context.options.requestLifetime)
{
    if (context.options.LimitsLookups())
    {
        m_queue.LimitBy(context, context.options.MakeLookupWindow());
    }
}

void
Requester::SetSource(RequestSource* source)
{
    m_source = source;
    if (!source)
    {
        m_pending.reset();
        if (m_queue.Size() == 0)
        {
            m_waits = false;
            m_relay.Forget(std::nullopt);
        }
        m_admittedAt = kNever;
    }
}

IterativeLookups
Requester::Lookups() const
{
    return IterativeLookups(m_context);
}

std::uint64_t
Requester::NextId()
{
    // unique by 24 bits of its sequence number, hard to guess by 40 random bits
    return std::uint64_t{m_sequence++} << 40 | DrawBits(m_context.random) >> 24;
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
        const LookupState& lookup = *own.transmission->lookup;
        request.marked = lookup.marked;
        request.extras.Write().to = lookup.to;
        request.extras.Write().isWithheld = lookup.isWithheld;
        SetFeedback(request.extras.Write().extensions, lookup.feedback);
    }
    else if (m_context.options.replyTo)
    {
        request.extras.Write().replyTo = m_context.options.replyTo;
    }
    else if (IsAnsweredAround(own))
    {
        request.extras.Write().replyTo = IdOf(m_context.options.self);
    }
    if (own.transmission->payload.size > 0 && !own.transmission->lookup->isWithheld)
    {
        request.extras.Write().payload = own.transmission->payload;
    }
    return request;
}

Time
Requester::NextWake() const
{
    return std::min({m_outstanding.NextDeadline(), m_admittedAt, m_held.NextEnd()});
}

bool
Requester::IsWaiting() const
{
    return m_pending != nullptr;
}

std::size_t
Requester::Outstanding() const
{
    return m_outstanding.Size() + m_held.Size();
}

const RttEstimator&
Requester::Rtt() const
{
    return m_times.Rtt();
}

const RpcWindow*
Requester::Window() const
{
    return m_queue.Window();
}

} // namespace dht
