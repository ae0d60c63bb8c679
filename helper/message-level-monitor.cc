/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-monitor.h"

namespace ns3
{

MessageLevelMonitor::MessageLevelMonitor(MessageLevelRing& ring,
                                         std::ostream* series,
                                         dht::RingSums* sums)
    : m_ring(ring),
      m_statistics([this](const auto& eye) { Look(eye); }, series, sums)
{
}

void
MessageLevelMonitor::Begin()
{
    m_statistics.Begin();
}

void
MessageLevelMonitor::End()
{
    m_statistics.End();
}

dht::RingStatistics&
MessageLevelMonitor::GetStatistics()
{
    return m_statistics.Get();
}

dht::RingResults
MessageLevelMonitor::GetResults() const
{
    return m_statistics.GetResults();
}

dht::RingTotals
MessageLevelMonitor::GetTotals() const
{
    dht::RingTotals totals;
    totals.identitiesHold = true;
    for (std::size_t i = 0; i < m_ring.Size(); ++i)
    {
        const dht::Peer& peer = m_ring.Get(i).GetPeer();
        totals.counters += peer.GetCounters();
        totals.outstanding += peer.Outstanding();
        totals.queued += peer.Queued();
        totals.identitiesHold = totals.identitiesHold && peer.IdentitiesHold();
    }
    return totals;
}

void
MessageLevelMonitor::OnAnswered(const dht::EventContext& /* at */, const dht::Answer& answer)
{
    m_statistics.Get().OnAnswered(answer);
}

void
MessageLevelMonitor::Look(const dht::RingStatistics::Eye& eye) const
{
    for (std::size_t i = 0; i < m_ring.Size(); ++i)
    {
        MessageLevelPeer& peer = m_ring.Get(i);
        eye(dht::PeerState::Of(peer.GetPeer(), peer.GetMade()));
    }
}

} // namespace ns3
