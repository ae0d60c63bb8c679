/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_CHURN_WINDOW_H
#define DHT_CC_DHT_CHURN_WINDOW_H

#include "dht-churn.h"
#include "dht-peer-spread.h"
#include "joining-peers.h"

#include "ns3/application-container.h"
#include "ns3/event-id.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * How many peers were there in a window of time, and what it took to keep their ring together.
 */
class DhtChurnWindow
{
  public:
    /// What happened in the window.
    struct Results
    {
        double window{0};    //!< Its length in seconds.
        double up{0};        //!< Peers that were there, mean over time.
        double members{0};   //!< Of these, members of the ring.
        double bytes{0};     //!< Of maintenance sent, in bytes/s of a peer that is there.
        double messages{0};  //!< These messages, in 1/s of a peer that is there.
        uint64_t returns{0}; //!< Peers that have come.
        uint64_t leaves{0};  //!< Peers that have gone and told their neighbours.
        uint64_t crashes{0}; //!< Peers that have gone without a word.
        /// Times that a peer has given up another one, which did not answer its queries.
        uint64_t failuresDetected{0};
        uint64_t hostile{0};    //!< Peers that are hostile.
        double answeredMean{0}; //!< Requests that an honest peer got an answer to, in 1/s.
        /// The same by peer. While a peer is no member of the ring, it waits for no answer.
        dht::PeerSpread answered;
    };

    /**
     * @param peers DhtPeerApplications that join a ring.
     * @param churn Lets them come and go; must outlive this object.
     */
    DhtChurnWindow(const ApplicationContainer& peers, const DhtChurn& churn);

    /// @param peers Any peers that join a ring. @param churn Lets them come and go; must outlive
    /// this object.
    DhtChurnWindow(std::shared_ptr<JoiningPeers> peers, const DhtChurn& churn);

    /// Stops looking.
    ~DhtChurnWindow();

    DhtChurnWindow(const DhtChurnWindow&) = delete;
    DhtChurnWindow& operator=(const DhtChurnWindow&) = delete;

    /// Begin the window.
    void Begin();
    /// End the window.
    void End();

    /**
     * @return What happened in it; End() must have been called.
     */
    Results GetResults() const;

  private:
    /// Totals from the start of the simulation.
    struct Totals
    {
        Time time;                      //!< Time of the reading.
        uint64_t bytes{0};              //!< Of maintenance.
        uint64_t messages{0};           //!< Of maintenance.
        uint64_t failures{0};           //!< That were detected.
        DhtChurn::Counters churn;       //!< Who has come and gone.
        std::vector<uint64_t> answered; //!< Requests of each honest peer.
    };

    /// @return The present totals.
    Totals Take() const;
    /// @param [out] results Where it goes what the honest peers got answers to.
    void CompareAnswered(Results& results) const;
    /// @return By honest peer: its answered requests, and the ticks at which it was no member, so
    /// that it waits for nothing then.
    std::vector<uint64_t> GetProgress() const;
    /// Count who is there, and again later.
    void Tick();

    std::shared_ptr<JoiningPeers> m_peers; //!< All peers.
    const DhtChurn& m_churn;               //!< Lets them come and go.
    Totals m_begin;                        //!< At Begin().
    Totals m_end;                          //!< At End().
    uint64_t m_ticks{0};                   //!< Calls of Tick().
    uint64_t m_up{0};                      //!< Peers that were there, over all ticks.
    uint64_t m_members{0};                 //!< Members, over all ticks.
    std::vector<uint64_t> m_away;          //!< By peer: ticks at which it was no member.
    dht::AnswerWaits m_waits;              //!< Of the honest peers.
    EventId m_tick;                        //!< Of Tick().
};

} // namespace ns3

#endif // DHT_CC_DHT_CHURN_WINDOW_H
