/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_REMAINS_H
#define DHT_CC_STORE_REMAINS_H

#include "dht-block-key.h"
#include "dht-block-store.h"
#include "dht-storage-events.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * What is left of blocks at peers that are there, and what their repair has taken.
 */
class StoreRemains
{
  public:
    /// @param blocks The blocks' keys.
    explicit StoreRemains(std::vector<dht::Key> blocks = {});

    /// @return The blocks' keys.
    const std::vector<dht::Key>& GetBlocks() const;

    /// A peer is there: count its fragments, too. @param kept What it keeps.
    void Count(const dht::BlockStore& kept);

    /// @param needed Fragments that give a block back. @return Blocks of which as many were
    /// counted.
    std::size_t CountEnough(std::size_t needed) const;
    /// @return Fragments of a block in the mean; 0 if there is no block.
    double Mean() const;
    /// @return Fragments of the block with the fewest; 0 if there is none.
    uint32_t Least() const;

    /// @param before Counters of peers. @param after The same later. @return Bytes that repair has
    /// sent in between, with the headers of UDP and IPv4.
    static double RepairBytes(const dht::StorageCounters& before,
                              const dht::StorageCounters& after);

  private:
    std::vector<dht::Key> m_blocks; //!< Their keys.
    std::vector<uint32_t> m_left;   //!< Fragments of each.
};

} // namespace ns3

#endif // DHT_CC_STORE_REMAINS_H
