/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-lookup-monitor.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Between two lines of the series.
const Time LINE = Seconds(10);

} // namespace

double
DhtLookupResults::Percent(uint64_t lookups) const
{
    return 100.0 * lookups / std::max<uint64_t>(right + wrong + givenUp, 1);
}

double
DhtLookupResults::SuccessPercent() const
{
    return Percent(right);
}

double
DhtLookupResults::WrongPercent() const
{
    return Percent(wrong);
}

double
DhtLookupResults::UnansweredPercent() const
{
    return Percent(givenUp);
}

DhtLookupMonitor::DhtLookupMonitor(const ApplicationContainer& peers,
                                   DhtRingCheck& check,
                                   std::ostream* series)
    : m_check(check),
      m_series(series)
{
    for (std::size_t i = 0; i < peers.GetN(); ++i)
    {
        const auto peer = DynamicCast<DhtPeerApplication>(peers.Get(i));
        m_peers.push_back(peer);
        if (!peer->IsHonest())
        {
            continue;
        }
        peer->TraceConnectWithoutContext("Issued",
                                         MakeCallback(&DhtLookupMonitor::OnIssued, this).Bind(i));
        peer->TraceConnectWithoutContext("Answered",
                                         MakeCallback(&DhtLookupMonitor::OnAnswered, this));
        peer->TraceConnectWithoutContext("GivenUp",
                                         MakeCallback(&DhtLookupMonitor::OnGivenUp, this));
    }
    if (m_series)
    {
        *m_series << "time_s,up,members,issued,right,wrong,given_up,delay_s\n";
        m_write = Simulator::Schedule(LINE, &DhtLookupMonitor::WriteLine, this);
    }
}

DhtLookupMonitor::~DhtLookupMonitor()
{
    m_write.Cancel();
    for (std::size_t i = 0; i < m_peers.size(); ++i)
    {
        m_peers[i]->TraceDisconnectWithoutContext(
            "Issued",
            MakeCallback(&DhtLookupMonitor::OnIssued, this).Bind(i));
        m_peers[i]->TraceDisconnectWithoutContext(
            "Answered",
            MakeCallback(&DhtLookupMonitor::OnAnswered, this));
        m_peers[i]->TraceDisconnectWithoutContext("GivenUp",
                                                  MakeCallback(&DhtLookupMonitor::OnGivenUp, this));
    }
}

void
DhtLookupMonitor::Begin()
{
    m_inWindow = true;
}

void
DhtLookupMonitor::End()
{
    m_inWindow = false;
}

DhtLookupResults
DhtLookupMonitor::GetResults() const
{
    DhtLookupResults results = m_results;
    for (const auto& [id, lookup] : m_open)
    {
        const DhtPeerApplication& source = *m_peers[lookup.peer];
        const bool there = source.IsUp() && source.GetSessions() == lookup.session;
        ++(there ? results.open : results.abandoned);
    }
    results.delay = m_delays.Results();
    results.hopsMean = m_hops / static_cast<double>(std::max<uint64_t>(m_delays.Count(), 1));
    return results;
}

void
DhtLookupMonitor::OnIssued(std::size_t peer, const dht::Request& request)
{
    ++m_line.issued;
    if (m_inWindow)
    {
        ++m_results.issued;
        m_open[request.id] = {peer, m_peers[peer]->GetSessions(), request.key};
    }
}

DhtLookupMonitor::Outcome
DhtLookupMonitor::Judge(const dht::Key& key, const dht::Answer* answer)
{
    const DhtPeerApplication* const responsible = m_check.FindResponsible(key);
    if (responsible && !responsible->IsHonest())
    {
        return HOSTILE;
    }
    if (!answer)
    {
        return GIVEN_UP;
    }
    return responsible && responsible->GetEndpoint() == answer->responsible ? RIGHT : WRONG;
}

void
DhtLookupMonitor::OnAnswered(const dht::Answer& answer)
{
    const Outcome outcome = Judge(answer.key, &answer);
    const bool right = outcome == RIGHT;
    m_line.right += right;
    m_line.wrong += outcome == WRONG;
    m_line.delay += right ? dht::ToSeconds(answer.delay) : 0;
    if (m_open.erase(answer.id) == 0)
    {
        return;
    }
    m_results.right += right;
    m_results.wrong += outcome == WRONG;
    m_results.hostile += outcome == HOSTILE;
    if (right)
    {
        m_delays.Add(dht::ToSeconds(answer.delay));
        m_hops += answer.hops;
    }
}

void
DhtLookupMonitor::OnGivenUp(uint64_t id)
{
    ++m_line.givenUp;
    const auto found = m_open.find(id);
    if (found != m_open.end())
    {
        const bool isHostile = Judge(found->second.key, nullptr) == HOSTILE;
        ++(isHostile ? m_results.hostile : m_results.givenUp);
        m_open.erase(found);
    }
}

void
DhtLookupMonitor::WriteLine()
{
    m_write = Simulator::Schedule(LINE, &DhtLookupMonitor::WriteLine, this);
    const auto count = [this](auto what) {
        return std::count_if(m_peers.begin(), m_peers.end(), [what](const auto& peer) {
            return (PeekPointer(peer)->*what)();
        });
    };
    const Line line = std::exchange(m_line, {});
    *m_series << Simulator::Now().GetSeconds() << ',' << count(&DhtPeerApplication::IsUp) << ','
              << count(&DhtPeerApplication::IsMember) << ',' << line.issued << ',' << line.right
              << ',' << line.wrong << ',' << line.givenUp << ',';
    if (line.right > 0)
    {
        *m_series << line.delay / line.right;
    }
    *m_series << '\n';
}

} // namespace ns3
