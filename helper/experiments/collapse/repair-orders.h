/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_REPAIR_ORDERS_H
#define DHT_CC_REPAIR_ORDERS_H

#include "dht-block-code.h"
#include "dht-block-key.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What one peer orders to repair the blocks that it answers for. Each block has a fragment on each
 * of HOLDERS peers, the same ones for all blocks. A fragment that its holder has lost is ordered
 * again, and is there again once the bytes of the order have arrived, which they do in the order
 * of the orders. A block with fewer than NEEDED fragments is lost for good.
 *
 * It knows neither time nor network: somebody says who has lost what, and which bytes have arrived.
 */
class RepairOrders
{
  public:
    /// Fragments of a block, each with a holder of its own.
    static constexpr uint32_t HOLDERS = dht::kDefaultFragments;
    /// Fragments that a block cannot do without.
    static constexpr uint32_t NEEDED = dht::kMostNeeded;
    /// Fragments below which a block is poor: where a store repairs (StorageOptions::repairBelow).
    static constexpr uint32_t ENOUGH = 12;
    /// Bytes of an order: the fragment, and its share of the block that is fetched to make it. A
    /// block is fetched once for all the fragments that are missing when it has become poor.
    static constexpr uint64_t ORDER_BYTES =
        dht::kPacketFragmentBytes + dht::kMostBlockBytes / (HOLDERS - ENOUGH + 1);
    /// Orders under way, at the most: as many bytes as a TCP window without scaling has, so that a
    /// stream is not held up by the way of its bytes, and can still turn to the poorest block.
    static constexpr std::size_t MOST_UNDER_WAY = 16;

    /// How things stand.
    struct Counts
    {
        uint64_t blocks{0};    //!< There were at first.
        uint64_t lost{0};      //!< Blocks that are lost.
        uint64_t fragments{0}; //!< Of blocks that are not lost: those that are there.
        uint64_t ordered{0};   //!< Orders that were made.
        uint64_t arrived{0};   //!< Orders that have arrived, those for blocks that were lost too.
        uint64_t underWay{0};  //!< Orders that have not.

        /// @param other Another peer's. @return *this, with the other's added.
        Counts& operator+=(const Counts& other);
    };

    /// @param blocks How many blocks the peer answers for; nothing is missing.
    explicit RepairOrders(uint64_t blocks);

    /// A holder has lost all that it holds. @param holder Which one, below HOLDERS.
    void Lose(uint32_t holder);

    /// Order what is missing, first of the block with the fewest fragments that are there or under
    /// way. @return Bytes of the new orders.
    uint64_t Order();

    /// Bytes have arrived. @param bytes How many since the start, at most those that Order() has
    /// returned in all.
    void Deliver(uint64_t bytes);

    /// @return Fragments of the poorest block that is not lost; HOLDERS if all are lost.
    uint32_t Poorest() const;

    /**
     * @param least The priority while no block is poor.
     * @param most The highest priority.
     * @return The priority that the orders deserve: of each fragment that the poorest block has
     *         too little, 1; from least to most.
     */
    double Priority(double least, double most) const;

    /// @return How things stand.
    Counts GetCounts() const;

    /// @return Whether each order has arrived or is under way, and fragments are counted right.
    bool IdentitiesHold() const;

  private:
    /// Where a fragment is.
    enum class Fragment : uint8_t
    {
        THERE,
        MISSING,
        ORDERED,
    };

    /// A block.
    struct Block
    {
        std::array<Fragment, HOLDERS> fragments{}; //!< By holder.
        uint32_t there{HOLDERS};                   //!< How many are there.
        uint32_t missing{0};                       //!< How many nobody has ordered.

        /// @return Whether the block is lost.
        bool IsLost() const
        {
            return there < NEEDED;
        }
    };

    /// @return The block with the most fragments to order; none: as many as there are blocks.
    std::size_t MostToOrder() const;

    std::vector<Block> m_blocks;                        //!< All.
    std::deque<std::pair<std::size_t, uint32_t>> m_way; //!< Orders under way: block and holder.
    uint64_t m_ordered{0};                              //!< Orders made.
    uint64_t m_arrived{0};                              //!< Orders arrived.
};

} // namespace ns3

#endif // DHT_CC_REPAIR_ORDERS_H
