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

Peer::Peer(const PeerOptions& options,
           const MaintenanceOptions& maintenance,
           std::unique_ptr<CongestionControl> scheme,
           LiveHost& host,
           Random& random,
           Random& queryIds)
    : Peer(options,
           std::make_unique<Maintenance>(maintenance, options.self, host, queryIds),
           nullptr,
           std::move(scheme),
           host,
           random)
{
    m_relay.CountShares();
    if (m_relay.JudgeLinks())
    {
        m_maintenance->DemandProof();
    }
    m_maintenance->SetRoutesListener([this](Time now, const std::vector<LinkIndex>& changed) {
        m_relay.OnLinksChanged(changed);
        for (const LinkIndex link : changed)
        {
            if (m_maintenance->IsOnTrial(link))
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
    return m_maintenance->Solve(tries);
}

void
Peer::Create(Time now)
{
    m_maintenance->Create(now);
    UpdateWake(now);
}

void
Peer::Join(Time now, const std::vector<Endpoint>& bootstrap, const std::vector<Endpoint>& met)
{
    m_maintenance->Join(now, bootstrap, met);
    UpdateWake(now);
}

void
Peer::Leave(Time now)
{
    m_requester.SetSource(nullptr);
    if (m_maintenance)
    {
        m_maintenance->Leave(now);
    }
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
    if (m_maintenance)
    {
        m_maintenance->OnLinkConnected(now, link);
        UpdateWake(now);
    }
}

void
Peer::OnLinkFailed(Time now, LinkIndex link)
{
    if (!m_maintenance)
    {
        OnWritable(now, link); // what waits for it is lost
        return;
    }
    m_requester.OnHeldUp(link);
    const auto neighbour = m_maintenance->NeighbourAt(link);
    m_maintenance->OnLinkFailed(now, link);
    if (neighbour && m_maintenance->NeighbourAt(link) == neighbour) // it was not given up
    {
        m_relay.OnLinkFailed(now, link);
    }
    UpdateWake(now);
}

void
Peer::OnOwnFault(Time now)
{
    m_maintenance->OnOwnFault(now);
    UpdateWake(now);
}

void
Peer::OnLinkSilent(Time now, LinkIndex link)
{
    if (m_maintenance)
    {
        m_maintenance->OnLinkSilent(now, link);
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
        const auto neighbour = m_maintenance->NeighbourAt(change->link);
        const auto sent = m_requester.SentTo(change->link);
        m_maintenance->OnLinkChange(now,
                                    isMoving ? LinkChange{change->link, LinkVerdict::kMoving}
                                             : *change);
        if (!(m_maintenance->NeighbourAt(change->link) == neighbour))
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
    return m_maintenance && request.key == m_maintenance->Id() && request.extras->payload.size == 0;
}

bool
Peer::HasNoPlace() const
{
    return m_maintenance && !m_maintenance->HasLeft() &&
           (!m_maintenance->IsJoined() || m_context.routing->IsCutOff());
}

void
Peer::SendProbes(Time now)
{
    while (const auto link = m_relay.TakeSilentLink(now))
    {
        m_maintenance->OnNoAnswer(now, *link);
    }
    while (const auto link = m_relay.DueProbe(now))
    {
        Request probe;
        probe.id = DrawBits(m_context.random);
        probe.key = IdOf(m_context.host.EndpointOf(*link));
        probe.source = m_context.options.self;
        probe.hopLimit = m_context.options.hopLimit;
        m_relay.Probe(now, *link, std::move(probe), m_maintenance->ProbesToDecide(now, *link));
    }
}

const Maintenance*
Peer::GetMaintenance() const
{
    return m_maintenance.get();
}

bool
Peer::IsJoined() const
{
    return !m_maintenance || m_maintenance->IsJoined();
}

} // namespace dht
