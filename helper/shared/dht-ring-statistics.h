/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RING_STATISTICS_H
#define DHT_RING_STATISTICS_H

#include "dht-delay-sample.h"
#include "dht-peer-spread.h"
#include "dht-peer.h"
#include "dht-ring-sums.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * What came out of a run, whatever the host: simulated peers or a real one.
 */

namespace dht
{

/// What all peers of a ring did in a window of time. Rates are means per peer.
struct RingResults
{
    double window{0};         ///< Length of the window in seconds.
    double offered{0};        ///< Requests made by the workloads, in requests/s.
    double issued{0};         ///< Requests issued, in requests/s.
    double achieved{0};       ///< Requests answered, in requests/s.
    double achievedRemote{0}; ///< Of these, requests that took at least one hop, in requests/s.
    double retransmitted{0};  ///< Retransmissions in percent of the requests issued.
    double dropped{0};        ///< Drops in percent of the requests issued.
    /// Timeouts that were too early: overlay-acks of requests that had been answered already, by
    /// another transmission (or, after RequestLifetime, given up), in percent of the requests
    /// issued.
    double earlyTimeouts{0};
    double marked{0};   ///< Answers with the bit h, in percent of the answers that took a hop.
    DelayResults delay; ///< From issue to answer.
    double outstandingMean{0}; ///< Outstanding requests, mean over peers and time.
    double queueMean{0};       ///< Requests in the relay queues, mean over peers and time.
    double levelMean{0};       ///< The scheme's rate or credits, mean over peers and time.
    double levelDeviation{0};  ///< Mean deviation of the peers' rates or credits, in percent of
                               ///< their mean, mean over time.
    double rateDeviation{0};   ///< Mean deviation of the peers' achieved rates, in percent.
    double hopsMean{0};        ///< Overlay hops of the answered requests.
    PeerSpread peers;          ///< Of the peers' achieved rates.
};

/// Whether a peer is there.
enum class Presence : std::uint8_t
{
    kAway,   ///< It is not.
    kThere,  ///< It is, and has no place in its ring.
    kMember, ///< It has its place.
};

/// One peer, as it is at some time.
struct PeerState
{
    std::uint64_t made{0};                ///< Requests that its workload has made.
    Counters counters;                    ///< What it has counted.
    double outstanding{0};                ///< Its outstanding requests.
    double queue{0};                      ///< Requests in its relay queues.
    double level{0};                      ///< Its rate or credits.
    Presence presence{Presence::kMember}; ///< Whether it is there.

    /// @param peer A peer. @param made Requests that its workload has made. @return Its state.
    static PeerState Of(const Peer& peer, std::uint64_t made);
};

/// Looks at the peers of a ring now and then, and sums up. It keeps no clock: its host calls.
class RingStatistics
{
  public:
    /// How often Tick() is to be called, in seconds.
    static constexpr double kTick = 0.1;

    /// Takes what is seen of a peer.
    using Eye = std::function<void(const PeerState&)>;

    /// Shows all peers as they are now, always in the same order; at least one.
    using Look = std::function<void(const Eye&)>;

    /**
     * @param look Looks at the peers.
     * @param now The present, in seconds.
     * @param series Where to write a line a second, as CSV; null for nowhere.
     * @param sums Sums up over all processes, where this one has a part of the ring; else null.
     */
    RingStatistics(Look look, double now, std::ostream* series, RingSums* sums = nullptr);

    /// Begin the window. @param now The present, in seconds.
    void Begin(double now);
    /// End the window, if it has begun, and wait for other processes. @param now The present, in
    /// seconds.
    void End(double now);
    /// Take a sample, and write a line of the series now and then. @param now The present.
    void Tick(double now);
    /// A request was answered. @param answer The answer.
    void OnAnswered(const Answer& answer);

    /// @return What was seen, after End(), for AddPart() of another process.
    std::string ToBytes() const;
    /// Add what another process saw, after End(). @param bytes Its ToBytes(); its peers come after
    /// those that this one knows.
    void AddPart(const std::string& bytes);

    /// @param now The present, in seconds. @return What happened in the window, until now if it has
    /// not ended; all is 0 if it has not begun.
    RingResults GetResults(double now) const;

  private:
    /// Totals over all peers at one time.
    struct Snapshot
    {
        double time{0};                      ///< When, in seconds.
        std::uint64_t made{0};               ///< Requests that the workloads have made.
        Counters counters;                   ///< The sum.
        std::vector<std::uint64_t> answered; ///< By peer.

        /// @param other Of more peers, at the same time.
        void Add(const Snapshot& other);
        /// @param to Where to write it, for Read().
        void Write(RawWriter& to) const;
        /// @param from What Write() wrote.
        void Read(RawReader& from);
    };

    /// What is sampled, sums over the peers.
    struct Sample
    {
        double peers{0};       ///< Number of peers.
        double outstanding{0}; ///< Outstanding requests.
        double queue{0};       ///< Requests in the relay queues.
        double level{0};       ///< Rate or credits.
        double deviation{0};   ///< Deviations of the rate or credits from the mean of all peers.

        /// @param other Of more peers, at the same time.
        void Add(const Sample& other);
    };

    /// A sample whose mean is not known yet.
    struct OpenSample
    {
        std::shared_ptr<Sample> sample; ///< It, without its deviation.
        std::vector<double> levels;     ///< Of the peers.
    };

    /// @param now The present. @return The totals of all peers.
    Snapshot Sum(double now) const;
    /// @param [out] levels Of the peers. @return The present states of all peers, without the
    /// deviation.
    Sample Measure(std::vector<double>& levels) const;
    /// @return What each peer has had answered so far.
    std::vector<std::uint64_t> Answered() const;
    /// Take a sample. @param now The present, in seconds.
    void TakeSample(double now);
    /// Close the samples whose means are known by now. @param wait Whether to wait for the others.
    void CloseSamples(bool wait);
    /// Write a line of the series. @param now The present.
    void WriteLine(double now);
    /// Keep a sample. Of too many, every second is forgotten, and as many fewer are taken from then
    /// on. @param sample It.
    void Keep(std::shared_ptr<Sample> sample);
    /// @param [out] results Where the means of the samples go.
    void AverageSamples(RingResults& results) const;

    Look m_look;                                    ///< Looks at the peers.
    std::ostream* m_series;                         ///< Where the series goes, or null.
    RingSums* m_sums;                               ///< Sums up over all processes, or null.
    std::uint64_t m_ticks{0};                       ///< Calls of Tick().
    bool m_inWindow{false};                         ///< Between Begin() and End().
    Snapshot m_begin;                               ///< At Begin().
    Snapshot m_end;                                 ///< At End().
    Snapshot m_line;                                ///< At the last line of the series.
    std::vector<std::shared_ptr<Sample>> m_samples; ///< Of the window.
    std::deque<OpenSample> m_open;                  ///< Samples whose mean is not known yet.
    AnswerWaits m_waits;                            ///< In the window.
    std::uint64_t m_ticksPerSample{1}; ///< Calls of Tick() from one sample to the next.
    DelaySample m_delays;              ///< Of the window's answers, in seconds.
    std::uint64_t m_hops{0};           ///< Of the window's answers.
    std::uint64_t m_marked{0};         ///< Of the window's answers.
    std::uint64_t m_relayed{0};        ///< The window's answers that took a hop.
};

} // namespace dht

#endif // DHT_RING_STATISTICS_H
