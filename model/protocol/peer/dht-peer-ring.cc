/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-peer.h"

#include <utility>

/// How a peer gets and keeps its place, and what it hears of its links.

namespace dht
{

void
Peer::FollowLinks()
{
    m_relay.CountShares();
    if (m_relay.JudgeLinks())
    {
        m_membership->DemandProof();
    }
    m_membership->SetRoutesListener([this](Time now, const std::vector<LinkIndex>& changed) {
        m_relay.OnLinksChanged(changed);
        for (const LinkIndex link : changed)
        {
            if (m_membership->IsOnTrial(link))
            {
                m_relay.Try(now, link);
            }
        }
        m_relay.OnRoutesChanged(now);
    });
}

bool
Peer::Solve(std::uint64_t tries)
{
    return m_membership->Solve(tries);
}

void
Peer::Create(Time now)
{
    m_membership->Create(now);
    UpdateWake(now);
}

void
Peer::Join(Time now, const std::vector<Endpoint>& bootstrap, const std::vector<Endpoint>& met)
{
    m_membership->Join(now, bootstrap, met);
    UpdateWake(now);
}

void
Peer::Leave(Time now)
{
    m_requester.SetSource(nullptr);
    m_membership->Leave(now);
    UpdateWake(now);
}

void
Peer::OnDatagramsWritable(Time now)
{
    // a recursive peer has no lookups, and no queue for them
    if (m_context.options.routing == RoutingMode::kIterative)
    {
        OnWritable(now, m_relay.Anywhere());
    }
}

void
Peer::OnLinkConnected(Time now, LinkIndex link)
{
    if (m_membership->IsDynamic())
    {
        m_membership->OnLinkConnected(now, link);
        UpdateWake(now);
    }
}

void
Peer::OnLinkFailed(Time now, LinkIndex link)
{
    if (!m_membership->IsDynamic())
    {
        OnWritable(now, link); // what waits for it is lost
        return;
    }
    m_requester.OnHeldUp(link);
    const auto neighbour = m_membership->NeighbourAt(link);
    m_membership->OnLinkFailed(now, link);
    if (neighbour && m_membership->NeighbourAt(link) == neighbour) // it was not given up
    {
        m_relay.OnLinkFailed(now, link);
    }
    UpdateWake(now);
}

void
Peer::OnOwnFault(Time now)
{
    m_membership->OnOwnFault(now);
    UpdateWake(now);
}

void
Peer::OnLinkSilent(Time now, LinkIndex link)
{
    if (m_membership->IsDynamic())
    {
        m_membership->OnLinkSilent(now, link);
        UpdateWake(now);
    }
}

void
Peer::PassOnLinkChanges(Time now)
{
    // one at a time, as each may change the links
    while (const auto change = m_relay.TakeLinkChange())
    {
        const bool isSlow = change->verdict == LinkVerdict::kSlow;
        const bool isMoving = isSlow && !m_relay.GoesAroundSlowLinks();
        if (change->verdict != LinkVerdict::kMoving)
        {
            m_requester.OnHeldUp(change->link);
        }
        // routes change if its neighbour is given up
        const auto neighbour = m_membership->NeighbourAt(change->link);
        const auto sent = m_requester.SentTo(change->link);
        m_membership->OnLinkChange(now,
                                   isMoving ? LinkChange{change->link, LinkVerdict::kMoving}
                                            : *change);
        if (!(m_membership->NeighbourAt(change->link) == neighbour))
        {
            m_requester.SendElsewhere(now, sent);
        }
        if (isSlow)
        {
            m_relay.OnSlow(now, change->link);
        }
    }
}

bool
Peer::IsProbe(const Request& request) const
{
    return request.extras->payload.size == 0 && m_membership->IsProbe(request.key);
}

bool
Peer::HasNoPlace() const
{
    return !m_membership->HasLeft() && (!m_membership->IsJoined() || m_membership->IsCutOff());
}

void
Peer::SendProbes(Time now)
{
    while (const auto link = m_relay.TakeSilentLink(now))
    {
        m_membership->OnNoAnswer(now, *link);
    }
    while (const auto link = m_relay.DueProbe(now))
    {
        Request probe;
        probe.id = DrawBits(m_context.random);
        probe.key = IdOf(m_context.host.EndpointOf(*link));
        probe.source = m_context.options.self;
        probe.hopLimit = m_context.options.hopLimit;
        m_relay.Probe(now, *link, std::move(probe), m_membership->ProbesToDecide(now, *link));
    }
}

const Membership&
Peer::GetMembership() const
{
    return *m_membership;
}

} // namespace dht
