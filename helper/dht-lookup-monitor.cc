/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-lookup-monitor.h"

#include "packet-peers.h"

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
    : DhtLookupMonitor(std::make_shared<PacketPeers>(peers), check, series)
{
}

DhtLookupMonitor::DhtLookupMonitor(std::shared_ptr<JoiningPeers> peers,
                                   DhtRingCheck& check,
                                   std::ostream* series)
    : m_peers(std::move(peers)),
      m_check(check),
      m_series(series)
{
    m_peers->SetListener(this);
    if (m_series)
    {
        *m_series << "time_s,up,members,issued,right,wrong,given_up,delay_s\n";
        m_write = Simulator::Schedule(LINE, &DhtLookupMonitor::WriteLine, this);
    }
}

DhtLookupMonitor::~DhtLookupMonitor()
{
    m_write.Cancel();
    m_peers->SetListener(nullptr);
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
        const bool there =
            m_peers->IsUp(lookup.peer) && m_peers->GetSessions(lookup.peer) == lookup.session;
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
        m_open[request.id] = {peer, m_peers->GetSessions(peer), request.key};
    }
}

DhtLookupMonitor::Outcome
DhtLookupMonitor::Judge(const dht::Key& key, const dht::Answer* answer)
{
    const auto responsible = m_check.FindResponsible(key);
    if (responsible && !m_peers->IsHonest(*responsible))
    {
        return HOSTILE;
    }
    if (!answer)
    {
        return GIVEN_UP;
    }
    return responsible && m_peers->GetEndpoint(*responsible) == answer->responsible ? RIGHT : WRONG;
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
    std::size_t up = 0;
    std::size_t members = 0;
    for (std::size_t peer = 0; peer < m_peers->Size(); ++peer)
    {
        up += m_peers->IsUp(peer);
        members += m_peers->IsMember(peer);
    }
    const Line line = std::exchange(m_line, {});
    *m_series << Simulator::Now().GetSeconds() << ',' << up << ',' << members << ',' << line.issued
              << ',' << line.right << ',' << line.wrong << ',' << line.givenUp << ',';
    if (line.right > 0)
    {
        *m_series << line.delay / line.right;
    }
    *m_series << '\n';
}

} // namespace ns3
