/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_VANISH_H
#define DHT_CC_STORE_VANISH_H

#include "dht-key.h"
#include "dht-random.h"
#include "store-network.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Peers that vanish for good while others get blocks, with all that they keep. The ring is ideal:
 * it closes over a peer at once, and everybody knows. How many fragments of each block are left is
 * looked at twice a second.
 */
class StoreVanish
{
  public:
    /// How they vanish, and what blocks need.
    struct Plan
    {
        double percent{0};     //!< Peers that vanish.
        Time within;           //!< Time in which they do, one after the other; 0: all at once.
        std::size_t needed{0}; //!< Fragments that give a block back.
        std::size_t enough{0}; //!< Fragments below which others are made.
    };

    /// @param network The peers; must outlive this object. @param plan How they vanish.
    StoreVanish(StoreNetwork& network, const Plan& plan);

    /// The first one vanishes now. @param blocks The stored blocks. @param random Draws who
    /// vanishes.
    void Begin(std::vector<dht::Key> blocks, dht::Random& random);

    /// @return What is left of the blocks, and was until now.
    nlohmann::ordered_json ToJson();

  private:
    /// The next one vanishes.
    void Vanish();
    /// Look what is left, now and from time to time.
    void Watch();
    /// Look what is left.
    void Look();
    /// @return Fragments of each block on peers that are there.
    std::vector<uint32_t> Left() const;

    StoreNetwork& m_network;          //!< The peers.
    Plan m_plan;                      //!< How they vanish.
    std::vector<dht::Key> m_blocks;   //!< The stored blocks.
    std::vector<uint32_t> m_present;  //!< Peers that are there, in rising order.
    std::vector<uint32_t> m_vanished; //!< Peers that are not any more, in order.
    std::vector<uint32_t> m_next;     //!< Peers that are to vanish; the last one first.
    Time m_last;                      //!< When the last one has vanished.
    std::optional<Time> m_whole;      //!< Since when no block lacks fragments.
    std::vector<uint32_t> m_left;     //!< Fragments of each block, when it was looked last.
    uint32_t m_least{0};              //!< The fewest of a block at any time.
    uint64_t m_looks{0};              //!< How often it was looked.
    uint64_t m_seen{0};               //!< Fragments of all blocks, over all looks.
};

} // namespace ns3

#endif // DHT_CC_STORE_VANISH_H
