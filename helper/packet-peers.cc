/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-peers.h"

#include "ns3/callback.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

PacketPeers::PacketPeers(const ApplicationContainer& peers)
{
    std::transform(peers.Begin(), peers.End(), std::back_inserter(m_peers), [](const auto& peer) {
        return DynamicCast<DhtPeerApplication>(peer);
    });
}

PacketPeers::~PacketPeers()
{
    SetListener(nullptr);
}

std::size_t
PacketPeers::Size() const
{
    return m_peers.size();
}

bool
PacketPeers::IsUp(std::size_t peer) const
{
    return m_peers[peer]->IsUp();
}

bool
PacketPeers::IsMember(std::size_t peer) const
{
    return m_peers[peer]->IsMember();
}

bool
PacketPeers::IsHonest(std::size_t peer) const
{
    return m_peers[peer]->IsHonest();
}

uint64_t
PacketPeers::GetSessions(std::size_t peer) const
{
    return m_peers[peer]->GetSessions();
}

dht::Endpoint
PacketPeers::GetEndpoint(std::size_t peer) const
{
    return m_peers[peer]->GetEndpoint();
}

const dht::Membership*
PacketPeers::GetMembership(std::size_t peer) const
{
    return m_peers[peer]->GetMembership();
}

std::size_t
PacketPeers::CountSuccessors(std::size_t peer) const
{
    UintegerValue successors;
    m_peers[peer]->GetAttribute("Successors", successors);
    return successors.Get();
}

dht::LifeTotals
PacketPeers::GetTotals(std::size_t peer) const
{
    return m_peers[peer]->GetTotals();
}

void
PacketPeers::WaitForReturn(std::size_t peer)
{
    m_peers[peer]->WaitForReturn();
}

void
PacketPeers::Return(std::size_t peer)
{
    m_peers[peer]->Return();
}

void
PacketPeers::Leave(std::size_t peer)
{
    m_peers[peer]->Leave();
}

void
PacketPeers::Crash(std::size_t peer)
{
    m_peers[peer]->Crash();
}

void
PacketPeers::SetListener(LookupListener* listener)
{
    for (std::size_t i = 0; i < m_peers.size(); ++i)
    {
        DhtPeerApplication& peer = *m_peers[i];
        if (m_listener)
        {
            const auto issued = MakeCallback(&LookupListener::OnIssued, m_listener).Bind(i);
            peer.TraceDisconnectWithoutContext("Issued", issued);
            const auto answered = MakeCallback(&LookupListener::OnAnswered, m_listener);
            peer.TraceDisconnectWithoutContext("Answered", answered);
            const auto givenUp = MakeCallback(&LookupListener::OnGivenUp, m_listener);
            peer.TraceDisconnectWithoutContext("GivenUp", givenUp);
        }
        if (listener && peer.IsHonest())
        {
            const auto issued = MakeCallback(&LookupListener::OnIssued, listener).Bind(i);
            peer.TraceConnectWithoutContext("Issued", issued);
            const auto answered = MakeCallback(&LookupListener::OnAnswered, listener);
            peer.TraceConnectWithoutContext("Answered", answered);
            const auto givenUp = MakeCallback(&LookupListener::OnGivenUp, listener);
            peer.TraceConnectWithoutContext("GivenUp", givenUp);
        }
    }
    m_listener = listener;
}

} // namespace ns3
