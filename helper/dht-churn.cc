/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-churn.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>

namespace ns3
{

DhtChurn::DhtChurn(const ApplicationContainer& peers)
    : m_next(peers.GetN())
{
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        m_peers.push_back(DynamicCast<DhtPeerApplication>(*peer));
        m_random.push_back(CreateObject<UniformRandomVariable>());
    }
}

DhtChurn::~DhtChurn()
{
    for (auto* const events : {&m_next, &m_planned})
    {
        std::for_each(events->begin(), events->end(), [](EventId& event) { event.Cancel(); });
    }
}

int64_t
DhtChurn::AssignStreams(int64_t stream)
{
    for (std::size_t i = 0; i < m_random.size(); ++i)
    {
        m_random[i]->SetStream(stream + static_cast<int64_t>(i));
    }
    return static_cast<int64_t>(m_random.size());
}

void
DhtChurn::Start(Time at,
                const DhtLifetimes& sessions,
                const DhtLifetimes& downtimes,
                double crashes)
{
    m_sessions = sessions;
    m_downtimes = downtimes;
    m_crashes = crashes;
    m_planned.push_back(Simulator::Schedule(at - Simulator::Now(), &DhtChurn::Begin, this));
}

void
DhtChurn::Replay(const DhtChurnTrace& trace)
{
    if (trace.GetPeers() > m_peers.size())
    {
        throw std::invalid_argument("the trace has a peer " + std::to_string(trace.GetPeers() - 1) +
                                    ", but there are only " + std::to_string(m_peers.size()));
    }
    for (const auto& peer : m_peers)
    {
        peer->WaitForReturn();
    }
    for (const DhtChurnTrace::Line& line : trace.GetLines())
    {
        m_planned.push_back(Simulator::Schedule(line.time - Simulator::Now(),
                                                &DhtChurn::Happen,
                                                this,
                                                line.peer,
                                                line.event));
    }
}

void
DhtChurn::Kill(Time at, double share)
{
    m_planned.push_back(
        Simulator::Schedule(at - Simulator::Now(), &DhtChurn::KillNow, this, share));
}

const DhtChurn::Counters&
DhtChurn::GetCounters() const
{
    return m_counters;
}

void
DhtChurn::Begin()
{
    m_begun = true;
    for (std::size_t peer = 0; peer < m_peers.size(); ++peer)
    {
        if (m_peers[peer]->IsUp())
        {
            BeginSession(peer, m_sessions.DrawRest(*m_random[peer]));
        }
    }
}

void
DhtChurn::BeginSession(std::size_t peer, Time length)
{
    m_next[peer] = Simulator::Schedule(length, &DhtChurn::EndSession, this, peer);
}

void
DhtChurn::EndSession(std::size_t peer)
{
    const bool crashes = m_random[peer]->GetValue(0, 1) < m_crashes;
    Happen(peer, crashes ? DhtChurnTrace::CRASH : DhtChurnTrace::LEAVE);
    BeginDowntime(peer);
}

void
DhtChurn::BeginDowntime(std::size_t peer)
{
    m_next[peer] =
        Simulator::Schedule(m_downtimes.Draw(*m_random[peer]), &DhtChurn::Return, this, peer);
}

void
DhtChurn::Return(std::size_t peer)
{
    Happen(peer, DhtChurnTrace::JOIN);
    BeginSession(peer, m_sessions.Draw(*m_random[peer]));
}

void
DhtChurn::Happen(std::size_t peer, DhtChurnTrace::Event event)
{
    switch (event)
    {
    case DhtChurnTrace::JOIN:
        ++m_counters.returns;
        m_peers[peer]->Return();
        break;
    case DhtChurnTrace::LEAVE:
        ++m_counters.leaves;
        m_peers[peer]->Leave();
        break;
    case DhtChurnTrace::CRASH:
        ++m_counters.crashes;
        m_peers[peer]->Crash();
        break;
    }
}

void
DhtChurn::KillNow(double share)
{
    std::vector<std::size_t> up;
    for (std::size_t peer = 0; peer < m_peers.size(); ++peer)
    {
        if (m_peers[peer]->IsUp())
        {
            up.push_back(peer);
        }
    }
    const auto victims = static_cast<std::size_t>(std::lround(share * up.size()));
    for (std::size_t i = 0; i < victims; ++i)
    {
        const auto left = static_cast<uint32_t>(up.size() - 1);
        const auto chosen = up.begin() + m_random.front()->GetInteger(0, left);
        m_next[*chosen].Cancel();
        Happen(*chosen, DhtChurnTrace::CRASH);
        if (m_begun)
        {
            BeginDowntime(*chosen);
        }
        up.erase(chosen);
    }
}

} // namespace ns3
