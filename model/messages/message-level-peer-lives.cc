/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A message-level peer that joins its ring and leaves it.

#include "dht-present-time.h"
#include "message-level-peer.h"

#include <chrono>

namespace ns3
{

namespace
{

/// As at the packet level: how long a peer that leaves goes on relaying, and when one looks for a
/// place again after nobody could tell one.
constexpr dht::Time LINGER = std::chrono::seconds(1);
constexpr dht::Time JOIN_AGAIN = std::chrono::seconds(1);

} // namespace

void
MessageLevelPeer::Return()
{
    m_now = DhtPresent();
    MessageLevelLives& lives = *Lives();
    if (lives.IsLeaving())
    {
        EndLife(MessageLevelLives::End::LEAVE);
    }
    if (lives.IsUp())
    {
        return;
    }
    m_wakeAt = dht::kNever;
    if (m_hold)
    {
        m_hold->links = dht::HeldLinks(m_options.peer.Batch());
    }
    dht::PeerOptions own = m_options.peer;
    own.self = MessageLevelLives::AddressOf(m_number);
    lives.Begin(m_now, own, *this);
    m_streams = HasStreams(m_options, ThePeer().Scheme().Relay())
                    ? std::make_unique<MessageLevelStreams>(m_options.stream, 0)
                    : nullptr;
    lives.Join(m_now);
    Finish();
}

void
MessageLevelPeer::Leave()
{
    m_now = DhtPresent();
    MessageLevelLives& lives = *Lives();
    if (!lives.IsUp() || lives.IsLeaving())
    {
        return;
    }
    lives.Leave(m_now);
    lives.GetTimers().left = m_now + LINGER;
    m_carrier.SetTimer(m_number, lives.GetTimers().left, LEFT);
    Finish();
}

void
MessageLevelPeer::Crash()
{
    m_now = DhtPresent();
    if (Lives()->IsUp())
    {
        EndLife(MessageLevelLives::End::CRASH);
    }
}

void
MessageLevelPeer::EndLife(MessageLevelLives::End how)
{
    MessageLevelLives& lives = *Lives();
    if (how == MessageLevelLives::End::LEAVE)
    {
        const auto& links = lives.GetLinks().GetLinks();
        for (dht::LinkIndex link = 0; link < links.size(); ++link)
        {
            if (lives.GetLinks().IsOpen(link))
            {
                SendRest(link);
                Tell(links[link].to, links[link].stream, MessageSignal::Kind::CLOSE);
            }
        }
        for (const auto& connection : lives.GetLinks().GetConnections())
        {
            if (connection.isThere)
            {
                Tell(connection.from, connection.stream, MessageSignal::Kind::RESET);
            }
        }
    }
    lives.Finish(m_now, how);
    m_wakeAt = dht::kNever;
}

void
MessageLevelPeer::OnJoined()
{
    if (!Lives()->IsLeaving())
    {
        Lives()->Work(m_now, m_options.workload, *m_options.workloadKind);
    }
}

void
MessageLevelPeer::OnJoinFailed(dht::JoinFailure /* why */)
{
    Lives()->GetTimers().join = m_now + JOIN_AGAIN;
    m_carrier.SetTimer(m_number, m_now + JOIN_AGAIN, JOIN);
}

} // namespace ns3
