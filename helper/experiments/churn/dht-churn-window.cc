/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-churn-window.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/// How often it is counted who is there.
const Time TICK = Seconds(1);

} // namespace

DhtChurnWindow::DhtChurnWindow(const ApplicationContainer& peers, const DhtChurn& churn)
    : m_churn(churn)
{
    std::transform(peers.Begin(), peers.End(), std::back_inserter(m_peers), [](const auto& peer) {
        return DynamicCast<DhtPeerApplication>(peer);
    });
    m_away.resize(m_peers.size());
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
    results.hostile = m_peers.size() - rates.size();
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
    for (std::size_t i = 0; i < m_peers.size(); ++i)
    {
        if (m_peers[i]->IsHonest())
        {
            progress.push_back(m_peers[i]->GetCounters().answered + m_away[i]);
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
    for (const auto& peer : m_peers)
    {
        const DhtPeerTotals of = peer->GetTotals();
        const dht::MaintenanceCounters& counters = of.maintenance;
        totals.bytes += of.maintenanceBytes;
        totals.messages =
            std::accumulate(counters.sent.begin(), counters.sent.end(), totals.messages);
        totals.failures += counters.failures;
        if (peer->IsHonest())
        {
            totals.answered.push_back(peer->GetCounters().answered);
        }
    }
    return totals;
}

void
DhtChurnWindow::Tick()
{
    m_tick = Simulator::Schedule(TICK, &DhtChurnWindow::Tick, this);
    ++m_ticks;
    for (std::size_t i = 0; i < m_peers.size(); ++i)
    {
        const bool isMember = m_peers[i]->IsMember();
        m_up += m_peers[i]->IsUp();
        m_members += isMember;
        m_away[i] += !isMember;
    }
    m_waits.Look(Simulator::Now().GetSeconds(), GetProgress());
}

} // namespace ns3
