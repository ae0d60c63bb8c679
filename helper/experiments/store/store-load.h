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
 * Every peer gets blocks at a given rate, whatever becomes of them (an open loop). What comes of it
 * is measured in a window.
 */
class StoreLoad
{
  public:
    /// @param load Gets a second and peer, in the mean; gaps are exponential. @param network The
    /// peers; must outlive this object.
    StoreLoad(double load, StoreNetwork& network);

    /// Begin. @param blocks What is there. @param random Draws gaps and blocks; must outlive this
    /// object.
    void Begin(std::vector<dht::Key> blocks, dht::Random& random);

    /// The window begins.
    void BeginWindow();
    /// The window ends.
    void EndWindow();

    /// @return What came of it.
    nlohmann::ordered_json ToJson() const;

  private:
    /// @return Gets that have ended with the block so far, by peer.
    std::vector<uint64_t> Complete() const;
    /// A peer gets a block, and another one later. @param peer Which.
    void Get(uint32_t peer);
    /// @return Until the next get of a peer.
    Time DrawGap();

    double m_load;                    //!< Gets a second and peer.
    StoreNetwork& m_network;          //!< The peers.
    dht::Random* m_random{nullptr};   //!< Draws gaps and blocks.
    std::vector<dht::Key> m_blocks;   //!< What is there.
    uint64_t m_begun{0};              //!< Gets that have begun.
    Time m_windowBegin;               //!< Start of the window.
    Time m_windowEnd;                 //!< End of the window.
    uint64_t m_offered{0};            //!< Gets that have begun in the window.
    std::vector<uint64_t> m_complete; //!< In the window, by peer.
    StoreTraffic m_sent;              //!< In the window.
};

} // namespace ns3

#endif // DHT_CC_STORE_LOAD_H
