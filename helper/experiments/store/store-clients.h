/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_CLIENTS_H
#define DHT_CC_STORE_CLIENTS_H

#include "dht-key.h"
#include "dht-random.h"

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
 * Clients that get the same blocks, one client after the other, and the throughput of each.
 */
class StoreClients
{
  public:
    /// @param peers The clients. @param gets Gets of each.
    StoreClients(std::vector<uint32_t> peers, uint64_t gets);

    /// @return Number of clients.
    uint64_t Count() const;

    /// All blocks are stored. @param blocks Their keys. @param random Draws the order in which they
    /// are got.
    void Begin(std::vector<dht::Key> blocks, dht::Random& random);

    /// @param get The number of a get, from 0. @return Its client.
    uint32_t PeerOf(uint64_t get) const;
    /// @param get The number of a get, from 0. @return The block's key.
    const dht::Key& KeyOf(uint64_t get) const;

    /// A client begins. @param now The present. @param bytes Bytes of all blocks got so far.
    void OnBegun(Time now, uint64_t bytes);
    /// All gets of the client have ended. The parameters are those of OnBegun().
    void OnEnded(Time now, uint64_t bytes);

    /// @return The clients' throughput: mean, quantiles, minimum and maximum [bytes/s].
    nlohmann::ordered_json ThroughputToJson() const;

  private:
    std::vector<uint32_t> m_peers;  //!< The clients.
    uint64_t m_gets;                //!< Gets of each client.
    std::vector<dht::Key> m_blocks; //!< In the order in which they are got.
    Time m_begun;                   //!< When the present client began.
    uint64_t m_before{0};           //!< Bytes that had been got then.
    std::vector<double> m_rates;    //!< Throughput of the clients that have ended, in bytes/s.
};

} // namespace ns3

#endif // DHT_CC_STORE_CLIENTS_H
