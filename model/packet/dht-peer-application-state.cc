/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-application.h"
#include "dht-wire-errors.h"

/**
 * @file
 * @ingroup dht-cc
 * What DhtPeerApplication tells of its peer, over all sessions.
 */

namespace ns3
{

bool
DhtPeerApplication::IsUp() const
{
    return m_session && !m_session->IsOver();
}

uint64_t
DhtPeerApplication::GetSessions() const
{
    return m_sessions;
}

uint64_t
DhtPeerApplication::GetMaintenanceBytes() const
{
    return m_maintenanceBytes + (m_session ? m_session->GetMaintenanceBytes() : 0);
}

bool
DhtPeerApplication::IsMember() const
{
    return m_session && m_session->IsMember();
}

const dht::Maintenance*
DhtPeerApplication::GetMaintenance() const
{
    return m_session ? m_session->GetMaintenance() : nullptr;
}

dht::MaintenanceCounters
DhtPeerApplication::GetMaintenanceCounters() const
{
    dht::MaintenanceCounters counters = m_maintenanceCounters;
    if (const dht::Maintenance* const maintenance = GetMaintenance())
    {
        counters += maintenance->GetCounters();
    }
    return counters;
}

bool
DhtPeerApplication::IsHonest() const
{
    return m_behaviour == HONEST;
}

dht::Behaviour
DhtPeerApplication::GetBehaviour() const
{
    return static_cast<dht::Behaviour>(m_behaviour);
}

dht::Endpoint
DhtPeerApplication::GetEndpoint() const
{
    return dht::Endpoint::Ipv4(m_address.Get(), m_port);
}

const dht::Key&
DhtPeerApplication::GetId() const
{
    return m_id;
}

const dht::Peer*
DhtPeerApplication::GetPeer() const
{
    return m_session ? &m_session->GetPeer() : nullptr;
}

dht::Counters
DhtPeerApplication::GetCounters() const
{
    dht::Counters counters = m_counters;
    if (m_session)
    {
        counters += m_session->GetPeer().GetCounters();
    }
    return counters;
}

uint64_t
DhtPeerApplication::GetOutstanding() const
{
    return IsUp() ? GetPeer()->Outstanding() : 0;
}

uint64_t
DhtPeerApplication::GetQueued() const
{
    return IsUp() ? GetPeer()->Queued() : 0;
}

uint64_t
DhtPeerApplication::GetAbandoned() const
{
    return m_abandoned + (m_session && !IsUp() ? GetPeer()->Outstanding() : 0);
}

uint64_t
DhtPeerApplication::GetAbandonedInQueues() const
{
    return m_abandonedInQueues + (m_session && !IsUp() ? GetPeer()->Queued() : 0);
}

bool
DhtPeerApplication::IdentitiesHold() const
{
    const dht::Counters c = GetCounters();
    const dht::StorageCounters s = GetStorageCounters();
    const uint64_t ended = s.complete + s.failed + s.putsOk + s.putsFailed;
    return m_didTransportHold &&
           (!m_session || (m_session->IdentitiesHold() && m_session->TransportIdentitiesHold())) &&
           s.gets + s.puts == ended + GetStoreUnderWay() + GetStoreAbandoned() &&
           c.issued == c.answered + c.givenUp + GetOutstanding() + GetAbandoned() &&
           c.accepted == c.forwarded + c.redirected + c.delivered + c.TotalDropped() + GetQueued() +
                             GetAbandonedInQueues();
}

Ipv4Address
DhtPeerApplication::GetAddress() const
{
    return m_address;
}

const std::vector<dht::Endpoint>&
DhtPeerApplication::GetNeighbours() const
{
    return m_session ? m_session->GetNeighbours() : m_neighbours;
}

Address
DhtPeerApplication::GetLinkAddress(uint32_t link) const
{
    return m_session ? m_session->GetLinkAddress(link) : Address();
}

std::optional<dht::ConnectionId>
DhtPeerApplication::FindConnection(const Address& from) const
{
    return m_session ? m_session->FindConnection(from) : std::nullopt;
}

uint64_t
DhtPeerApplication::GetMade() const
{
    return m_made + (m_session ? m_session->GetMade() : 0);
}

bool
DhtPeerApplication::IsExhausted() const
{
    return m_session && m_session->IsExhausted();
}

dht::TransportCounters
DhtPeerApplication::GetTransportCounters() const
{
    dht::TransportCounters counters = m_transportCounters;
    if (m_session)
    {
        counters += m_session->GetTransportCounters();
    }
    return counters;
}

dht::WireErrorCounts
DhtPeerApplication::GetWireErrors() const
{
    dht::WireErrorCounts errors = m_wireErrors;
    if (m_session)
    {
        dht::AddWireErrors(errors, m_session->GetWireErrors());
    }
    return errors;
}

} // namespace ns3
