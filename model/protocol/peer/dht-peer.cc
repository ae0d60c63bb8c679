/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer.h"

#include <algorithm>

namespace dht
{

namespace
{

Observer&
Nobody()
{
    static Observer nobody;
    return nobody;
}

} // namespace

Peer::Peer(const PeerOptions& options,
           std::unique_ptr<RoutingTable> routing,
           std::unique_ptr<CongestionControl> scheme,
           Host& host,
           Random& random)
    : m_context{options, std::move(routing), std::move(scheme), &host, &random, &Nobody()},
      m_relay(m_context, *this),
      m_requester(m_context, m_relay)
{
}

void
Peer::SetObserver(Observer* observer)
{
    m_context.observer = observer ? observer : &Nobody();
}

void
Peer::Start(Time now, RequestSource& source)
{
    m_requester.SetSource(&source);
    m_requester.IssueAdmitted(now);
    UpdateWake(now);
}

void
Peer::Stop(Time now)
{
    m_requester.SetSource(nullptr);
    UpdateWake(now);
}

bool
Peer::OnRequest(Time now, ConnectionId from, Request& request)
{
    const LinkIndex link = m_context.routing->NextHop(request.key).value_or(m_relay.Here());
    if (const auto full = m_relay.FullQueueFor(link, request))
    {
        m_relay.Wait(now, *full, from);
        UpdateWake(now);
        return false;
    }
    ++m_context.counters.accepted;
    m_relay.Accept(now, link, std::move(request));
    UpdateWake(now);
    return true;
}

void
Peer::OnLookup(Time now, Request lookup)
{
    ++m_context.counters.accepted;
    m_relay.Accept(now, m_relay.Here(), std::move(lookup));
    UpdateWake(now);
}

void
Peer::OnArrived(Time now, Request message)
{
    if (message.kind == MessageKind::kLookup)
    {
        if (const auto link = m_context.routing->NextHop(message.key))
        {
            OverlayAck redirect = AckOf(message);
            redirect.redirect = true;
            redirect.responsible = m_context.host->EndpointOf(*link);
            ++m_context.counters.redirected;
            m_context.host->SendAck(message.source, redirect);
            return;
        }
    }
    ++m_context.counters.delivered;
    if (message.kind == MessageKind::kRoutedAck)
    {
        m_requester.OnAck(now,
                          {message.id,
                           message.attempt,
                           message.extras->requestHopLimit,
                           message.marked,
                           message.source});
        return;
    }
    m_context.observer->OnDelivered(now, message);
    Answer(now, message);
}

void
Peer::Answer(Time now, const Request& request)
{
    const auto& replyTo = request.extras->replyTo;
    if (!replyTo)
    {
        m_context.host->SendAck(request.source, AckOf(request));
        return;
    }
    Request ack;
    ack.kind = MessageKind::kRoutedAck;
    ack.id = request.id;
    ack.key = *replyTo;
    ack.source = m_context.options.self;
    ack.milliRate = request.milliRate;
    ack.attempt = request.attempt;
    ack.hopLimit = m_context.options.hopLimit;
    ack.extras.Write().requestHopLimit = request.hopLimit;
    ack.marked = request.marked;
    ++m_context.counters.accepted;
    m_relay.Accept(now, m_context.routing->NextHop(ack.key).value_or(m_relay.Here()), ack);
}

OverlayAck
Peer::AckOf(const Request& request) const
{
    OverlayAck ack;
    ack.id = request.id;
    ack.attempt = request.attempt;
    ack.hopLimit = request.hopLimit;
    ack.marked = request.marked;
    ack.responsible = m_context.options.self;
    return ack;
}

void
Peer::OnAck(Time now, const OverlayAck& ack)
{
    m_requester.OnAck(now, ack);
    UpdateWake(now);
}

void
Peer::OnWritable(Time now, LinkIndex link)
{
    m_relay.OnWritable(now, link);
    UpdateWake(now);
}

void
Peer::OnLookupsWritable(Time now)
{
    // a recursive peer has no lookups, and no queue for them
    if (m_context.options.routing == RoutingMode::kIterative)
    {
        OnWritable(now, m_relay.Anywhere());
    }
}

void
Peer::OnWake(Time now)
{
    m_relay.OnWake(now);
    m_requester.ExpireDeadlines(now);
    m_requester.IssueAdmitted(now);
    UpdateWake(now);
}

void
Peer::SetPaused(Time now, bool paused)
{
    m_relay.SetPaused(now, paused);
    UpdateWake(now);
}

void
Peer::OnRoutesChanged(Time now)
{
    m_relay.OnRoutesChanged(now);
    UpdateWake(now);
}

void
Peer::OnClosed(Time now, ConnectionId connection)
{
    m_relay.Forget(connection);
    UpdateWake(now);
}

void
Peer::UpdateWake(Time now)
{
    m_context.host->WakeAt(
        m_relay.HasOwnWake() ? now : std::min(m_relay.NextWake(), m_requester.NextWake()));
}

const Counters&
Peer::GetCounters() const
{
    return m_context.counters;
}

bool
Peer::IsWaiting() const
{
    return m_requester.IsWaiting();
}

std::size_t
Peer::Outstanding() const
{
    return m_requester.Outstanding();
}

std::size_t
Peer::Queued() const
{
    return m_relay.Queued();
}

const Relay&
Peer::GetRelay() const
{
    return m_relay;
}

const CongestionControl&
Peer::Scheme() const
{
    return *m_context.scheme;
}

const RttEstimator&
Peer::Rtt() const
{
    return m_requester.Rtt();
}

bool
Peer::IdentitiesHold() const
{
    const Counters& c = GetCounters();
    return c.issued == c.answered + c.givenUp + Outstanding() &&
           c.accepted == c.forwarded + c.redirected + c.delivered + c.TotalDropped() + Queued();
}

} // namespace dht
