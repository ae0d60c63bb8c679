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

namespace
{

/// For the estimate alone, of a scheme that never retransmits.
const TimeoutPolicy kPapersTimeout;

/// The same of a window's questions, where the scheme has no timer. As for RPCs, it is 1 s at
/// first, and doubles up to 2 s.
const TimeoutPolicy
    kQuestionTimeout{0.125, 0.25, 10, 2, FromSeconds(0.25), FromSeconds(1), FromSeconds(2)};

/// @param context A peer's context. @return How its own requests time out.
const TimeoutPolicy&
TimeoutsOf(const PeerContext& context)
{
    if (const auto* const schemes = context.scheme->Retransmission())
    {
        return *schemes;
    }
    return context.options.LimitsLookups() ? kQuestionTimeout : kPapersTimeout;
}

} // namespace

Requester::Requester(PeerContext& context, Relay& relay)
    : m_context(context),
      m_relay(relay),
      m_admitsByLink(context.scheme->Relay().admitsByLink),
      m_retransmits(context.scheme->Retransmission() || context.options.LimitsLookups()),
      m_overlooksLost(context.scheme->Relay().overlooksLost || context.PassesSlowLinks()),
      m_learnsHops(context.scheme->Relay().learnsHops &&
                   context.options.routing == RoutingMode::kRecursive),
      m_hopLimit(context.options.hopLimit),
      m_rtt(TimeoutsOf(context)),
      m_outstanding(context.options.requestLifetime)
{
    if (context.options.LimitsLookups())
    {
        Defer().window = std::make_unique<LookupWindow>(context.options.MakeLookupWindow());
    }
}

void
Requester::SetSource(RequestSource* source)
{
    m_source = source;
    if (!source)
    {
        m_pending.reset();
        if (!HasParked())
        {
            m_waits = false;
            m_relay.Forget(std::nullopt);
        }
        m_admittedAt = kNever;
    }
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
    const Time held = CountHeld() > 0 ? m_deferred->held.front().until : kNever;
    return std::min({m_outstanding.NextDeadline(), m_admittedAt, held});
}

bool
Requester::IsWaiting() const
{
    return m_pending != nullptr;
}

std::size_t
Requester::Outstanding() const
{
    return m_outstanding.Size() + CountHeld();
}

const RttEstimator&
Requester::Rtt() const
{
    return m_rtt;
}

const RpcWindow*
Requester::Window() const
{
    const LookupWindow* const window = Lookups();
    return window ? &window->Window() : nullptr;
}

} // namespace dht
