/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer.h"

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
      m_relay(m_context),
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
    const auto link = m_context.routing->NextHop(request.key);
    if (link && request.hopLimit > 0 && m_relay.MustWait(*link))
    {
        m_relay.Wait(*link, from);
        return false;
    }
    ++m_context.counters.accepted;
    if (!link)
    {
        ++m_context.counters.delivered;
        m_context.observer->OnDelivered(now, request);
        m_context.host->SendAck(request.source,
                                {request.id,
                                 request.attempt,
                                 request.hopLimit,
                                 request.marked,
                                 m_context.options.self});
    }
    else
    {
        m_relay.Accept(now, *link, std::move(request));
    }
    UpdateWake(now);
    return true;
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
Peer::OnWake(Time now)
{
    m_requester.ExpireDeadlines(now);
    m_requester.IssueAdmitted(now);
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
    m_context.host->WakeAt(m_relay.HasOwnWake() ? now : m_requester.NextWake());
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
           c.accepted == c.forwarded + c.delivered + c.TotalDropped() + Queued();
}

} // namespace dht
