/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-application.h"

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

bool
DhtPeerApplication::IsMember() const
{
    return m_session && m_session->IsMember();
}

const dht::Membership*
DhtPeerApplication::GetMembership() const
{
    return m_session ? &m_session->GetMembership() : nullptr;
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

DhtPeerTotals
DhtPeerApplication::GetTotals() const
{
    DhtPeerTotals totals = m_past;
    if (m_session)
    {
        totals += DhtPeerTotals::Of(*m_session);
    }
    return totals;
}

dht::Counters
DhtPeerApplication::GetCounters() const
{
    dht::Counters counters = m_past.counters;
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

bool
DhtPeerApplication::IdentitiesHold() const
{
    const DhtPeerTotals totals = GetTotals();
    const dht::StorageCounters& s = totals.storage;
    const uint64_t ended = s.complete + s.failed + s.putsOk + s.putsFailed;
    return totals.doTransportIdentitiesHold && totals.repair.identitiesHold &&
           (!m_session || m_session->IdentitiesHold()) &&
           s.gets + s.puts == ended + GetStoreUnderWay() + totals.storeAbandoned &&
           totals.LifeTotals::IdentitiesHold(GetOutstanding(), GetQueued());
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

bool
DhtPeerApplication::IsExhausted() const
{
    return m_session && m_session->IsExhausted();
}

} // namespace ns3
