/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-overlay-store.h"
#include "random-block.h"

#include <gtest/gtest.h>

/// A block store on top of the overlay: blocks that travel in parts.

namespace dht
{
namespace
{

using test::OverlayStoreRing;
using test::OverlayStoreRingOptions;
using test::RandomBlock;
using test::Under;

/// A peer that gets a block asks for it in parts; answers may be shorter than what was asked for.
TEST(OverlayStorePartsTest, ShortAnswersMakeMoreOfThem)
{
    OverlayStoreRingOptions options = Under("none");
    options.net.peer.longestFrame = 1400;
    OverlayStoreRing ring(64, options);
    // parts of a put do not fit, so fragments are laid down by hand
    const Bytes block = RandomBlock(8192, 1);
    const Key key = BlockKey(block);
    for (std::size_t i = 0; i < 14; ++i)
    {
        auto& node = *ring.nodes[(ring.Responsible(key) + 1 + i) % 64];
        node.held.Put(Time(0), key, test::RandomFragments(block, 14)[i]);
    }
    const FetchReport got = ring.Get((ring.Responsible(key) + 30) % 64, key);
    ASSERT_TRUE(got.ok);
    EXPECT_EQ(got.block, block);
}

/// Have all questions of a store issued, and given up at once. @param store The store whose peer
/// gives up. @return How many they were.
std::size_t
GiveUpAll(OverlayStore& store)
{
    std::size_t questions = 0;
    for (; store.Source().NextAt(Time(0)) != kNever; ++questions)
    {
        Request request;
        request.id = 1000000 + questions;
        request.extras.Write().payload = store.Source().Take(Time(0)).payload;
        store.OnIssued(Time(0), request);
    }
    for (std::size_t i = 0; i < questions; ++i)
    {
        store.OnGivenUp(Time(0), 1000000 + i);
    }
    return questions;
}

/// Each part has tries of its own: those that are lost together do not use up each other's.
TEST(OverlayStorePartsTest, PartsThatAreLostTogetherAreAskedForAgain)
{
    OverlayStoreRing ring(64, Under("none"));
    ring.nodes[2]->store.Put(Time(0), RandomBlock(8192, 1));
    EXPECT_EQ(GiveUpAll(ring.nodes[2]->store), 4u);
    EXPECT_EQ(GiveUpAll(ring.nodes[2]->store), 4u);
    ring.Run();
    ASSERT_EQ(ring.put.size(), 1u);
    ASSERT_TRUE(ring.put.front().ok) << "the third time is not the last";
    ring.nodes[3]->store.Get(ring.network.Now(), BlockKey(RandomBlock(8192, 1)));
    EXPECT_EQ(GiveUpAll(ring.nodes[3]->store), 4u);
    EXPECT_EQ(GiveUpAll(ring.nodes[3]->store), 4u);
    ring.Run();
    ASSERT_EQ(ring.fetched.size(), 1u);
    EXPECT_TRUE(ring.fetched.front().ok);
    ring.nodes[3]->store.Get(ring.network.Now(), BlockKey(RandomBlock(8192, 1)));
    EXPECT_EQ(GiveUpAll(ring.nodes[3]->store), 4u);
    EXPECT_EQ(GiveUpAll(ring.nodes[3]->store), 4u);
    EXPECT_EQ(ring.fetched.size(), 1u);
    GiveUpAll(ring.nodes[3]->store);
    ASSERT_EQ(ring.fetched.size(), 2u) << "but the fourth time would be";
    EXPECT_FALSE(ring.fetched.back().ok);
    EXPECT_TRUE(ring.IdentitiesHold());
}

/// A peer that knows nothing of a block asks for one byte, and learns the rest.
TEST(OverlayStorePartsTest, TheSizeIsLearned)
{
    for (const std::size_t expected : {1, 2048, 3000, 8192})
    {
        OverlayStoreRingOptions options = Under("credit");
        options.store.expected = expected;
        OverlayStoreRing ring(16, options);
        for (const std::size_t size : {0, 1, 2048, 5000, 8192})
        {
            ASSERT_TRUE(ring.Put(1, RandomBlock(size, 1)).ok);
            EXPECT_EQ(ring.Get(2, BlockKey(RandomBlock(size, 1))).block, RandomBlock(size, 1));
        }
    }
}

} // namespace
} // namespace dht
