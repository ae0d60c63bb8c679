/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ring-monitor.h"

#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3
{

namespace
{

const Time TICK = MilliSeconds(100);
constexpr uint64_t TICKS_PER_LINE = 10;

/// @param part A part. @param whole The whole. @return The part in percent; 0 of nothing.
double
Percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/// @param values Some values. @return Their mean; 0 for none.
double
Mean(const std::vector<double>& values)
{
    return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / values.size();
}

/// @param values Some values. @return Their mean absolute deviation in percent of their mean.
double
Deviation(const std::vector<double>& values)
{
    const double mean = Mean(values);
    double sum = 0;
    for (const double value : values)
    {
        sum += std::abs(value - mean);
    }
    return values.empty() ? 0 : Percent(sum / values.size(), mean);
}

/// @param values Some values, reordered. @param share In [0, 1]. @return That quantile; 0 for none.
double
Quantile(std::vector<double>& values, double share)
{
    if (values.empty())
    {
        return 0;
    }
    const auto place = values.begin() +
                       static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
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
    : m_series(series)
{
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        m_peers.push_back(DynamicCast<DhtPeerApplication>(*peer));
        m_peers.back()->TraceConnectWithoutContext("Answered",
                                                   MakeCallback(&RingMonitor::OnAnswered, this));
    }
    if (m_series)
    {
        *m_series << "time_s,offered,issued,achieved,retransmitted,dropped,marked,outstanding,"
                     "queue,level\n";
    }
    m_line.time = Simulator::Now();
    m_tick = Simulator::Schedule(TICK, &RingMonitor::Tick, this);
}

RingMonitor::~RingMonitor()
{
    m_tick.Cancel();
    for (const auto& peer : m_peers)
    {
        peer->TraceDisconnectWithoutContext("Answered",
                                            MakeCallback(&RingMonitor::OnAnswered, this));
    }
}

void
RingMonitor::Begin()
{
    m_begin = Take();
    m_inWindow = true;
}

void
RingMonitor::End()
{
    m_end = Take();
    m_inWindow = false;
}

void
RingMonitor::OnAnswered(const dht::Answer& answer)
{
    if (m_inWindow)
    {
        m_delays.push_back(dht::ToSeconds(answer.delay));
        m_hops += answer.hops;
        m_relayed += answer.hops > 0;
        m_marked += answer.marked;
    }
}

RingMonitor::Snapshot
RingMonitor::Take() const
{
    Snapshot snapshot;
    snapshot.time = Simulator::Now();
    for (const auto& peer : m_peers)
    {
        snapshot.made += peer->GetMade();
        const dht::Counters counters = peer->GetCounters();
        snapshot.counters += counters;
        snapshot.answered.push_back(counters.answered);
    }
    return snapshot;
}

RingMonitor::Sample
RingMonitor::TakeSample() const
{
    std::vector<double> levels;
    for (const auto& peer : m_peers)
    {
        levels.push_back(peer->GetPeer() ? peer->GetPeer()->Scheme().Level() : 0);
    }
    const double peers = static_cast<double>(m_peers.size());
    return {GetOutstanding() / peers, GetQueued() / peers, Mean(levels), Deviation(levels)};
}

void
RingMonitor::Tick()
{
    m_tick = Simulator::Schedule(TICK, &RingMonitor::Tick, this);
    if (m_inWindow)
    {
        m_samples.push_back(TakeSample());
    }
    if (++m_ticks % TICKS_PER_LINE == 0 && m_series)
    {
        WriteLine();
    }
}

void
RingMonitor::WriteLine()
{
    const Snapshot now = Take();
    dht::Counters counters = now.counters;
    counters -= m_line.counters;
    const double scale =
        (now.time - m_line.time).GetSeconds() * static_cast<double>(m_peers.size());
    const Sample sample = TakeSample();
    *m_series << now.time.GetSeconds() << ',' << (now.made - m_line.made) / scale << ','
              << counters.issued / scale << ',' << counters.answered / scale << ','
              << counters.retransmitted / scale << ',' << counters.TotalDropped() / scale << ','
              << counters.marked / scale << ',' << sample.outstanding << ',' << sample.queue << ','
              << sample.level << '\n';
    m_line = now;
}

RingResults
RingMonitor::GetResults() const
{
    dht::Counters counters = m_end.counters;
    counters -= m_begin.counters;
    RingResults results;
    results.window = (m_end.time - m_begin.time).GetSeconds();
    const double window = std::max(results.window, 1e-9);
    const double scale = window * static_cast<double>(m_peers.size());
    results.offered = (m_end.made - m_begin.made) / scale;
    results.issued = counters.issued / scale;
    results.achieved = counters.answered / scale;
    results.achievedRemote = m_relayed / scale;
    results.retransmitted = Percent(counters.retransmitted, counters.issued);
    results.dropped = Percent(counters.TotalDropped(), counters.issued);
    results.earlyTimeouts = Percent(counters.redundantAcks, counters.issued);
    results.marked = Percent(m_marked, m_relayed);

    std::vector<double> delays = m_delays;
    results.delayMean = Mean(delays);
    results.delayP50 = Quantile(delays, 0.5);
    results.delayP99 = Quantile(delays, 0.99);
    results.hopsMean = delays.empty() ? 0 : static_cast<double>(m_hops) / delays.size();

    for (const Sample& sample : m_samples)
    {
        results.outstandingMean += sample.outstanding / m_samples.size();
        results.queueMean += sample.queue / m_samples.size();
        results.levelMean += sample.level / m_samples.size();
        results.levelDeviation += sample.levelDeviation / m_samples.size();
    }
    std::vector<double> rates;
    for (std::size_t i = 0; i < m_peers.size(); ++i)
    {
        rates.push_back((m_end.answered[i] - m_begin.answered[i]) / window);
    }
    results.rateDeviation = Deviation(rates);
    return results;
}

dht::Counters
RingMonitor::GetCounters() const
{
    return Take().counters;
}

uint64_t
RingMonitor::GetWireErrors() const
{
    uint64_t sum = 0;
    for (const auto& peer : m_peers)
    {
        const dht::WireErrorCounts errors = peer->GetWireErrors();
        sum = std::accumulate(errors.begin(), errors.end(), sum);
    }
    return sum;
}

uint64_t
RingMonitor::GetOutstanding() const
{
    return Total(m_peers, [](const auto& peer) { return peer.GetOutstanding(); });
}

uint64_t
RingMonitor::GetQueued() const
{
    return Total(m_peers, [](const auto& peer) { return peer.GetQueued(); });
}

uint64_t
RingMonitor::GetAbandoned() const
{
    return Total(m_peers, [](const auto& peer) { return peer.GetAbandoned(); });
}

uint64_t
RingMonitor::GetAbandonedInQueues() const
{
    return Total(m_peers, [](const auto& peer) { return peer.GetAbandonedInQueues(); });
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
