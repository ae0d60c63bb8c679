/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-statistics.h"

#include "dht-starvation-alarm.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace dht
{

namespace
{

constexpr std::uint64_t kTicksPerLine = 10;
/// Share of the window after which a peer without an answer has had none in all of it, as it were.
constexpr double kWholeWindow = 0.9;
/// Samples that are kept at the most: seven hours of them, before they are thinned out.
constexpr std::size_t kMostSamples = 250'000;
/// Delays that are kept for each of them, where they are bounded.
constexpr std::size_t kDelaysPerSample = 16;

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

/// @param values Some values. @param mean Their mean, or that of more. @return The sum of their
/// absolute deviations from it.
double
Deviations(const std::vector<double>& values, double mean)
{
    double sum = 0;
    for (const double value : values)
    {
        sum += std::abs(value - mean);
    }
    return sum;
}

} // namespace

PeerState
PeerState::Of(const Peer& peer, std::uint64_t made)
{
    return {made,
            peer.GetCounters(),
            static_cast<double>(peer.Outstanding()),
            static_cast<double>(peer.Queued()),
            peer.Level(),
            peer.GetMembership().IsJoined() ? Presence::kMember : Presence::kThere};
}

RingStatistics::RingStatistics(Look look, double now, std::ostream* series, RingSums* sums)
    : m_look(std::move(look)),
      m_series(series),
      m_sums(sums),
      m_mostSamples(kMostSamples)
{
    if (m_series)
    {
        *m_series << "time_s,offered,issued,achieved,retransmitted,dropped,marked,outstanding,"
                     "queue,level\n";
    }
    m_line.time = now;
}

RingStatistics::~RingStatistics() = default;

void
RingStatistics::KeepAtMost(std::size_t samples)
{
    m_mostSamples = samples;
    m_delays = DelaySample(kDelaysPerSample * samples);
}

void
RingStatistics::WarnOfStarving(std::ostream& out, const std::string& program)
{
    m_alarm = std::make_unique<StarvationAlarm>(out, program, Answered().size());
}

void
RingStatistics::Begin(double now)
{
    m_begin = Sum(now);
    m_waits.Begin(now, m_begin.answered);
    m_inWindow = true;
}

void
RingStatistics::End(double now)
{
    if (!m_inWindow)
    {
        return;
    }
    m_end = Sum(now);
    m_waits.Look(now, m_end.answered);
    m_inWindow = false;
    CloseSamples(true);
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
RingStatistics::Sum(double now) const
{
    Snapshot snapshot;
    snapshot.time = now;
    m_look([&snapshot](const PeerState& peer) {
        snapshot.made += peer.made;
        snapshot.counters += peer.counters;
        snapshot.answered.push_back(peer.counters.answered);
    });
    return snapshot;
}

RingStatistics::Sample
RingStatistics::Measure(std::vector<double>& levels) const
{
    Sample sample;
    m_look([&](const PeerState& peer) {
        sample.peers += 1;
        sample.outstanding += peer.outstanding;
        sample.queue += peer.queue;
        sample.level += peer.level;
        levels.push_back(peer.level);
    });
    return sample;
}

std::vector<std::uint64_t>
RingStatistics::Answered() const
{
    std::vector<std::uint64_t> answered;
    m_look([&](const PeerState& peer) { answered.push_back(peer.counters.answered); });
    return answered;
}

void
RingStatistics::TakeSample(double now)
{
    m_waits.Look(now, Answered());
    std::vector<double> levels;
    const auto sample = std::make_shared<Sample>(Measure(levels));
    Keep(sample);
    if (!m_sums)
    {
        sample->deviation = Deviations(levels, sample->level / sample->peers);
        return;
    }
    m_sums->Add({sample->level, sample->peers});
    m_open.push_back({sample, std::move(levels)});
    CloseSamples(false);
}

void
RingStatistics::CloseSamples(bool wait)
{
    while (!m_open.empty())
    {
        const auto sum = m_sums->Take(wait);
        if (!sum)
        {
            return;
        }
        const OpenSample& open = m_open.front();
        open.sample->deviation = Deviations(open.levels, sum->level / sum->peers);
        m_open.pop_front();
    }
}

void
RingStatistics::Tick(double now)
{
    ++m_ticks;
    if (m_inWindow && m_ticks % m_ticksPerSample == 0)
    {
        TakeSample(now);
    }
    if (m_series && m_ticks % kTicksPerLine == 0)
    {
        WriteLine(now);
    }
    if (m_alarm && m_ticks % kTicksPerLine == 0)
    {
        // before the window, queues fill up, and delays say nothing yet
        m_alarm->Look(FromSeconds(now), m_look, [&] {
            return m_inWindow ? StarvesAfter(now) : kNever;
        });
    }
}

Time
RingStatistics::StarvesAfter(double now) const
{
    const double peers = static_cast<double>(m_begin.answered.size());
    const double rate =
        static_cast<double>(m_delays.Count()) / (peers * std::max(now - m_begin.time, kTick));
    return rate > 0
               ? FromSeconds(PeerSpread::StarvesAfter(m_delays.Results().percentiles.back(), rate))
               : kNever;
}

void
RingStatistics::Keep(std::shared_ptr<Sample> sample)
{
    m_samples.push_back(std::move(sample));
    if (m_samples.size() < m_mostSamples)
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
RingStatistics::WriteLine(double now)
{
    const Snapshot sum = Sum(now);
    Counters counters = sum.counters;
    counters -= m_line.counters;
    const double scale = (sum.time - m_line.time) * static_cast<double>(sum.answered.size());
    std::vector<double> levels;
    const Sample sample = Measure(levels);
    *m_series << sum.time << ',' << (sum.made - m_line.made) / scale << ','
              << counters.issued / scale << ',' << counters.answered / scale << ','
              << counters.retransmitted / scale << ',' << counters.TotalDropped() / scale << ','
              << counters.marked / scale << ',' << sample.outstanding / sample.peers << ','
              << sample.queue / sample.peers << ',' << sample.level / sample.peers
              << std::endl; // at once, as somebody may watch
    m_line = sum;
}

RingResults
RingStatistics::GetResults(double now) const
{
    RingResults results;
    if (m_begin.answered.empty())
    {
        return results;
    }
    const Snapshot end = m_inWindow ? Sum(now) : m_end;
    Counters counters = end.counters;
    counters -= m_begin.counters;
    results.window = end.time - m_begin.time;
    const double window = std::max(results.window, 1e-9);
    const double scale = window * static_cast<double>(end.answered.size());
    results.offered = (end.made - m_begin.made) / scale;
    results.issued = counters.issued / scale;
    results.achieved = counters.answered / scale;
    results.achievedRemote = m_relayed / scale;
    results.retransmitted = Percent(counters.retransmitted, counters.issued);
    results.dropped = Percent(counters.TotalDropped(), counters.issued);
    results.earlyTimeouts = Percent(counters.redundantAcks, counters.issued);
    results.marked = Percent(m_marked, m_relayed);

    results.delay = m_delays.Results();
    const std::uint64_t answers = std::max<std::uint64_t>(m_delays.Count(), 1);
    results.hopsMean = static_cast<double>(m_hops) / static_cast<double>(answers);

    AverageSamples(results);
    std::vector<double> rates;
    for (std::size_t i = 0; i < end.answered.size(); ++i)
    {
        rates.push_back((end.answered[i] - m_begin.answered[i]) / window);
    }
    const double mean = Mean(rates);
    results.rateDeviation = Percent(Deviations(rates, mean) / rates.size(), mean);
    results.peers.SetRates(std::move(rates));
    // nobody is seen to wait for longer than the window
    const double p99 = std::min(results.delay.percentiles.back(),
                                kWholeWindow * window / PeerSpread::kStarvingDelays);
    results.peers.starvesAfter = PeerSpread::StarvesAfter(p99, results.achieved);
    m_waits.Report(results.peers);
    return results;
}

void
RingStatistics::AverageSamples(RingResults& results) const
{
    const auto count = static_cast<double>(m_samples.size());
    for (const auto& sample : m_samples)
    {
        const double peers = sample->peers;
        results.outstandingMean += sample->outstanding / peers / count;
        results.queueMean += sample->queue / peers / count;
        results.levelMean += sample->level / peers / count;
        results.levelDeviation += Percent(sample->deviation / peers, sample->level / peers) / count;
    }
}

// ---- parts of a ring

void
RingStatistics::Sample::Add(const Sample& other)
{
    peers += other.peers;
    outstanding += other.outstanding;
    queue += other.queue;
    level += other.level;
    deviation += other.deviation;
}

void
RingStatistics::Snapshot::Add(const Snapshot& other)
{
    made += other.made;
    counters += other.counters;
    answered.insert(answered.end(), other.answered.begin(), other.answered.end());
}

void
RingStatistics::Snapshot::Write(RawWriter& to) const
{
    to.Put(time);
    to.Put(made);
    to.Put(counters);
    to.Put(answered);
}

void
RingStatistics::Snapshot::Read(RawReader& from)
{
    from.Get(time);
    from.Get(made);
    from.Get(counters);
    from.Get(answered);
}

std::string
RingStatistics::ToBytes() const
{
    std::vector<Sample> samples;
    for (const auto& sample : m_samples)
    {
        samples.push_back(*sample);
    }
    RawWriter to;
    m_begin.Write(to);
    m_end.Write(to);
    to.Put(samples);
    m_delays.Write(to);
    m_waits.Write(to);
    to.Put(m_hops);
    to.Put(m_marked);
    to.Put(m_relayed);
    return to.Bytes();
}

void
RingStatistics::AddPart(const std::string& bytes)
{
    RawReader from(bytes);
    RingStatistics part(nullptr, 0, nullptr);
    part.m_begin.Read(from);
    part.m_end.Read(from);
    std::vector<Sample> samples;
    from.Get(samples);
    part.m_delays.Read(from);
    part.m_waits.Read(from);
    from.Get(part.m_hops);
    from.Get(part.m_marked);
    from.Get(part.m_relayed);

    m_begin.Add(part.m_begin);
    m_end.Add(part.m_end);
    m_waits.Add(part.m_waits);
    for (std::size_t i = 0; i < m_samples.size(); ++i)
    {
        m_samples[i]->Add(samples.at(i));
    }
    m_delays.Add(std::move(part.m_delays));
    m_hops += part.m_hops;
    m_marked += part.m_marked;
    m_relayed += part.m_relayed;
}

} // namespace dht
