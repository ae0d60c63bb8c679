/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-session.h"
#include "dht-present-time.h"

#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"

#include <utility>

/**
 * @file
 * @ingroup dht-cc
 * How DhtPeerSession gets and keeps its place: links, and what travels in datagrams.
 */

namespace ns3
{

namespace
{

/// When to look for a place again after nobody could tell one.
const Time JOIN_AGAIN = Seconds(1);

} // namespace

void
DhtPeerSession::Join()
{
    const std::vector<dht::Endpoint> bootstrap = m_options.bootstrap();
    if (bootstrap.empty())
    {
        m_maintenance->Create(DhtPresent());
    }
    else
    {
        m_maintenance->Join(DhtPresent(), bootstrap);
    }
}

void
DhtPeerSession::OnJoined()
{
    m_onJoined();
}

void
DhtPeerSession::OnJoinFailed()
{
    m_join = Simulator::Schedule(JOIN_AGAIN, &DhtPeerSession::Join, this);
}

void
DhtPeerSession::Leave()
{
    if (m_leaving || IsOver())
    {
        return;
    }
    m_leaving = true;
    StopWorkload();
    m_join.Cancel();
    if (m_maintenance)
    {
        m_maintenance->Leave(DhtPresent());
    }
}

bool
DhtPeerSession::IsMember() const
{
    return !IsOver() && !m_leaving && (!m_maintenance || m_maintenance->IsJoined());
}

const dht::Maintenance*
DhtPeerSession::GetMaintenance() const
{
    return m_maintenance.get();
}

void
DhtPeerSession::Connect(dht::LinkIndex link, const dht::Endpoint& neighbour)
{
    if (link >= m_options.neighbours.size())
    {
        m_options.neighbours.resize(link + 1);
    }
    m_options.neighbours[link] = neighbour;
    if (m_options.peer.routing == dht::RoutingMode::kRecursive)
    {
        m_links->Open(link,
                      InetSocketAddress(Ipv4Address(neighbour.Ipv4Address()), neighbour.port));
    }
}

void
DhtPeerSession::Disconnect(dht::LinkIndex link)
{
    m_options.neighbours[link] = {};
    m_links->Close(link);
}

void
DhtPeerSession::OnLinkWritable(dht::LinkIndex link)
{
    if (m_maintenance)
    {
        m_maintenance->OnLinkConnected(DhtPresent(), link);
    }
    m_peer->OnWritable(DhtPresent(), link);
}

void
DhtPeerSession::OnLinkLost(dht::LinkIndex link)
{
    if (m_maintenance)
    {
        // what waits for it finds another way
        m_maintenance->OnLinkFailed(DhtPresent(), link);
    }
    else
    {
        // what waits for it is lost
        m_peer->OnWritable(DhtPresent(), link);
    }
}

void
DhtPeerSession::OnLinkSilent(dht::LinkIndex link)
{
    if (m_maintenance)
    {
        // if it is only congestion, the neighbour says at once that it is there
        m_maintenance->OnLinkFailed(DhtPresent(), link);
    }
}

void
DhtPeerSession::Receive(dht::Datagram& datagram, const dht::Endpoint& from)
{
    if (auto* const ack = std::get_if<dht::OverlayAck>(&datagram))
    {
        m_peer->OnAck(DhtPresent(), *ack);
    }
    else if (auto* const lookup = std::get_if<dht::Request>(&datagram))
    {
        m_peer->OnLookup(DhtPresent(), std::move(*lookup));
    }
    else if (m_maintenance)
    {
        m_maintenance->OnMessage(DhtPresent(), from, std::get<dht::MaintenanceMessage>(datagram));
    }
    else
    {
        ++m_wireErrors[static_cast<std::size_t>(dht::WireError::kType)];
    }
}

void
DhtPeerSession::SendMaintenance(const dht::Endpoint& to, const dht::MaintenanceMessage& message)
{
    m_datagrams->Send(to, message);
}

void
DhtPeerSession::WakeMaintenanceAt(dht::Time time)
{
    SetTimer(m_wakeMaintenance, time, &DhtPeerSession::WakeMaintenance);
}

void
DhtPeerSession::WakeMaintenance()
{
    m_wakeMaintenance.at = dht::kNever;
    m_maintenance->OnWake(DhtPresent());
}

} // namespace ns3
