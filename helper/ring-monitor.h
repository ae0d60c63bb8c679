/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_RING_MONITOR_H
#define DHT_CC_RING_MONITOR_H

#include "dht-peer-application.h"
#include "dht-summary.h"
#include "simulated-statistics.h"

#include "ns3/application-container.h"
#include "ns3/nstime.h"

#include <ostream>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Watches the peers of a ring through their trace sources and counters.
 */
class RingMonitor
{
  public:
    /**
     * @param peers DhtPeerApplications.
     * @param series Gets one line of CSV per simulated second; null for no series.
     */
    RingMonitor(const ApplicationContainer& peers, std::ostream* series);

    /// Stops watching.
    ~RingMonitor();

    RingMonitor(const RingMonitor&) = delete;
    RingMonitor& operator=(const RingMonitor&) = delete;

    /// @param peer A peer. @return Its state now.
    static dht::PeerState StateOf(const DhtPeerApplication& peer);

    /// Show the peers as they are now, in their order. @param eye Takes what is seen.
    void Look(const dht::RingStatistics::Eye& eye) const;

    /// Name peers that starve in the window as soon as they do. @param program Whose warnings they
    /// are, on standard error.
    void WarnOfStarving(const std::string& program);

    /// Begin the window.
    void Begin();
    /// End the window.
    void End();

    /**
     * @return The results of the window, until now if End() has not been called; all are 0 if
     * Begin() has not been called.
     */
    dht::RingResults GetResults() const;

    /**
     * @return Totals over all peers, from the start of the simulation to now.
     */
    dht::RingTotals GetTotals() const;

    /**
     * @return The sum of all peers' counters, from the start of the simulation.
     */
    dht::Counters GetCounters() const;

    /**
     * @return Requests that all peers have outstanding now.
     */
    uint64_t GetOutstanding() const;

    /**
     * @return Frames and datagrams that all peers rejected.
     */
    uint64_t GetWireErrors() const;

    /**
     * @return The counters of the overlay's own transport, summed over all peers; all are 0 with
     * TCP.
     */
    dht::TransportCounters GetTransportCounters() const;

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
     * @return The share of the run that is done, if peers make a given number of requests, in [0,
     * 1].
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
    /// A request was answered. @param answer The answer.
    void OnAnswered(const dht::Answer& answer);

    std::vector<Ptr<DhtPeerApplication>> m_peers; //!< The peers.
    SimulatedStatistics m_statistics;             //!< The statistics.
};

} // namespace ns3

#endif // DHT_CC_RING_MONITOR_H
