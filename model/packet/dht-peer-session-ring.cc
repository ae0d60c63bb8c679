/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-grown.h"
#include "dht-node.h"
#include "dht-peer-session.h"
#include "dht-present-time.h"
#include "dht-wire-errors.h"

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
        m_node->GetPeer().Create(DhtPresent());
    }
    else
    {
        m_node->GetPeer().Join(DhtPresent(), bootstrap);
    }
}

void
DhtPeerSession::OnJoined()
{
    m_onJoined();
}

void
DhtPeerSession::OnJoinFailed(dht::JoinFailure /* why */)
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
    m_node->GetPeer().Leave(DhtPresent());
}

bool
DhtPeerSession::IsMember() const
{
    return !IsOver() && !m_leaving && m_node->GetPeer().GetMembership().IsJoined();
}

const dht::Membership&
DhtPeerSession::GetMembership() const
{
    return m_node->GetPeer().GetMembership();
}

void
DhtPeerSession::Connect(dht::LinkIndex link, const dht::Endpoint& neighbour)
{
    dht::GrownAt(m_options.neighbours, link) = neighbour;
    if (m_options.peer.routing == dht::RoutingMode::kRecursive)
    {
        m_links->Open(link, neighbour);
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
    m_node->GetPeer().OnLinkConnected(DhtPresent(), link);
    m_node->GetPeer().OnWritable(DhtPresent(), link);
}

void
DhtPeerSession::Receive(dht::Datagram&& datagram, const dht::Endpoint& from)
{
    if (IsOver())
    {
        return; // links may still need the socket
    }
    dht::CountWireError(m_wireErrors, m_node->OnDatagram(DhtPresent(), from, std::move(datagram)));
}

} // namespace ns3
