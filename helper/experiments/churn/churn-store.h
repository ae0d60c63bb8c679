/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_CHURN_STORE_H
#define DHT_CC_CHURN_STORE_H

#include "dht-peer-application.h"
#include "dht-stream-random.h"
#include "store-monitor.h"
#include "store-remains.h"

#include "ns3/application-container.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Blocks that peers of a ring store and get while others come and go, and what is left of them.
 */
class ChurnStore
{
  public:
    /// What is stored, and how often it is got.
    struct Plan
    {
        uint64_t blocks;    //!< How many blocks are put.
        uint64_t blockSize; //!< Bytes of each.
        double load;        //!< Gets per second of all peers together; 0: none.
        Time putTime;       //!< During which they are put, one after the other in equal steps.
        dht::StorageOptions storage; //!< How they are kept.
    };

    /**
     * @param peers DhtPeerApplications that join a ring and have stores.
     * @param plan What is stored.
     * @param stream The random stream of its choices.
     */
    ChurnStore(const ApplicationContainer& peers, const Plan& plan, int64_t stream);

    ChurnStore(const ChurnStore&) = delete;
    ChurnStore& operator=(const ChurnStore&) = delete;

    /// Put a block from a peer of the ring that is drawn for it, and the others later.
    void Put();
    /// The measurement begins: gets of random blocks by random peers, in exponential gaps.
    void Begin();
    /// The measurement ends.
    void End();

    /// @return What came of it: to be called after End().
    nlohmann::ordered_json ToJson() const;

  private:
    /// Get a block, and another one later.
    void GetNext();
    /// Begin the next get after a random gap.
    void ScheduleGet();
    /// @return A peer of the ring, drawn among all; null if there is none.
    Ptr<DhtPeerApplication> DrawMember();
    /// @return The sums of all stores' counters.
    dht::StorageCounters Sum() const;

    std::vector<Ptr<DhtPeerApplication>> m_peers; //!< All that ever were.
    const Plan m_plan;                            //!< What is stored.
    DhtStreamRandom m_random;                     //!< Peers, blocks and gaps.
    StoreMonitor m_monitor;                       //!< What came of puts and gets.
    uint64_t m_begun{0};                          //!< Puts that have begun.
    bool m_isOver{false};                         //!< Whether the measurement has ended.
    StoreRemains m_remains;                       //!< Of what was put before Begin().
    Time m_begin;                                 //!< Of the measurement.
    Time m_end;                                   //!< Of the measurement.
    dht::StorageCounters m_before;                //!< Sums at its begin.
    dht::StorageCounters m_after;                 //!< Sums at its end.
};

} // namespace ns3

#endif // DHT_CC_CHURN_STORE_H
