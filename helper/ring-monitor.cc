/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ring-monitor.h"

#include "ns3/uinteger.h"

#include <algorithm>
#include <iostream>
#include <numeric>

namespace ns3
{

namespace
{

/// @param peer A peer. @return Whether it is there.
dht::Presence
PresenceOf(const DhtPeerApplication& peer)
{
    if (!peer.IsUp())
    {
        return dht::Presence::kAway;
    }
    return peer.IsMember() ? dht::Presence::kMember : dht::Presence::kThere;
}

/// @param peers The applications. @param value Of a peer. @return Its sum.
template <typename Value>
uint64_t
Total(const std::vector<Ptr<DhtPeerApplication>>& peers, Value value)
{
    return std::accumulate(peers.begin(), peers.end(), uint64_t{0}, [&](uint64_t sum, auto& peer) {
        return sum + value(*peer);
    });
}

} // namespace

RingMonitor::RingMonitor(const ApplicationContainer& peers, std::ostream* series)
    : m_statistics([this](const auto& eye) { Look(eye); }, series)
{
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        m_peers.push_back(DynamicCast<DhtPeerApplication>(*peer));
        m_peers.back()->TraceConnectWithoutContext("Answered",
                                                   MakeCallback(&RingMonitor::OnAnswered, this));
    }
}

RingMonitor::~RingMonitor()
{
    for (const auto& peer : m_peers)
    {
        peer->TraceDisconnectWithoutContext("Answered",
                                            MakeCallback(&RingMonitor::OnAnswered, this));
    }
}

dht::PeerState
RingMonitor::StateOf(const DhtPeerApplication& peer)
{
    const DhtPeerTotals totals = peer.GetTotals();
    return {totals.made,
            totals.counters,
            static_cast<double>(peer.GetOutstanding()),
            static_cast<double>(peer.GetQueued()),
            peer.GetPeer() ? peer.GetPeer()->Level() : 0,
            PresenceOf(peer)};
}

void
RingMonitor::Look(const dht::RingStatistics::Eye& eye) const
{
    for (const auto& peer : m_peers)
    {
        eye(StateOf(*peer));
    }
}

void
RingMonitor::WarnOfStarving(const std::string& program)
{
    m_statistics.Get().WarnOfStarving(std::cerr, program);
}

void
RingMonitor::Begin()
{
    m_statistics.Begin();
}

void
RingMonitor::End()
{
    m_statistics.End();
}

void
RingMonitor::OnAnswered(const dht::Answer& answer)
{
    m_statistics.Get().OnAnswered(answer);
}

dht::RingResults
RingMonitor::GetResults() const
{
    return m_statistics.GetResults();
}

dht::RingTotals
RingMonitor::GetTotals() const
{
    dht::RingTotals totals;
    for (const auto& peer : m_peers)
    {
        const DhtPeerTotals of = peer->GetTotals();
        totals.counters += of.counters;
        totals.outstanding += peer->GetOutstanding();
        totals.queued += peer->GetQueued();
        totals.wireErrors =
            std::accumulate(of.wireErrors.begin(), of.wireErrors.end(), totals.wireErrors);
    }
    totals.identitiesHold = IdentitiesHold();
    return totals;
}

dht::Counters
RingMonitor::GetCounters() const
{
    return GetTotals().counters;
}

uint64_t
RingMonitor::GetOutstanding() const
{
    return Total(m_peers, [](const auto& peer) { return peer.GetOutstanding(); });
}

uint64_t
RingMonitor::GetWireErrors() const
{
    return GetTotals().wireErrors;
}

dht::TransportCounters
RingMonitor::GetTransportCounters() const
{
    dht::TransportCounters sums;
    for (const auto& peer : m_peers)
    {
        sums += peer->GetTotals().transport;
    }
    return sums;
}

uint64_t
RingMonitor::GetQueued() const
{
    return Total(m_peers, [](const auto& peer) { return peer.GetQueued(); });
}

uint64_t
RingMonitor::GetAbandoned() const
{
    return Total(m_peers, [](const auto& peer) { return peer.GetTotals().abandoned; });
}

uint64_t
RingMonitor::GetAbandonedInQueues() const
{
    return Total(m_peers, [](const auto& peer) { return peer.GetTotals().abandonedInQueues; });
}

bool
RingMonitor::IdentitiesHold() const
{
    return std::all_of(m_peers.begin(), m_peers.end(), [](const auto& peer) {
        return peer->IdentitiesHold();
    });
}

double
RingMonitor::GetDone() const
{
    UintegerValue requests;
    m_peers.front()->GetAttribute("Requests", requests);
    const double all = static_cast<double>(requests.Get()) * m_peers.size();
    const dht::Counters counters = GetCounters();
    return all > 0 ? (counters.answered + counters.givenUp) / all : 0;
}

bool
RingMonitor::IsAnyExhausted() const
{
    return std::any_of(m_peers.begin(), m_peers.end(), [](const auto& peer) {
        return peer->IsExhausted();
    });
}

bool
RingMonitor::IsFinished() const
{
    return std::all_of(m_peers.begin(), m_peers.end(), [](const auto& peer) {
        return peer->IsExhausted() && peer->GetOutstanding() == 0;
    });
}

} // namespace ns3
