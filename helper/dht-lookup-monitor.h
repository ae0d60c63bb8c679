/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_LOOKUP_MONITOR_H
#define DHT_CC_DHT_LOOKUP_MONITOR_H

#include "dht-delay-sample.h"
#include "dht-peer-application.h"
#include "dht-ring-check.h"

#include "ns3/application-container.h"
#include "ns3/event-id.h"

#include <map>
#include <ostream>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What became of the lookups that the peers of a ring issued in a window of time.
 *
 * An answer is right if it comes from the peer that is responsible for the key when it arrives:
 * who that is, DhtRingCheck sees from above. Lookups of hostile peers do not count, and those for
 * keys of hostile peers are neither right nor wrong.
 */
struct DhtLookupResults
{
    uint64_t issued{0};      //!< All of them.
    uint64_t right{0};       //!< Answered by the peer that was responsible.
    uint64_t wrong{0};       //!< Answered by another one.
    uint64_t givenUp{0};     //!< Not answered in their lifetime.
    uint64_t hostile{0};     //!< Answered or given up, for keys of hostile peers.
    uint64_t abandoned{0};   //!< Their source has left or crashed before.
    uint64_t open{0};        //!< Not decided yet.
    dht::DelayResults delay; //!< Of the right answers: from issue to answer.
    double hopsMean{0};      //!< Of the right answers: overlay hops.

    /**
     * @return Right answers in percent of the lookups whose source was there to hear of them; 0 if
     *         there is none.
     */
    double SuccessPercent() const;

    /**
     * @return Wrong answers in percent of the same.
     */
    double WrongPercent() const;

    /**
     * @return Lookups that were given up, in percent of the same.
     */
    double UnansweredPercent() const;

  private:
    /// @param lookups Some of them. @return That in percent of those that were decided.
    double Percent(uint64_t lookups) const;
};

/**
 * @ingroup dht-cc
 * Watches the lookups of all peers of a ring.
 */
class DhtLookupMonitor
{
  public:
    /**
     * @param peers DhtPeerApplications that join a ring.
     * @param check Knows who is responsible; must outlive this object.
     * @param series Where to write a line each ten simulated seconds, as CSV; null for nowhere.
     */
    DhtLookupMonitor(const ApplicationContainer& peers, DhtRingCheck& check, std::ostream* series);

    /// Stops watching.
    ~DhtLookupMonitor();

    DhtLookupMonitor(const DhtLookupMonitor&) = delete;
    DhtLookupMonitor& operator=(const DhtLookupMonitor&) = delete;

    /// Begin the window.
    void Begin();
    /// End the window: what is issued from now on does not count, what is answered does.
    void End();

    /**
     * @return What became of the lookups of the window, so far.
     */
    DhtLookupResults GetResults() const;

  private:
    /// A lookup of the window that is not decided yet.
    struct Open
    {
        std::size_t peer; //!< Who issued it.
        uint64_t session; //!< In which of its sessions.
        dht::Key key;     //!< What is looked up.
    };

    /// What became of a lookup.
    enum Outcome
    {
        RIGHT,    //!< Answered by the peer that is responsible.
        WRONG,    //!< Answered by another one.
        GIVEN_UP, //!< Not answered.
        HOSTILE,  //!< The key is a hostile peer's.
    };

    /// Counts of a line of the series.
    struct Line
    {
        uint64_t issued{0};  //!< Issued.
        uint64_t right{0};   //!< Answered by the peer that is responsible.
        uint64_t wrong{0};   //!< Answered by another one.
        uint64_t givenUp{0}; //!< Given up.
        double delay{0};     //!< Sum of the right answers' delays, in seconds.
    };

    /// @param key What was looked up. @param answer The answer, or null. @return What became of it.
    Outcome Judge(const dht::Key& key, const dht::Answer* answer);
    /// A lookup was issued. @param peer By whom. @param request It.
    void OnIssued(std::size_t peer, const dht::Request& request);
    /// A lookup was answered. @param answer The answer.
    void OnAnswered(const dht::Answer& answer);
    /// A lookup was given up. @param id Its id.
    void OnGivenUp(uint64_t id);
    /// Write a line of the series, and the next one later.
    void WriteLine();

    std::vector<Ptr<DhtPeerApplication>> m_peers; //!< All peers.
    DhtRingCheck& m_check;                        //!< Knows who is responsible.
    std::ostream* m_series;                       //!< Where the series goes, or null.
    EventId m_write;                              //!< Of WriteLine().
    Line m_line;                                  //!< Since the last line.
    bool m_inWindow{false};                       //!< Between Begin() and End().
    std::map<uint64_t, Open> m_open;              //!< By id.
    DhtLookupResults m_results;                   //!< Of those that are decided.
    dht::DelaySample m_delays;                    //!< Of the right answers, in seconds.
    uint64_t m_hops{0};                           //!< Of the right answers.
};

} // namespace ns3

#endif // DHT_CC_DHT_LOOKUP_MONITOR_H
