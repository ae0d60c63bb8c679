/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-peers.h"

#include "dht-present-time.h"

namespace ns3
{

MessagePeers::MessagePeers(MessageLevelRing& ring, std::size_t successors)
    : m_ring(ring),
      m_successors(successors)
{
    m_ring.Start(*this);
}

std::size_t
MessagePeers::Size() const
{
    return m_ring.Size();
}

const MessageLevelLives&
MessagePeers::LivesOf(std::size_t peer) const
{
    return *m_ring.Get(peer).GetLives();
}

bool
MessagePeers::IsUp(std::size_t peer) const
{
    return LivesOf(peer).IsUp();
}

bool
MessagePeers::IsMember(std::size_t peer) const
{
    return LivesOf(peer).IsMember();
}

bool
MessagePeers::IsHonest(std::size_t /* peer */) const
{
    return true;
}

uint64_t
MessagePeers::GetSessions(std::size_t peer) const
{
    return LivesOf(peer).Count();
}

dht::Endpoint
MessagePeers::GetEndpoint(std::size_t peer) const
{
    return MessageLevelLives::AddressOf(static_cast<uint32_t>(peer));
}

const dht::Membership*
MessagePeers::GetMembership(std::size_t peer) const
{
    const dht::Peer* const last = LivesOf(peer).GetPeer();
    return last ? &last->GetMembership() : nullptr;
}

std::size_t
MessagePeers::CountSuccessors(std::size_t /* peer */) const
{
    return m_successors;
}

dht::LifeTotals
MessagePeers::GetTotals(std::size_t peer) const
{
    return LivesOf(peer).GetTotals(DhtPresent());
}

dht::LifeTotals
MessagePeers::GetSum() const
{
    dht::LifeTotals sum;
    for (std::size_t peer = 0; peer < Size(); ++peer)
    {
        sum += GetTotals(peer);
    }
    return sum;
}

dht::RingTotals
MessagePeers::GetRingTotals() const
{
    dht::RingTotals totals;
    totals.identitiesHold = true;
    totals.counters = GetSum().counters;
    for (std::size_t peer = 0; peer < Size(); ++peer)
    {
        const MessageLevelLives& lives = LivesOf(peer);
        totals.outstanding += lives.GetOutstanding();
        totals.queued += lives.GetQueued();
        totals.identitiesHold = totals.identitiesHold && lives.IdentitiesHold(DhtPresent());
    }
    return totals;
}

void
MessagePeers::WaitForReturn(std::size_t /* peer */)
{
    // they all do
}

void
MessagePeers::Return(std::size_t peer)
{
    m_ring.Get(peer).Return();
}

void
MessagePeers::Leave(std::size_t peer)
{
    m_ring.Get(peer).Leave();
}

void
MessagePeers::Crash(std::size_t peer)
{
    m_ring.Get(peer).Crash();
}

void
MessagePeers::SetListener(LookupListener* listener)
{
    m_listener = listener;
}

void
MessagePeers::OnIssued(const dht::EventContext& at, const dht::Request& request)
{
    if (m_listener)
    {
        m_listener->OnIssued(MessageLevelLives::NumberOf(at.peer), request);
    }
}

void
MessagePeers::OnAnswered(const dht::EventContext& /* at */, const dht::Answer& answer)
{
    if (m_listener)
    {
        m_listener->OnAnswered(answer);
    }
}

void
MessagePeers::OnGivenUp(const dht::EventContext& /* at */, uint64_t id)
{
    if (m_listener)
    {
        m_listener->OnGivenUp(id);
    }
}

} // namespace ns3
