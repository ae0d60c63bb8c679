/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-search.h"
#include "ring-places.h"

#include <gtest/gtest.h>

/// What lies between two places of a ring, and whom a search asks, one after the other.

namespace dht
{
namespace
{

using test::AllAt;
using test::At;

TEST(RingNodeTest, BetweenIsStrictAndGoesAroundTheRing)
{
    EXPECT_TRUE(IsBetween(10, 11, 12));
    EXPECT_FALSE(IsBetween(10, 10, 12));
    EXPECT_FALSE(IsBetween(10, 12, 12));
    EXPECT_TRUE(IsBetween(12, 5, 10));
    EXPECT_FALSE(IsBetween(12, 11, 10));
    EXPECT_TRUE(IsBetween(12, 11, 12)); // the whole ring but its beginning
    EXPECT_FALSE(IsBetween(12, 12, 12));
}

TEST(SearchTest, AsksTheNearestFirstAndOthersWhenItDoesNotAnswer)
{
    Search search(At(500).id, AllAt({100, 300, 200}));
    EXPECT_EQ(search.TakeNext(true), At(300));
    EXPECT_EQ(search.TakeNext(false), std::nullopt);
    EXPECT_EQ(search.TakeNext(true), At(200));
    // farther ones than the one who names them are left out
    search.OnAnswer(At(200), AllAt({400, 150, 200, 501}));
    EXPECT_EQ(search.TakeNext(false), At(400));
    EXPECT_EQ(search.TakeNext(false), std::nullopt);
    search.OnFailed(At(400).endpoint);
    search.OnFailed(At(300).endpoint);
    EXPECT_EQ(search.TakeNext(false), At(100));
    search.OnFailed(At(100).endpoint);
    EXPECT_FALSE(search.IsAsking());
    EXPECT_EQ(search.TakeNext(true), std::nullopt);
    EXPECT_TRUE(search.IsAnswered());
}

/// In a geometry where the nearest peer is that with the least XOR, another one is asked first.
TEST(SearchTest, TheMetricTellsWhoIsNear)
{
    const Metric exclusiveOr = [](const Key& id, const Key& key) { return id ^ key; };
    const auto named = [](std::uint32_t id) { return RingNode{Endpoint::Ipv4(id, 7000), Key(id)}; };
    const RingNodes start{named(7), named(12)};
    Search clockwise(Key(8), start);
    EXPECT_EQ(clockwise.TakeNext(false), named(7));
    Search search(Key(8), start, PeerIds::kDigests, exclusiveOr);
    EXPECT_EQ(search.TakeNext(false), named(12));
    EXPECT_FALSE(search.HasAnsweredNearer(named(7)));
    search.OnAnswer(named(12), {named(9), named(3)}); // 3 is not nearer than 12
    EXPECT_TRUE(search.HasAnsweredNearer(named(7)));
    EXPECT_FALSE(search.HasAnsweredNearer(named(9)));
    EXPECT_EQ(search.TakeNext(false), named(9));
    search.OnFailed(named(9).endpoint);
    EXPECT_EQ(search.TakeNext(false), named(7));
    search.OnFailed(named(7).endpoint);
    EXPECT_EQ(search.TakeNext(false), std::nullopt);
}

TEST(SearchTest, EndsHoweverLongItIsLedOn)
{
    Search search(0, {At(1)});
    std::uint32_t asked = 0;
    while (const auto node = search.TakeNext(false))
    {
        ++asked;
        ASSERT_LT(asked, 1000u);
        search.OnAnswer(*node, {{Endpoint::Ipv4(asked, 7000), node->id + 1}});
    }
    EXPECT_GT(asked, 50u);
    EXPECT_FALSE(search.IsAsking());
}

} // namespace
} // namespace dht
