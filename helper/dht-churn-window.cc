/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-churn-window.h"

#include "packet-peers.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/// How often it is counted who is there.
const Time CHURN_TICK = Seconds(1);

} // namespace

DhtChurnWindow::DhtChurnWindow(const ApplicationContainer& peers, const DhtChurn& churn)
    : DhtChurnWindow(std::make_shared<PacketPeers>(peers), churn)
{
}

DhtChurnWindow::DhtChurnWindow(std::shared_ptr<JoiningPeers> peers, const DhtChurn& churn)
    : m_peers(std::move(peers)),
      m_churn(churn),
      m_away(m_peers->Size())
{
}

DhtChurnWindow::~DhtChurnWindow()
{
    m_tick.Cancel();
}

void
DhtChurnWindow::Begin()
{
    m_begin = Take();
    m_waits.Begin(m_begin.time.GetSeconds(), GetProgress());
    Tick();
}

void
DhtChurnWindow::End()
{
    m_end = Take();
    m_waits.Look(m_end.time.GetSeconds(), GetProgress());
    m_tick.Cancel();
}

DhtChurnWindow::Results
DhtChurnWindow::GetResults() const
{
    Results results;
    results.window = (m_end.time - m_begin.time).GetSeconds();
    const double ticks = std::max<double>(m_ticks, 1);
    results.up = m_up / ticks;
    results.members = m_members / ticks;
    const double scale = std::max(results.window * results.up, 1e-9);
    results.bytes = (m_end.bytes - m_begin.bytes) / scale;
    results.messages = (m_end.messages - m_begin.messages) / scale;
    results.returns = m_end.churn.returns - m_begin.churn.returns;
    results.leaves = m_end.churn.leaves - m_begin.churn.leaves;
    results.crashes = m_end.churn.crashes - m_begin.churn.crashes;
    results.failuresDetected = m_end.failures - m_begin.failures;
    CompareAnswered(results);
    return results;
}

void
DhtChurnWindow::CompareAnswered(Results& results) const
{
    std::vector<double> rates;
    for (std::size_t i = 0; i < m_end.answered.size(); ++i)
    {
        rates.push_back((m_end.answered[i] - m_begin.answered[i]) / results.window);
    }
    results.hostile = m_peers->Size() - rates.size();
    if (rates.empty())
    {
        return;
    }
    results.answeredMean = std::accumulate(rates.begin(), rates.end(), 0.0) / rates.size();
    results.answered.SetRates(std::move(rates));
    m_waits.Report(results.answered);
}

std::vector<uint64_t>
DhtChurnWindow::GetProgress() const
{
    std::vector<uint64_t> progress;
    for (std::size_t i = 0; i < m_peers->Size(); ++i)
    {
        if (m_peers->IsHonest(i))
        {
            progress.push_back(m_peers->GetTotals(i).counters.answered + m_away[i]);
        }
    }
    return progress;
}

DhtChurnWindow::Totals
DhtChurnWindow::Take() const
{
    Totals totals;
    totals.time = Simulator::Now();
    totals.churn = m_churn.GetCounters();
    for (std::size_t peer = 0; peer < m_peers->Size(); ++peer)
    {
        const dht::LifeTotals of = m_peers->GetTotals(peer);
        const dht::MaintenanceCounters& counters = of.maintenance;
        totals.bytes += of.MaintenanceBytes();
        totals.messages =
            std::accumulate(counters.sent.begin(), counters.sent.end(), totals.messages);
        totals.failures += counters.failures;
        if (m_peers->IsHonest(peer))
        {
            totals.answered.push_back(of.counters.answered);
        }
    }
    return totals;
}

void
DhtChurnWindow::Tick()
{
    m_tick = Simulator::Schedule(CHURN_TICK, &DhtChurnWindow::Tick, this);
    ++m_ticks;
    for (std::size_t i = 0; i < m_peers->Size(); ++i)
    {
        const bool isMember = m_peers->IsMember(i);
        m_up += m_peers->IsUp(i);
        m_members += isMember;
        m_away[i] += !isMember;
    }
    m_waits.Look(Simulator::Now().GetSeconds(), GetProgress());
}

} // namespace ns3
