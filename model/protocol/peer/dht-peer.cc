/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer.h"

#include "dht-prefetch.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// Most routing tables and schemes have what they need at each message in so many bytes.
constexpr std::size_t kSmallPart = 64;

Observer&
Nobody()
{
    static Observer nobody;
    return nobody;
}

} // namespace

Peer::Peer(const PeerOptions& options,
           std::unique_ptr<Membership> membership,
           std::unique_ptr<CongestionControl> scheme,
           Host& host,
           Random& random)
    : m_membership(std::move(membership)),
      m_context{options, m_membership.get(), std::move(scheme), host, random, &Nobody()},
      m_relay(m_context, *this),
      m_requester(m_context, m_relay)
{
    if (m_membership->IsDynamic())
    {
        FollowLinks();
    }
}

void
Peer::SetObserver(Observer* observer)
{
    m_context.observer = observer ? observer : &Nobody();
    m_membership->SetObserver(observer);
}

void
Peer::SetApplication(Application* application)
{
    m_context.application = application;
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

void
Peer::OnWritable(Time now, LinkIndex link)
{
    m_relay.OnWritable(now, link);
    m_requester.OnWritable(now);
    UpdateWake(now);
}

void
Peer::OnWake(Time now)
{
    m_membership->OnWake(now);
    m_relay.OnWake(now);
    SendProbes(now);
    PassOnLinkChanges(now);
    m_requester.ReviewHeld(now);
    m_requester.ExpireDeadlines(now);
    m_requester.IssueAdmitted(now);
    UpdateWake(now);
}

void
Peer::PrefetchPointed() const
{
    Prefetch(m_membership.get(), kSmallPart);
    Prefetch(m_context.scheme.get(), kSmallPart);
    m_relay.Queues().Prefetch();
    m_requester.PrefetchPointed();
}

void
Peer::PrefetchContents() const
{
    m_relay.Queues().PrefetchEnds();
    m_requester.PrefetchContents();
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
    const Time next =
        std::min({m_membership->NextWake(), m_relay.NextWake(), m_requester.NextWake()});
    m_context.host.WakeAt(m_relay.HasOwnWake() ? now : std::max(now, next));
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

const RpcWindow*
Peer::LookupWindow() const
{
    return m_requester.Window();
}

double
Peer::Level() const
{
    const double level = Scheme().Level();
    const RpcWindow* const window = LookupWindow();
    return level == 0 && window ? static_cast<double>(window->Limit()) : level;
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
