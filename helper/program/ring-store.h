/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_RING_STORE_H
#define DHT_CC_RING_STORE_H

#include "dht-peer-application.h"
#include "dht-stream-random.h"
#include "store-choice.h"
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
 * Blocks that peers of a ring store and get, and what is left of them when others come and go, or
 * lose their disks.
 */
class RingStore
{
  public:
    /// When blocks are put: one after the other in equal steps.
    struct Puts
    {
        Time first; //!< When the first one is.
        Time time;  //!< From then until all are.
    };

    /**
     * @param peers DhtPeerApplications that join a ring and have stores.
     * @param choice What is stored.
     * @param puts When it is put.
     */
    RingStore(const ApplicationContainer& peers, const StoreChoice& choice, const Puts& puts);

    RingStore(const RingStore&) = delete;
    RingStore& operator=(const RingStore&) = delete;

    /// The measurement begins: gets of random blocks by random peers, and losses of the disks of
    /// random peers, either in exponential gaps.
    void Begin();
    /// The measurement ends.
    void End();

    /// @return What came of it: to be called after End().
    nlohmann::ordered_json ToJson() const;

  private:
    /// Put a block from a peer of the ring that is drawn for it, and the others later.
    void Put();
    /// Get a block, and another one later.
    void GetNext();
    /// Begin the next get after a random gap.
    void ScheduleGet();
    /// A peer loses its disk, and another one later.
    void LoseNext();
    /// Let the next disk be lost after a random gap.
    void ScheduleLoss();
    /// @return A peer of the ring, drawn among all; null if there is none.
    Ptr<DhtPeerApplication> DrawMember();
    /// @return The sums of all stores' counters.
    dht::StorageCounters Sum() const;

    std::vector<Ptr<DhtPeerApplication>> m_peers; //!< All that ever were.
    const StoreChoice m_choice;                   //!< What is stored.
    const Time m_putTime;                         //!< In which that is put.
    DhtStreamRandom m_random;                     //!< Peers, blocks and gaps.
    DhtStreamRandom m_losses;                     //!< Disks that are lost, and when.
    StoreMonitor m_monitor;                       //!< What came of puts and gets.
    uint64_t m_begun{0};                          //!< Puts that have begun.
    uint64_t m_lost{0};                           //!< Disks that were lost.
    bool m_isOver{false};                         //!< Whether the measurement has ended.
    StoreRemains m_remains;                       //!< Of what was put before Begin().
    Time m_begin;                                 //!< Of the measurement.
    Time m_end;                                   //!< Of the measurement.
    dht::StorageCounters m_before;                //!< Sums at its begin.
    dht::StorageCounters m_after;                 //!< Sums at its end.
};

} // namespace ns3

#endif // DHT_CC_RING_STORE_H
