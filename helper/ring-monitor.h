/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_RING_MONITOR_H
#define DHT_CC_RING_MONITOR_H

#include "ns3/application-container.h"
#include "ns3/dht-peer-application.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <ostream>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What all peers of a ring did in a window of time. Rates are means per peer.
 */
struct RingResults
{
    double window{0};         //!< Length of the window in seconds.
    double offered{0};        //!< Requests made by the workloads, in requests/s.
    double issued{0};         //!< Requests issued, in requests/s.
    double achieved{0};       //!< Requests answered, in requests/s.
    double achievedRemote{0}; //!< Of these, requests that took at least one hop, in requests/s.
    double retransmitted{0};  //!< Retransmissions in percent of the requests issued.
    double dropped{0};        //!< Drops in percent of the requests issued.
    /// Timeouts that were too early: overlay-acks of requests that had been answered already, by
    /// another transmission (or, after RequestLifetime, given up), in percent of the requests
    /// issued.
    double earlyTimeouts{0};
    double marked{0};    //!< Answers with the bit h, in percent of the answers that took a hop.
    double delayMean{0}; //!< From issue to answer, in seconds.
    double delayP50{0};  //!< Its median.
    double delayP99{0};  //!< Its 99th percentile.
    double outstandingMean{0}; //!< Outstanding requests, mean over peers and time.
    double queueMean{0};       //!< Requests in the relay queues, mean over peers and time.
    double levelMean{0};       //!< The scheme's rate or credits, mean over peers and time.
    double levelDeviation{0};  //!< Mean deviation of the peers' rates or credits, in percent of
                               //!< their mean, mean over time.
    double rateDeviation{0};   //!< Mean deviation of the peers' achieved rates, in percent.
    double hopsMean{0};        //!< Overlay hops of the answered requests.
};

/**
 * @ingroup dht-cc
 * Watches the peers of a ring through their trace sources and counters.
 */
class RingMonitor
{
  public:
    /**
     * @param peers DhtPeerApplications.
     * @param series Where to write one line a simulated second, as CSV; null for nowhere.
     */
    RingMonitor(const ApplicationContainer& peers, std::ostream* series);

    /// Stops watching.
    ~RingMonitor();

    RingMonitor(const RingMonitor&) = delete;
    RingMonitor& operator=(const RingMonitor&) = delete;

    /// Begin the window.
    void Begin();
    /// End the window.
    void End();

    /**
     * @return What happened in the window; End() must have been called.
     */
    RingResults GetResults() const;

    /**
     * @return The sum of all peers' counters, from the start of the simulation.
     */
    dht::Counters GetCounters() const;

    /**
     * @return Frames and datagrams that all peers rejected.
     */
    uint64_t GetWireErrors() const;

    /**
     * @return Requests that all peers have outstanding now.
     */
    uint64_t GetOutstanding() const;

    /**
     * @return Requests in all peers' relay queues now.
     */
    uint64_t GetQueued() const;

    /**
     * @return Requests that were not answered when the session of their source ended.
     */
    uint64_t GetAbandoned() const;

    /**
     * @return Requests that were in a relay queue when the session of that peer ended.
     */
    uint64_t GetAbandonedInQueues() const;

    /**
     * @return Whether the identities of the counters hold in every peer.
     */
    bool IdentitiesHold() const;

    /**
     * @return How much is done of what peers with a given number of requests make, in [0, 1].
     */
    double GetDone() const;

    /**
     * @return Whether some peer has issued all requests it ever makes.
     */
    bool IsAnyExhausted() const;

    /**
     * @return Whether all peers have issued all requests they ever make, and none is outstanding.
     */
    bool IsFinished() const;

  private:
    /// Totals over all peers at one time.
    struct Snapshot
    {
        Time time;                      //!< When.
        uint64_t made{0};               //!< Requests that the workloads have made.
        dht::Counters counters;         //!< The sum.
        std::vector<uint64_t> answered; //!< By peer.
    };

    /// What is sampled, means over the peers.
    struct Sample
    {
        double outstanding{0};    //!< Outstanding requests.
        double queue{0};          //!< Requests in the relay queues.
        double level{0};          //!< Rate or credits.
        double levelDeviation{0}; //!< Mean deviation of the rate or credits in percent.
    };

    /// A request was answered. @param answer The answer.
    void OnAnswered(const dht::Answer& answer);
    /// @return The present totals.
    Snapshot Take() const;
    /// @return The present states.
    Sample TakeSample() const;
    /// Take a sample, and write a line of the series now and then.
    void Tick();
    /// Write a line of the series.
    void WriteLine();

    std::vector<Ptr<DhtPeerApplication>> m_peers; //!< The peers.
    std::ostream* m_series;                       //!< Where the series goes, or null.
    EventId m_tick;                               //!< Of Tick().
    uint64_t m_ticks{0};                          //!< Calls of Tick().
    bool m_inWindow{false};                       //!< Between Begin() and End().
    Snapshot m_begin;                             //!< At Begin().
    Snapshot m_end;                               //!< At End().
    Snapshot m_line;                              //!< At the last line of the series.
    std::vector<Sample> m_samples;                //!< Of the window.
    std::vector<double> m_delays;                 //!< Of the window's answers, in seconds.
    uint64_t m_hops{0};                           //!< Of the window's answers.
    uint64_t m_marked{0};                         //!< Of the window's answers.
    uint64_t m_relayed{0};                        //!< The window's answers that took a hop.
};

} // namespace ns3

#endif // DHT_CC_RING_MONITOR_H
