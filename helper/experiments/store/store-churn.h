/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_CHURN_H
#define DHT_CC_STORE_CHURN_H

#include "message-level-store.h"
#include "split-mix-random.h"
#include "store-remains.h"

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
 * Peers that come and go while blocks are stored. There are twice as many places as peers. A peer
 * leaves without a message, and its fragments are lost, unless it hands them over before; at the
 * same time a new peer joins at a free place, drawn at random. The ring is ideal: all peers know at
 * once which peers are up.
 */
class StoreChurn
{
  public:
    /// Parameters of the churn.
    struct Plan
    {
        Time session;                         //!< Mean stay, exponential; 0: no peer leaves.
        Time duration;                        //!< Length of the churn.
        double down{0};                       //!< Peers that leave at first for good, in percent.
        Time handOver;                        //!< Longest time in which a leaving peer hands over.
        std::function<void(uint32_t)> onGoes; //!< Called for each storage that goes.
        std::function<void(uint32_t)> onNew;  //!< Called for each new storage.
        std::function<void()> onEnd;          //!< Called when the churn is over.
    };

    /// Half of the places are taken from now on. @param store The places. @param plan The
    /// parameters. @param random Draws; store and random must outlive this object.
    StoreChurn(MessageLevelStore& store, Plan plan, dht::SplitMixRandom& random);

    /// Peers come and go from now on. @param blocks The stored blocks. @param fragments
    /// Fragments of each.
    void Begin(std::vector<dht::Key> blocks, std::size_t fragments);

    /// To be called when the churn is over. @return The results. @param needed Fragments that a
    /// block needs.
    nlohmann::ordered_json ResultsToJson(std::size_t needed) const;

  private:
    /// A peer has joined, or was up at first. @param place Its place.
    void Stay(uint32_t place);
    /// A peer's stay is over: it leaves, or first hands over what it holds. @param place Its place.
    void EndStay(uint32_t place);
    /// A peer leaves as soon as it has handed over what it holds. @param place Its place. @param
    /// moved Fragments that it had moved before its stay was over.
    void AwaitHandOver(uint32_t place, uint64_t moved);
    /// A peer leaves, and another one joins. @param place The place of the first.
    void Leave(uint32_t place);
    /// A peer leaves; a peer that joins there later is another one, and holds nothing. @param place
    /// Place in the ring.
    void Vacate(uint32_t place);
    /// Tell all peers which peers are up.
    void Tell();
    /// Count the fragments that are left.
    void Count();
    /// @return The share of blocks that would be left if nothing was repaired. @param needed
    /// Fragments that a block needs.
    double ExpectedShare(std::size_t needed) const;

    MessageLevelStore& m_store;    //!< The places.
    Plan m_plan;                   //!< The parameters.
    dht::SplitMixRandom& m_random; //!< Draws stays and places.
    std::vector<bool> m_isTaken;   //!< By place: whether a peer is there.
    StoreRemains m_remains;        //!< Of the stored blocks.
    std::size_t m_fragments{0};    //!< Fragments of each block.
    bool m_isOver{false};          //!< Whether the churn is over.
    uint64_t m_crashes{0};         //!< Peers that have left.
    uint64_t m_handedOver{0}; //!< Fragments that peers gave to others at the end of their stay.
    uint64_t m_takenAlong{0}; //!< Fragments that the same peers still held when they left.
    dht::StorageCounters m_before; //!< Counters at the beginning.
    dht::StorageCounters m_after;  //!< Counters at the end.
};

} // namespace ns3

#endif // DHT_CC_STORE_CHURN_H
