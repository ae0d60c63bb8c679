/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_LOAD_H
#define DHT_CC_STORE_LOAD_H

#include "dht-key.h"
#include "dht-random.h"
#include "store-network.h"

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
 * Every peer gets blocks at a given rate, whatever becomes of them (an open loop). The results are
 * measured in a window.
 */
class StoreLoad
{
  public:
    /// @param load Mean number of gets per second and peer; gaps are exponential. @param network
    /// The peers; must outlive this object.
    StoreLoad(double load, StoreNetwork& network);

    /// Begin. @param blocks The stored blocks. @param random Draws gaps and blocks; must outlive
    /// this object.
    void Begin(std::vector<dht::Key> blocks, dht::Random& random);

    /// The window begins.
    void BeginWindow();
    /// The window ends.
    void EndWindow();

    /// @return The results of the window.
    nlohmann::ordered_json ToJson() const;

  private:
    /// @return Gets that have ended with the block so far, by peer.
    std::vector<uint64_t> Complete() const;
    /// A peer gets a block, and another one later. @param peer The peer.
    void Get(uint32_t peer);
    /// @return The time until the next get of a peer.
    Time DrawGap();

    double m_load;                    //!< Gets per second and peer.
    StoreNetwork& m_network;          //!< The peers.
    dht::Random* m_random{nullptr};   //!< Draws gaps and blocks.
    std::vector<dht::Key> m_blocks;   //!< The stored blocks.
    uint64_t m_begun{0};              //!< Gets that have begun.
    Time m_windowBegin;               //!< Start of the window.
    Time m_windowEnd;                 //!< End of the window.
    uint64_t m_offered{0};            //!< Gets that have begun in the window.
    std::vector<uint64_t> m_complete; //!< Gets with the block in the window, by peer.
    StoreTraffic m_sent;              //!< Traffic in the window.
};

} // namespace ns3

#endif // DHT_CC_STORE_LOAD_H
