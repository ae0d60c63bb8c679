/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-storage-options.h"
#include "repair-orders.h"

#include <gtest/gtest.h>

/// What a peer orders to repair its blocks.

namespace ns3
{

namespace
{

constexpr uint64_t ORDER = RepairOrders::ORDER_BYTES;

/// @param orders A peer's. @param from The first holder that loses what it holds. @param to One
/// beyond the last.
void
LoseEach(RepairOrders& orders, uint32_t from, uint32_t to)
{
    for (uint32_t holder = from; holder < to; ++holder)
    {
        orders.Lose(holder);
    }
}

TEST(RepairOrdersTest, AreForBlocksOfTheStore)
{
    const dht::StorageOptions store;
    EXPECT_EQ(RepairOrders::HOLDERS, store.fragments);
    EXPECT_EQ(RepairOrders::ENOUGH, store.repairBelow);
}

TEST(RepairOrdersTest, ReplaceWhatWasLost)
{
    RepairOrders orders(3);
    EXPECT_EQ(orders.Order(), 0U);
    orders.Lose(5);
    orders.Lose(5);
    EXPECT_EQ(orders.Poorest(), 13U);
    EXPECT_EQ(orders.Order(), 3 * ORDER) << "one of each block";
    EXPECT_EQ(orders.Order(), 0U) << "these are under way";
    orders.Lose(5);
    EXPECT_EQ(orders.Order(), 0U) << "and arrive on an empty disk";

    orders.Deliver(2 * ORDER - 1);
    EXPECT_EQ(orders.GetCounts().fragments, 40U);
    orders.Deliver(3 * ORDER);
    const RepairOrders::Counts counts = orders.GetCounts();
    EXPECT_EQ(counts.fragments, 42U);
    EXPECT_EQ(counts.ordered, 3U);
    EXPECT_EQ(counts.arrived, 3U);
    EXPECT_EQ(counts.underWay, 0U);
    EXPECT_TRUE(orders.IdentitiesHold());
}

/// Otherwise some blocks would be whole, and others lost.
TEST(RepairOrdersTest, GoToThePoorestBlockFirst)
{
    RepairOrders orders(5);
    LoseEach(orders, 0, 4);
    EXPECT_EQ(orders.Order(), RepairOrders::MOST_UNDER_WAY * ORDER);
    EXPECT_EQ(orders.GetCounts().underWay, RepairOrders::MOST_UNDER_WAY);
    EXPECT_TRUE(orders.IdentitiesHold());
    orders.Deliver(RepairOrders::MOST_UNDER_WAY * ORDER);
    EXPECT_EQ(orders.GetCounts().fragments, 66U);
    EXPECT_EQ(orders.Poorest(), 13U) << "sixteen of twenty, and no block lacks two";
}

TEST(RepairOrdersTest, DeserveAPriorityByThePoorestBlock)
{
    RepairOrders orders(2);
    for (uint32_t holder = 0; holder < 2; ++holder)
    {
        orders.Lose(holder);
        EXPECT_EQ(orders.Priority(0, 5), 0) << "enough are left";
    }
    LoseEach(orders, 2, 5);
    EXPECT_EQ(orders.Poorest(), 9U);
    EXPECT_EQ(orders.Priority(0, 5), 3);
    EXPECT_EQ(orders.Priority(0, 2), 2);
    EXPECT_EQ(orders.Priority(4, 2), 4) << "never less than without losses";
    EXPECT_EQ(orders.Priority(0, 0), 0);
    orders.Deliver(orders.Order());
    EXPECT_EQ(orders.Priority(0, 5), 0);
}

TEST(RepairOrdersTest, EndWithABlock)
{
    RepairOrders orders(1);
    LoseEach(orders, 0, 7);
    EXPECT_EQ(orders.GetCounts().lost, 0U) << "seven are enough";
    EXPECT_EQ(orders.Priority(0, 5), 5);
    EXPECT_EQ(orders.Order(), 7 * ORDER);
    LoseEach(orders, 7, 9);
    EXPECT_EQ(orders.GetCounts().lost, 1U);
    EXPECT_EQ(orders.GetCounts().fragments, 0U);
    EXPECT_EQ(orders.Order(), 0U);
    EXPECT_EQ(orders.Priority(0, 5), 0) << "nobody is left to hurry for";
    EXPECT_TRUE(orders.IdentitiesHold());

    orders.Deliver(7 * ORDER);
    EXPECT_EQ(orders.GetCounts().lost, 1U) << "what arrives does not bring it back";
    EXPECT_EQ(orders.GetCounts().arrived, 7U);
    EXPECT_TRUE(orders.IdentitiesHold());
}

} // namespace

} // namespace ns3
