/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_CHURN_H
#define DHT_CC_DHT_CHURN_H

#include "dht-churn-trace.h"
#include "dht-peer-application.h"

#include "ns3/application-container.h"
#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * How long something lasts, on a random scale: exponential, or Pareto, by which most stays are
 * short and some very long.
 */
struct DhtLifetimes
{
    /// The distributions there are.
    enum Distribution
    {
        EXPONENTIAL, //!< Without memory.
        PARETO,      //!< With a heavy tail.
    };

    Distribution distribution{EXPONENTIAL}; //!< Which one.
    Time mean{Hours(1)};                    //!< Its mean.
    double shape{2};                        //!< Of Pareto: above 1; the smaller, the heavier.

    /// @param random Uniform in [0, 1). @return A time, drawn with one number.
    Time Draw(UniformRandomVariable& random) const;

    /// @param random Uniform in [0, 1). @return What is left of one of those that are under way
    /// when they have followed each other for ever, drawn with one number.
    Time DrawRest(UniformRandomVariable& random) const;
};

/**
 * @ingroup dht-cc
 * Lets the peers of a ring come and go, by random lifetimes or by a trace.
 *
 * Each peer has random streams of its own, and draws one number for each session, downtime and
 * manner of going: its comings and goings are the same whatever else is simulated.
 */
class DhtChurn
{
  public:
    /// What has happened so far.
    struct Counters
    {
        uint64_t returns{0}; //!< Peers that have come, those of the beginning not counted.
        uint64_t leaves{0};  //!< Peers that have gone and told their neighbours.
        uint64_t crashes{0}; //!< Peers that have gone without a word.
    };

    /**
     * @param peers DhtPeerApplications.
     */
    explicit DhtChurn(const ApplicationContainer& peers);

    /// Lets everybody stay as they are.
    ~DhtChurn();

    DhtChurn(const DhtChurn&) = delete;
    DhtChurn& operator=(const DhtChurn&) = delete;

    /**
     * @param stream The first random stream to use.
     * @return How many streams were used: one for each peer.
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * From a time on, each peer that is there stays for a random time, is away for a random time,
     * returns and so on. It is as if this had gone on for ever by then: the first sessions are
     * those that are under way.
     *
     * @param at When that is.
     * @param sessions How long a peer stays.
     * @param downtimes How long it is away.
     * @param crashes The share of sessions that end in a crash, in [0, 1].
     */
    void Start(Time at,
               const DhtLifetimes& sessions,
               const DhtLifetimes& downtimes,
               double crashes);

    /**
     * Let each peer come and go when a trace says so; nobody else comes or goes. To be called
     * before the simulation runs, with peers that have not started.
     *
     * @param trace What happens; its peers are numbers in the container.
     */
    void Replay(const DhtChurnTrace& trace);

    /**
     * Let some peers crash at once, chosen at random from those that are there; with Start() they
     * return after a downtime.
     *
     * @param at When.
     * @param share How many of them, in [0, 1].
     */
    void Kill(Time at, double share);

    /**
     * @return What has happened so far.
     */
    const Counters& GetCounters() const;

  private:
    /// Begin with the random sessions.
    void Begin();
    /// A session begins. @param peer Whose. @param length How long it is.
    void BeginSession(std::size_t peer, Time length);
    /// A session ends. @param peer Whose.
    void EndSession(std::size_t peer);
    /// A peer is gone: it returns after a downtime. @param peer Which.
    void BeginDowntime(std::size_t peer);
    /// A peer returns. @param peer Which.
    void Return(std::size_t peer);
    /// Crash some peers. @param share How many.
    void KillNow(double share);
    /// Something of a trace happens. @param peer Whose. @param event What.
    void Happen(std::size_t peer, DhtChurnTrace::Event event);

    std::vector<Ptr<DhtPeerApplication>> m_peers;     //!< The peers.
    std::vector<Ptr<UniformRandomVariable>> m_random; //!< By peer.
    std::vector<EventId> m_next;                      //!< By peer: its next change.
    std::vector<EventId> m_planned;                   //!< Of a trace, and of Begin() and Kill().
    DhtLifetimes m_sessions;                          //!< How long a peer stays.
    DhtLifetimes m_downtimes;                         //!< How long it is away.
    double m_crashes{0};                              //!< Share of sessions that end so.
    bool m_begun{false};                              //!< Whether Begin() was called.
    Counters m_counters;                              //!< What has happened.
};

} // namespace ns3

#endif // DHT_CC_DHT_CHURN_H
