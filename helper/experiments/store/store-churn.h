/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_CHURN_H
#define DHT_CC_STORE_CHURN_H

#include "message-level-store.h"
#include "split-mix-random.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
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
 * Peers that come and go while blocks are stored. There are twice as many places as peers. Who
 * leaves says nothing, and what it held is lost; at the same time a new peer comes to a free place,
 * drawn at random. The ring is ideal: everybody knows at once who is there.
 */
class StoreChurn
{
  public:
    /// What it is like.
    struct Plan
    {
        Time session;                        //!< Mean stay, exponential; 0: nobody leaves.
        Time duration;                       //!< How long this lasts.
        double down{0};                      //!< Peers that leave at first for good, in percent.
        std::function<void(uint32_t)> onNew; //!< Called for each new storage.
        std::function<void()> onEnd;         //!< Called when it is over.
    };

    /// Half of the places are taken from now on. @param store The places. @param plan What it is
    /// like. @param random Draws; both must outlive this object.
    StoreChurn(MessageLevelStore& store, Plan plan, dht::SplitMixRandom& random);

    /// Peers come and go from now on. @param blocks What is stored. @param fragments Of each.
    void Begin(std::vector<dht::Key> blocks, std::size_t fragments);

    /// It is over. @return What has come of it. @param needed Fragments that a block needs.
    nlohmann::ordered_json ResultsToJson(std::size_t needed) const;

  private:
    /// A peer has come, or was there at first. @param place Where.
    void Stay(uint32_t place);
    /// A peer leaves, and another one comes. @param place Where.
    void Leave(uint32_t place);
    /// A peer leaves; whoever comes there later is another one, and holds nothing. @param place
    /// Place in the ring.
    void Vacate(uint32_t place);
    /// All know who is there.
    void Tell();
    /// Look how many fragments are left.
    void Count();
    /// @return The share of blocks that would be left if nothing was repaired. @param needed
    /// Fragments that a block needs.
    double ExpectedShare(std::size_t needed) const;

    MessageLevelStore& m_store;     //!< The places.
    Plan m_plan;                    //!< What it is like.
    dht::SplitMixRandom& m_random;  //!< Draws.
    std::vector<bool> m_isTaken;    //!< By place.
    std::vector<dht::Key> m_blocks; //!< What is stored.
    std::size_t m_fragments{0};     //!< Of each.
    std::vector<uint32_t> m_left;   //!< Fragments of each at the end.
    bool m_isOver{false};           //!< Whether peers have stopped to come and go.
    uint64_t m_crashes{0};          //!< Peers that have left.
    dht::StorageCounters m_before;  //!< What was counted before.
    dht::StorageCounters m_after;   //!< What was counted at the end.
};

} // namespace ns3

#endif // DHT_CC_STORE_CHURN_H
