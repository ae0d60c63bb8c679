/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace dht
{

namespace
{

constexpr std::uint64_t kTicksPerLine = 10;
/// Samples that are kept at the most: seven hours of them, before they are thinned out.
constexpr std::size_t kMostSamples = 250'000;

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

} // namespace

PeerState
PeerState::Of(const Peer& peer, std::uint64_t made)
{
    return {made,
            peer.GetCounters(),
            static_cast<double>(peer.Outstanding()),
            static_cast<double>(peer.Queued()),
            peer.Scheme().Level()};
}

RingStatistics::RingStatistics(Look look, double now, std::ostream* series)
    : m_look(std::move(look)),
      m_series(series)
{
    if (m_series)
    {
        *m_series << "time_s,offered,issued,achieved,retransmitted,dropped,marked,outstanding,"
                     "queue,level\n";
    }
    m_line.time = now;
}

void
RingStatistics::Begin(double now)
{
    m_begin = Sum(now, m_look());
    m_inWindow = true;
}

void
RingStatistics::End(double now)
{
    m_end = Sum(now, m_look());
    m_inWindow = false;
}

void
RingStatistics::OnAnswered(const Answer& answer)
{
    if (m_inWindow)
    {
        m_delays.Add(ToSeconds(answer.delay));
        m_hops += answer.hops;
        m_relayed += answer.hops > 0;
        m_marked += answer.marked;
    }
}

RingStatistics::Snapshot
RingStatistics::Sum(double now, const std::vector<PeerState>& peers)
{
    Snapshot snapshot;
    snapshot.time = now;
    for (const PeerState& peer : peers)
    {
        snapshot.made += peer.made;
        snapshot.counters += peer.counters;
        snapshot.answered.push_back(peer.counters.answered);
    }
    return snapshot;
}

RingStatistics::Sample
RingStatistics::TakeSample(const std::vector<PeerState>& peers)
{
    Sample sample;
    std::vector<double> levels;
    for (const PeerState& peer : peers)
    {
        sample.outstanding += peer.outstanding;
        sample.queue += peer.queue;
        levels.push_back(peer.level);
    }
    sample.outstanding /= static_cast<double>(peers.size());
    sample.queue /= static_cast<double>(peers.size());
    sample.level = Mean(levels);
    sample.levelDeviation = Deviation(levels);
    return sample;
}

void
RingStatistics::Tick(double now)
{
    const bool line = ++m_ticks % kTicksPerLine == 0 && m_series;
    if (!m_inWindow && !line)
    {
        return;
    }
    const std::vector<PeerState> peers = m_look();
    if (m_inWindow && m_ticks % m_ticksPerSample == 0)
    {
        Keep(TakeSample(peers));
    }
    if (line)
    {
        WriteLine(now, peers);
    }
}

void
RingStatistics::Keep(const Sample& sample)
{
    m_samples.push_back(sample);
    if (m_samples.size() < kMostSamples)
    {
        return;
    }
    for (std::size_t i = 0; i < m_samples.size() / 2; ++i)
    {
        m_samples[i] = m_samples[2 * i];
    }
    m_samples.resize(m_samples.size() / 2);
    m_ticksPerSample *= 2;
}

void
RingStatistics::WriteLine(double now, const std::vector<PeerState>& peers)
{
    const Snapshot sum = Sum(now, peers);
    Counters counters = sum.counters;
    counters -= m_line.counters;
    const double scale = (sum.time - m_line.time) * static_cast<double>(peers.size());
    const Sample sample = TakeSample(peers);
    *m_series << sum.time << ',' << (sum.made - m_line.made) / scale << ','
              << counters.issued / scale << ',' << counters.answered / scale << ','
              << counters.retransmitted / scale << ',' << counters.TotalDropped() / scale << ','
              << counters.marked / scale << ',' << sample.outstanding << ',' << sample.queue << ','
              << sample.level << std::endl; // at once, as somebody may watch
    m_line = sum;
}

RingResults
RingStatistics::GetResults() const
{
    Counters counters = m_end.counters;
    counters -= m_begin.counters;
    RingResults results;
    results.window = m_end.time - m_begin.time;
    const double window = std::max(results.window, 1e-9);
    const double scale = window * static_cast<double>(m_end.answered.size());
    results.offered = (m_end.made - m_begin.made) / scale;
    results.issued = counters.issued / scale;
    results.achieved = counters.answered / scale;
    results.achievedRemote = m_relayed / scale;
    results.retransmitted = Percent(counters.retransmitted, counters.issued);
    results.dropped = Percent(counters.TotalDropped(), counters.issued);
    results.earlyTimeouts = Percent(counters.redundantAcks, counters.issued);
    results.marked = Percent(m_marked, m_relayed);

    std::vector<double> delays = m_delays.Kept();
    results.delayMean = m_delays.Mean();
    results.delayP50 = Quantile(delays, 0.5);
    results.delayP99 = Quantile(delays, 0.99);
    results.hopsMean =
        delays.empty() ? 0 : static_cast<double>(m_hops) / static_cast<double>(m_delays.Count());

    AverageSamples(results);
    std::vector<double> rates;
    for (std::size_t i = 0; i < m_end.answered.size(); ++i)
    {
        rates.push_back((m_end.answered[i] - m_begin.answered[i]) / window);
    }
    results.rateDeviation = Deviation(rates);
    return results;
}

void
RingStatistics::AverageSamples(RingResults& results) const
{
    for (const Sample& sample : m_samples)
    {
        results.outstandingMean += sample.outstanding / m_samples.size();
        results.queueMean += sample.queue / m_samples.size();
        results.levelMean += sample.level / m_samples.size();
        results.levelDeviation += sample.levelDeviation / m_samples.size();
    }
}

} // namespace dht
