/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-churn.h"

#include "packet-peers.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

DhtChurn::DhtChurn(const ApplicationContainer& peers)
    : DhtChurn(std::make_shared<PacketPeers>(peers))
{
}

DhtChurn::DhtChurn(std::shared_ptr<JoiningPeers> peers)
    : m_peers(std::move(peers)),
      m_next(m_peers->Size())
{
    for (std::size_t peer = 0; peer < m_peers->Size(); ++peer)
    {
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
    if (trace.GetPeers() > m_peers->Size())
    {
        throw std::invalid_argument("the trace has a peer " + std::to_string(trace.GetPeers() - 1) +
                                    ", but there are only " + std::to_string(m_peers->Size()));
    }
    for (std::size_t peer = 0; peer < m_peers->Size(); ++peer)
    {
        m_peers->WaitForReturn(peer);
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
    for (std::size_t peer = 0; peer < m_peers->Size(); ++peer)
    {
        if (m_peers->IsUp(peer))
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
        m_peers->Return(peer);
        break;
    case DhtChurnTrace::LEAVE:
        ++m_counters.leaves;
        m_peers->Leave(peer);
        break;
    case DhtChurnTrace::CRASH:
        ++m_counters.crashes;
        m_peers->Crash(peer);
        break;
    }
}

void
DhtChurn::KillNow(double share)
{
    std::vector<std::size_t> up;
    for (std::size_t peer = 0; peer < m_peers->Size(); ++peer)
    {
        if (m_peers->IsUp(peer))
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
