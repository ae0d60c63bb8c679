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
 * Results of a run, for any host: simulated peers or a real one.
 */

namespace dht
{

/// Results of all peers of a ring in a window of time. Rates are means per peer.
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
    DelayResults delay; ///< Time from issue to answer.
    double outstandingMean{0}; ///< Outstanding requests, mean over peers and time.
    double queueMean{0};       ///< Requests in the relay queues, mean over peers and time.
    double levelMean{0};       ///< The scheme's rate or credits, mean over peers and time.
    double levelDeviation{0};  ///< Mean deviation of the peers' rates or credits, in percent of
                               ///< their mean, mean over time.
    double rateDeviation{0};   ///< Mean deviation of the peers' achieved rates, in percent.
    double hopsMean{0};        ///< Overlay hops of the answered requests.
    PeerSpread peers;          ///< Spread of the peers' achieved rates.
};

/// Whether a peer is there.
enum class Presence : std::uint8_t
{
    kAway,   ///< It is not.
    kThere,  ///< It is, and has no place in its ring.
    kMember, ///< It has its place.
};

/// The state of one peer at some time.
struct PeerState
{
    std::uint64_t made{0};                ///< Requests that its workload has made.
    Counters counters;                    ///< Its counters.
    double outstanding{0};                ///< Its outstanding requests.
    double queue{0};                      ///< Requests in its relay queues.
    double level{0};                      ///< Its rate or credits.
    Presence presence{Presence::kMember}; ///< Whether it is there.

    /// @param peer A peer. @param made Requests that its workload has made. @return Its state.
    static PeerState Of(const Peer& peer, std::uint64_t made);
};

class StarvationAlarm;

/// Samples the peers of a ring, and computes results. It keeps no clock: its host calls.
class RingStatistics
{
  public:
    /// How often Tick() is to be called, in seconds.
    static constexpr double kTick = 0.1;

    /// Takes the state of a peer.
    using Eye = std::function<void(const PeerState&)>;

    /// Shows the present states of all peers, always in the same order; at least one.
    using Look = std::function<void(const Eye&)>;

    /**
     * @param look Shows the peers.
     * @param now The present, in seconds.
     * @param series Gets one line of CSV per second; null for no series.
     * @param sums Sums up over all processes, if this process has a part of the ring; otherwise
     *             null.
     */
    RingStatistics(Look look, double now, std::ostream* series, RingSums* sums = nullptr);
    ~RingStatistics();

    /// For a process that runs until it is told to end: keep so many samples at the most, and
    /// sixteen times as many delays, before Begin(). @param samples How many; at least two.
    void KeepAtMost(std::size_t samples);

    /// From now on, name peers that starve in the window as soon as they do (StarvationAlarm). Only
    /// where this process has the whole ring. @param out Gets a line each; must outlive this
    /// object. @param program Whose warnings they are.
    void WarnOfStarving(std::ostream& out, const std::string& program);

    /// Begin the window. @param now The present, in seconds.
    void Begin(double now);
    /// End the window, if it has begun, and wait for other processes. @param now The present, in
    /// seconds.
    void End(double now);
    /// Take a sample, and write a line of the series now and then. @param now The present.
    void Tick(double now);
    /// A request was answered. @param answer The answer.
    void OnAnswered(const Answer& answer);

    /// @return The statistics, after End(), for AddPart() of another process.
    std::string ToBytes() const;
    /// Add the statistics of another process, after End(). @param bytes Its ToBytes(); its peers
    /// come after those known here.
    void AddPart(const std::string& bytes);

    /// @param now The present, in seconds. @return The results of the window, until now if it has
    /// not ended; all are 0 if it has not begun.
    RingResults GetResults(double now) const;

  private:
    /// Totals over all peers at one time.
    struct Snapshot
    {
        double time{0};                      ///< The time, in seconds.
        std::uint64_t made{0};               ///< Requests that the workloads have made.
        Counters counters;                   ///< The sum.
        std::vector<std::uint64_t> answered; ///< Answered requests by peer.

        /// @param other The same of further peers, at the same time.
        void Add(const Snapshot& other);
        /// @param to Takes this object, for Read().
        void Write(RawWriter& to) const;
        /// @param from The bytes of Write().
        void Read(RawReader& from);
    };

    /// A sample: sums over the peers.
    struct Sample
    {
        double peers{0};       ///< Number of peers.
        double outstanding{0}; ///< Outstanding requests.
        double queue{0};       ///< Requests in the relay queues.
        double level{0};       ///< Rate or credits.
        double deviation{0};   ///< Deviations of the rate or credits from the mean of all peers.

        /// @param other The same of further peers, at the same time.
        void Add(const Sample& other);
    };

    /// A sample whose mean is not known yet.
    struct OpenSample
    {
        std::shared_ptr<Sample> sample; ///< The sample, without its deviation.
        std::vector<double> levels;     ///< Levels of the peers.
    };

    /// @param now The present. @return The totals of all peers.
    Snapshot Sum(double now) const;
    /// @param [out] levels Levels of the peers. @return The present states of all peers, without
    /// the deviation.
    Sample Measure(std::vector<double>& levels) const;
    /// @return By peer: its answered requests so far.
    std::vector<std::uint64_t> Answered() const;
    /// Take a sample. @param now The present, in seconds.
    void TakeSample(double now);
    /// Close the samples whose means are known by now. @param wait Whether to wait for the others.
    void CloseSamples(bool wait);
    /// @param now The present, in the window. @return After how long without an answer a peer
    /// starves, by what was answered in the window so far; kNever if nothing was.
    Time StarvesAfter(double now) const;
    /// Write a line of the series. @param now The present.
    void WriteLine(double now);
    /// Keep a sample. When there are too many, every second one is dropped, and from then on half
    /// as many are taken. @param sample The sample.
    void Keep(std::shared_ptr<Sample> sample);
    /// @param [out] results Get the means of the samples.
    void AverageSamples(RingResults& results) const;

    Look m_look;                                    ///< Shows the peers.
    std::ostream* m_series;                         ///< Gets the series; or null.
    RingSums* m_sums;                               ///< Sums up over all processes, or null.
    std::uint64_t m_ticks{0};                       ///< Calls of Tick().
    bool m_inWindow{false};                         ///< Between Begin() and End().
    Snapshot m_begin;                               ///< Totals at Begin().
    Snapshot m_end;                                 ///< Totals at End().
    Snapshot m_line;                                ///< Totals at the last line of the series.
    std::vector<std::shared_ptr<Sample>> m_samples; ///< Samples of the window.
    std::deque<OpenSample> m_open;                  ///< Samples whose mean is not known yet.
    AnswerWaits m_waits;                            ///< Waits in the window.
    std::unique_ptr<StarvationAlarm> m_alarm;       ///< Names who starves; null: nobody does.
    std::size_t m_mostSamples;         ///< Samples that are kept, before they are thinned out.
    std::uint64_t m_ticksPerSample{1}; ///< Calls of Tick() from one sample to the next.
    DelaySample m_delays;              ///< Delays of the window's answers, in seconds.
    std::uint64_t m_hops{0};           ///< Hops of the window's answers.
    std::uint64_t m_marked{0};         ///< Marked ones of the window's answers.
    std::uint64_t m_relayed{0};        ///< The window's answers that took a hop.
};

} // namespace dht

#endif // DHT_RING_STATISTICS_H
