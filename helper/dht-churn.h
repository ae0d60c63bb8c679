/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_CHURN_H
#define DHT_CC_DHT_CHURN_H

#include "dht-churn-trace.h"
#include "dht-lifetimes.h"
#include "joining-peers.h"

#include "ns3/application-container.h"
#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Lets the peers of a ring come and go, by random lifetimes or by a trace.
 *
 * Each peer has random streams of its own, and draws one number for each session, downtime and
 * choice of leaving or crashing: its joins, leaves and crashes are the same whatever else is
 * simulated.
 */
class DhtChurn
{
  public:
    /// Counts of events so far.
    struct Counters
    {
        uint64_t returns{0}; //!< Returns; first joins do not count.
        uint64_t leaves{0};  //!< Leaves of which the neighbours were told.
        uint64_t crashes{0}; //!< Crashes.
    };

    /**
     * @param peers DhtPeerApplications.
     */
    explicit DhtChurn(const ApplicationContainer& peers);

    /// @param peers Any peers that join a ring.
    explicit DhtChurn(std::shared_ptr<JoiningPeers> peers);

    /// Cancels all further events; the peers stay as they are.
    ~DhtChurn();

    DhtChurn(const DhtChurn&) = delete;
    DhtChurn& operator=(const DhtChurn&) = delete;

    /**
     * @param stream The first random stream to use.
     * @return Number of streams used: one per peer.
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * From a time on, each peer that is up stays for a random time, is away for a random time,
     * returns and so on. Churn starts in steady state: the first sessions are drawn from the
     * residual lifetimes.
     *
     * @param at When churn starts.
     * @param sessions Distribution of the time that a peer stays.
     * @param downtimes Distribution of the time that it is away.
     * @param crashes The share of sessions that end in a crash, in [0, 1].
     */
    void Start(Time at,
               const DhtLifetimes& sessions,
               const DhtLifetimes& downtimes,
               double crashes);

    /**
     * Let each peer come and go by a trace alone. To be called before the simulation runs, with
     * peers that have not started.
     *
     * @param trace The events; peer i of the trace is peer i of the container.
     */
    void Replay(const DhtChurnTrace& trace);

    /**
     * Let some peers crash at once, chosen at random from those that are up; with Start() they
     * return after a downtime.
     *
     * @param at The instant of the crash.
     * @param share Share of these peers, in [0, 1].
     */
    void Kill(Time at, double share);

    /**
     * @return The counts of events so far.
     */
    const Counters& GetCounters() const;

  private:
    /// Begin with the random sessions.
    void Begin();
    /// A session begins. @param peer The peer. @param length The session's length.
    void BeginSession(std::size_t peer, Time length);
    /// A session ends. @param peer The peer.
    void EndSession(std::size_t peer);
    /// A peer is gone: it returns after a downtime. @param peer The peer.
    void BeginDowntime(std::size_t peer);
    /// A peer returns. @param peer The peer.
    void Return(std::size_t peer);
    /// Crash some peers. @param share Their share of the peers that are up.
    void KillNow(double share);
    /// Carry out an event of a trace. @param peer The peer. @param event The event.
    void Happen(std::size_t peer, DhtChurnTrace::Event event);

    std::shared_ptr<JoiningPeers> m_peers;            //!< The peers.
    std::vector<Ptr<UniformRandomVariable>> m_random; //!< By peer.
    std::vector<EventId> m_next;                      //!< By peer: its next change.
    std::vector<EventId> m_planned; //!< Events of a trace, of Begin() and of Kill().
    DhtLifetimes m_sessions;        //!< Times that a peer stays.
    DhtLifetimes m_downtimes;       //!< Times that a peer is away.
    double m_crashes{0};            //!< Share of sessions that end in a crash.
    bool m_begun{false};            //!< Whether Begin() was called.
    Counters m_counters;            //!< Counts of events.
};

} // namespace ns3

#endif // DHT_CC_DHT_CHURN_H
