/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_LOOKUP_MONITOR_H
#define DHT_CC_DHT_LOOKUP_MONITOR_H

#include "dht-delay-sample.h"
#include "dht-ring-check.h"
#include "joining-peers.h"

#include "ns3/application-container.h"
#include "ns3/event-id.h"

#include <map>
#include <memory>
#include <ostream>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Outcomes of the lookups that the peers of a ring issued in a window of time.
 *
 * An answer is right if it comes from the peer that is responsible for the key when the answer
 * arrives; DhtRingCheck knows this peer. Lookups of hostile peers do not count, and those for
 * keys of hostile peers are neither right nor wrong.
 */
struct DhtLookupResults
{
    uint64_t issued{0};      //!< Lookups issued.
    uint64_t right{0};       //!< Answered by the responsible peer.
    uint64_t wrong{0};       //!< Answered by another peer.
    uint64_t givenUp{0};     //!< Not answered in their lifetime.
    uint64_t hostile{0};     //!< Answered or given up, for keys of hostile peers.
    uint64_t abandoned{0};   //!< Their source left or crashed before an answer came.
    uint64_t open{0};        //!< Still undecided.
    dht::DelayResults delay; //!< Time from issue to answer, of the right answers.
    double hopsMean{0};      //!< Overlay hops of the right answers.

    /**
     * @return Right answers in percent of the lookups whose source neither left nor crashed; 0 if
     *         there is no such lookup.
     */
    double SuccessPercent() const;

    /**
     * @return Wrong answers in percent of the same lookups.
     */
    double WrongPercent() const;

    /**
     * @return Lookups that were given up, in percent of the same lookups.
     */
    double UnansweredPercent() const;

  private:
    /// @param lookups A number of lookups. @return It in percent of the decided lookups.
    double Percent(uint64_t lookups) const;
};

/**
 * @ingroup dht-cc
 * Watches the lookups of all peers of a ring.
 */
class DhtLookupMonitor : private LookupListener
{
  public:
    /**
     * @param peers DhtPeerApplications that join a ring.
     * @param check Knows the responsible peers; must outlive this object.
     * @param series Gets a line of CSV every ten simulated seconds; null for no series.
     */
    DhtLookupMonitor(const ApplicationContainer& peers, DhtRingCheck& check, std::ostream* series);

    /// @param peers Any peers that join a ring. @param check Knows the responsible peers; must
    /// outlive this object. @param series As above.
    DhtLookupMonitor(std::shared_ptr<JoiningPeers> peers,
                     DhtRingCheck& check,
                     std::ostream* series);

    /// Stops watching.
    ~DhtLookupMonitor() override;

    DhtLookupMonitor(const DhtLookupMonitor&) = delete;
    DhtLookupMonitor& operator=(const DhtLookupMonitor&) = delete;

    /// Begin the window.
    void Begin();
    /// End the window: lookups issued from now on do not count; answers to earlier ones do.
    void End();

    /**
     * @return The outcomes so far of the lookups of the window.
     */
    DhtLookupResults GetResults() const;

  private:
    /// A lookup of the window that is not decided yet.
    struct Open
    {
        std::size_t peer; //!< The peer that issued it.
        uint64_t session; //!< The session of that peer.
        dht::Key key;     //!< The key that is looked up.
    };

    /// The outcome of a lookup.
    enum Outcome
    {
        RIGHT,    //!< Answered by the peer that is responsible.
        WRONG,    //!< Answered by another peer.
        GIVEN_UP, //!< Not answered.
        HOSTILE,  //!< The key is a hostile peer's.
    };

    /// Counts of a line of the series.
    struct Line
    {
        uint64_t issued{0};  //!< Lookups issued.
        uint64_t right{0};   //!< Answered by the peer that is responsible.
        uint64_t wrong{0};   //!< Answered by another peer.
        uint64_t givenUp{0}; //!< Given up.
        double delay{0};     //!< Sum of the right answers' delays, in seconds.
    };

    /// @param key The key of a lookup. @param answer The answer, or null. @return The outcome.
    Outcome Judge(const dht::Key& key, const dht::Answer* answer);
    void OnIssued(std::size_t peer, const dht::Request& request) override;
    void OnAnswered(const dht::Answer& answer) override;
    void OnGivenUp(uint64_t id) override;
    /// Write a line of the series, and the next one later.
    void WriteLine();

    std::shared_ptr<JoiningPeers> m_peers; //!< All peers.
    DhtRingCheck& m_check;                 //!< Knows the responsible peers.
    std::ostream* m_series;                //!< Gets the series; or null.
    EventId m_write;                       //!< The next WriteLine().
    Line m_line;                           //!< Counts since the last line.
    bool m_inWindow{false};                //!< Between Begin() and End().
    std::map<uint64_t, Open> m_open;       //!< Undecided lookups, by id.
    DhtLookupResults m_results;            //!< Of the decided lookups.
    dht::DelaySample m_delays;             //!< Delays of the right answers, in seconds.
    uint64_t m_hops{0};                    //!< Sum of the right answers' hops.
};

} // namespace ns3

#endif // DHT_CC_DHT_LOOKUP_MONITOR_H
