/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_CROWD_H
#define DHT_CC_STORE_CROWD_H

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
 * Clients that get blocks all at once, each some at a time (NSDI04, section 5.3.3). How many bytes
 * they have together is measured while all of them are at it: until the first one has ended.
 */
class StoreCrowd
{
  public:
    /// @param peers The clients. @param gets Of each. @param concurrent Of each, under way at once.
    /// @param network The peers; must outlive this object.
    StoreCrowd(const std::vector<uint32_t>& peers,
               uint64_t gets,
               uint64_t concurrent,
               StoreNetwork& network);

    /// @return Whether they have begun.
    bool HasBegun() const;

    /// All blocks are there. @param blocks Their keys, each client gets random ones. @param random
    /// Draws them; must outlive this object.
    void Begin(std::vector<dht::Key> blocks, dht::Random& random);

    /// Some get has ended: begin others in its place.
    void Continue();

    /// All have ended. @param blockSize Bytes of a block. @return What they had together.
    nlohmann::ordered_json ToJson(uint64_t blockSize) const;

  private:
    /// One of them.
    struct Client
    {
        uint32_t peer;      //!< Number of the client's peer.
        uint64_t before{0}; //!< Gets that had ended at the beginning.
        uint64_t begun{0};  //!< Gets since.
    };

    /// @param client One of them. @return Its gets that have ended since the beginning.
    uint64_t EndedOf(const Client& client) const;
    /// @return Gets of all of them that have ended with the block.
    uint64_t Complete() const;

    std::vector<Client> m_clients;  //!< All of them.
    uint64_t m_gets;                //!< Of each.
    uint64_t m_concurrent;          //!< Of each, under way at once.
    StoreNetwork& m_network;        //!< The peers.
    dht::Random* m_random{nullptr}; //!< Draws blocks.
    std::vector<dht::Key> m_blocks; //!< What is there.
    Time m_begin;                   //!< When they begin.
    std::optional<Time> m_end;      //!< When the first one has ended.
    uint64_t m_complete{0};         //!< Gets with the block: before, then between the two.
};

} // namespace ns3

#endif // DHT_CC_STORE_CROWD_H
