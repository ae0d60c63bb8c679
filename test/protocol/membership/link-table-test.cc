/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-table.h"
#include "ring-places.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Links to neighbours, and who is the next hop by them.

namespace dht
{
namespace
{

using test::AllAt;
using test::At;
using test::RandomNodes;

TEST(LinkTableTest, RoutesAsAFingerTableDoes)
{
    test::MersenneRandom random(4);
    for (int run = 0; run < 50; ++run)
    {
        LinkTable links(At(0).id, 64);
        for (int change = 0; change < 5; ++change)
        {
            RingNodes wanted = RandomNodes(random, 10);
            wanted.erase(std::remove(wanted.begin(), wanted.end(), At(0)), wanted.end());
            links.Set(wanted);
            for (int i = 0; i < 100; ++i)
            {
                const Key key = DrawKey(random);
                const RingNode* best = nullptr;
                for (const RingNode& node : wanted)
                {
                    best = node.id <= key && (!best || node.id > best->id) ? &node : best;
                }
                const auto hop = links.NextHop(key);
                ASSERT_EQ(hop.has_value(), best != nullptr);
                ASSERT_TRUE(!hop || *links.At(*hop) == *best);
            }
        }
    }
}

TEST(LinkTableTest, NumbersStayAndAreUsedAgainLater)
{
    LinkTable links(At(0).id, 3);
    auto change = links.Set(AllAt({100, 200, 300}));
    EXPECT_EQ(change.made.size(), 3u);
    EXPECT_EQ(*links.At(1), At(200));
    // a number is free only after the call that freed it
    change = links.Set(AllAt({100, 250, 300}));
    ASSERT_EQ(change.removed.size(), 1u);
    EXPECT_EQ(change.removed[0].first, 1u);
    EXPECT_EQ(change.removed[0].second, At(200));
    EXPECT_TRUE(change.made.empty());
    EXPECT_EQ(links.InUse(), 2u);
    change = links.Set(AllAt({100, 250, 300}));
    ASSERT_EQ(change.made.size(), 1u);
    EXPECT_EQ(change.made[0].first, 1u);
    EXPECT_EQ(*links.At(1), At(250));
    EXPECT_EQ(links.At(3), nullptr);
}

TEST(LinkTableTest, SuspectsAreRoutedAroundWhereThatIsPossible)
{
    LinkTable links(At(0).id, 8);
    links.Set(AllAt({100, 200}));
    EXPECT_EQ(links.NextHop(At(250).id), 1u);
    EXPECT_EQ(links.SetSuspect(At(200).endpoint, true), 1u);
    EXPECT_EQ(links.SetSuspect(At(200).endpoint, true), std::nullopt);
    EXPECT_EQ(links.NextHop(At(250).id), 0u);
    links.SetSuspect(At(100).endpoint, true);
    // there is no way around: it has to wait for the verdict
    EXPECT_EQ(links.NextHop(At(250).id), 1u);
    EXPECT_EQ(links.NextHop(At(50).id), std::nullopt);
    EXPECT_EQ(links.SetSuspect(At(200).endpoint, false), 1u);
    EXPECT_EQ(links.SetSuspect(At(300).endpoint, true), std::nullopt);
}

TEST(LinkTableTest, NoRequestGoesToAnIdleLinkEvenWhereThereIsNoOther)
{
    LinkTable links(At(0).id, 8);
    links.Set(AllAt({100, 200}), AllAt({100}));
    EXPECT_EQ(links.NextHop(At(150).id), std::nullopt);
    EXPECT_EQ(links.NextHop(At(250).id), 1u);
    EXPECT_EQ(links.InUse(), 2u);
    EXPECT_TRUE(links.Set(AllAt({100, 200})).isRouted);
    EXPECT_EQ(links.NextHop(At(150).id), 0u);
    EXPECT_FALSE(links.Set(AllAt({100, 200})).isRouted);
}

} // namespace
} // namespace dht
