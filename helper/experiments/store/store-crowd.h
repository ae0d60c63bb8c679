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
 * Clients that all get blocks at once, each several at a time (NSDI04, section 5.3.3). Their joint
 * throughput is measured while all are active: until the first client has ended.
 */
class StoreCrowd
{
  public:
    /// @param peers The clients. @param gets Gets of each. @param concurrent Gets of each under way
    /// at once. @param network The peers; must outlive this object.
    StoreCrowd(const std::vector<uint32_t>& peers,
               uint64_t gets,
               uint64_t concurrent,
               StoreNetwork& network);

    /// @return Whether the clients have begun.
    bool HasBegun() const;

    /// All blocks are stored. @param blocks Their keys; each client gets random ones. @param random
    /// Draws them; must outlive this object.
    void Begin(std::vector<dht::Key> blocks, dht::Random& random);

    /// A get has ended: begin others in its place.
    void Continue();

    /// To be called when all clients have ended. @param blockSize Bytes of a block. @return Their
    /// joint results.
    nlohmann::ordered_json ToJson(uint64_t blockSize) const;

  private:
    /// The state of a client.
    struct Client
    {
        uint32_t peer;      //!< Number of the client's peer.
        uint64_t before{0}; //!< Gets that had ended at the beginning.
        uint64_t begun{0};  //!< Gets begun since.
    };

    /// @param client A client. @return Its gets that have ended since the beginning.
    uint64_t EndedOf(const Client& client) const;
    /// @return Gets of all clients that have ended with the block.
    uint64_t Complete() const;

    std::vector<Client> m_clients;  //!< The clients.
    uint64_t m_gets;                //!< Gets of each client.
    uint64_t m_concurrent;          //!< Gets of each client under way at once.
    StoreNetwork& m_network;        //!< The peers.
    dht::Random* m_random{nullptr}; //!< Draws blocks.
    std::vector<dht::Key> m_blocks; //!< The stored blocks.
    Time m_begin;                   //!< When the clients begin.
    std::optional<Time> m_end;      //!< When the first client has ended.
    uint64_t m_complete{0};         //!< Gets with the block: those before, later those in between.
};

} // namespace ns3

#endif // DHT_CC_STORE_CROWD_H
