/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-overlay-store.h"
#include "random-block.h"

#include <gtest/gtest.h>

/// A block store whose messages are requests of the overlay, under all schemes.

namespace dht
{
namespace
{

using test::OverlayStoreRing;
using test::OverlayStoreRingOptions;
using test::Under;

/// @param size Bytes. @param number Another one makes another block. @return A block.
Bytes
BlockOf(std::size_t size, std::size_t number = 0)
{
    Bytes block(size);
    test::MersenneRandom random(number + 1, size);
    for (std::uint8_t& byte : block)
    {
        byte = static_cast<std::uint8_t>(DrawBelow(random, 256));
    }
    return block;
}

class OverlayStoreTest : public testing::TestWithParam<const char*>
{
};

TEST_P(OverlayStoreTest, WhatWasPutIsGotByEverybody)
{
    for (const std::size_t peers : {1, 2, 4, 16, 64})
    {
        OverlayStoreRing ring(peers, Under(GetParam()));
        for (const std::size_t size : {0, 1, 1210, 1211, 2048, 2049, 8191, 8192})
        {
            const Bytes block = BlockOf(size);
            const PutReport put = ring.Put(size % peers, block);
            if (peers == 2 && size > 2 * kMostFragmentBytes)
            {
                EXPECT_FALSE(put.ok) << "no fragment goes into a frame";
                continue;
            }
            ASSERT_TRUE(put.ok) << peers << " peers, " << size << " bytes";
            EXPECT_EQ(put.holders, std::min<std::size_t>(peers, 14));
            EXPECT_EQ(put.silent + put.full, 0u);
            for (std::size_t peer = 0; peer < peers; peer += 1 + peers / 7)
            {
                const FetchReport got = ring.Get(peer, BlockKey(block));
                ASSERT_TRUE(got.ok) << peers << " peers, " << size << " bytes";
                EXPECT_EQ(got.block, block);
                EXPECT_GE(got.found, got.needed);
            }
        }
        const StorageCounters totals = ring.Totals();
        EXPECT_EQ(totals.putsFailed, peers == 2 ? 2u : 0u);
        EXPECT_EQ(totals.gets, totals.complete);
        EXPECT_GT(totals.gets, 0u);
        EXPECT_TRUE(ring.IdentitiesHold());
        EXPECT_EQ(ring.UnderWay(), 0u);
    }
}

TEST_P(OverlayStoreTest, ManyAtOnceAllEnd)
{
    OverlayStoreRingOptions options = Under(GetParam());
    options.net.uplinkRate = 1000;
    OverlayStoreRing ring(64, options);
    std::vector<Key> keys;
    for (std::size_t i = 0; i < 30; ++i)
    {
        keys.push_back(BlockKey(BlockOf(8192, i)));
        ring.nodes[i]->store.Put(Time(0), BlockOf(8192, i));
    }
    ring.Run();
    ASSERT_EQ(ring.put.size(), 30u);
    const Time now = ring.network.Now();
    for (std::size_t i = 0; i < 64 * 5; ++i)
    {
        ring.nodes[i % 64]->store.Get(now, keys[i % keys.size()]);
    }
    ring.Run();
    EXPECT_EQ(ring.fetched.size(), 64u * 5);
    EXPECT_EQ(ring.Totals().complete, 64u * 5) << "there is capacity enough";
    EXPECT_TRUE(ring.IdentitiesHold());
    EXPECT_EQ(ring.UnderWay(), 0u);
}

/// Far more than the links carry: nothing is got wrong, everything ends and is counted.
TEST_P(OverlayStoreTest, UnderOverloadEveryGetEnds)
{
    OverlayStoreRingOptions options = Under(GetParam());
    options.net.uplinkRate = 50;
    OverlayStoreRing ring(64, options);
    ASSERT_TRUE(ring.Put(3, BlockOf(8192)).ok);
    const Time now = ring.network.Now();
    for (std::size_t i = 0; i < 64 * 10; ++i)
    {
        ring.nodes[i % 64]->store.Get(now, BlockKey(BlockOf(8192)));
    }
    ring.network.RunUntil(now + FromSeconds(300));
    ring.Run();
    EXPECT_EQ(ring.fetched.size(), 640u);
    for (const FetchReport& report : ring.fetched)
    {
        EXPECT_EQ(report.block, report.ok ? BlockOf(8192) : Bytes());
    }
    EXPECT_TRUE(ring.IdentitiesHold());
    if (GetParam() == std::string("back-pressure"))
    {
        // where answers go through the overlay, full queues come to wait for each other
        EXPECT_GT(ring.network.Queued(), 0u);
        return;
    }
    EXPECT_EQ(ring.UnderWay(), 0u);
}

TEST_P(OverlayStoreTest, WhatIsNotThereIsNotGot)
{
    for (const std::size_t peers : {1, 4, 64})
    {
        OverlayStoreRing ring(peers, Under(GetParam()));
        const FetchReport got = ring.Get(0, BlockKey(BlockOf(100)));
        EXPECT_EQ(got.key, BlockKey(BlockOf(100)));
        EXPECT_FALSE(got.ok);
        EXPECT_EQ(got.found, 0u);
        EXPECT_EQ(ring.Totals().failed, 1u);
        EXPECT_TRUE(ring.IdentitiesHold());
        EXPECT_EQ(ring.UnderWay(), 0u);
        // and may be put at any time
        EXPECT_TRUE(ring.Put(0, BlockOf(100)).ok);
        EXPECT_TRUE(ring.Get(0, BlockKey(BlockOf(100))).ok);
    }
}

TEST_P(OverlayStoreTest, OtherHoldersStandInForDeadOnes)
{
    OverlayStoreRing ring(64, Under(GetParam()));
    const Bytes block = BlockOf(8192);
    ASSERT_TRUE(ring.Put(0, block).ok);
    const std::size_t responsible = ring.Responsible(BlockKey(block));
    for (const std::size_t dead : {1, 3, 5, 7, 9, 11, 13})
    {
        ring.network.Crash((responsible + dead) % 64);
    }
    // asked from next to it, so that no dead peer is on the way
    const FetchReport got = ring.Get(responsible, BlockKey(block));
    ASSERT_TRUE(got.ok);
    EXPECT_EQ(got.block, block);
    EXPECT_GT(got.asked, 7u);
    ring.network.Crash((responsible + 2) % 64);
    ring.network.RunUntil(ring.network.Now() + FromSeconds(60));
    const FetchReport lost = ring.Get(responsible, BlockKey(block));
    EXPECT_FALSE(lost.ok);
    EXPECT_EQ(lost.found, 6u);
    EXPECT_EQ(lost.needed, 7u);
    EXPECT_TRUE(ring.IdentitiesHold());
    EXPECT_EQ(ring.UnderWay(), 0u);
}

TEST_P(OverlayStoreTest, AWrongFragmentIsFoundOut)
{
    OverlayStoreRing ring(64, Under(GetParam()));
    const Bytes block = BlockOf(8192);
    const Key key = BlockKey(block);
    ASSERT_TRUE(ring.Put(0, block).ok);
    for (const std::size_t liar : {1, 2, 3})
    {
        auto& held = ring.nodes[(ring.Responsible(key) + liar) % 64]->held;
        Fragment fragment = *held.Get(ring.network.Now(), key);
        fragment.bytes[7] ^= 1;
        ASSERT_TRUE(held.Remove(key));
        ASSERT_EQ(held.Put(ring.network.Now(), key, fragment), StoreAnswer::kStored);
    }
    std::size_t asked = 0;
    for (std::size_t peer = 0; peer < 64; peer += 5)
    {
        const FetchReport got = ring.Get(peer, key);
        ASSERT_TRUE(got.ok);
        EXPECT_EQ(got.block, block);
        asked = std::max(asked, got.asked);
    }
    EXPECT_GT(asked, 7u);
}

/// Bytes that no store sends get the answer of peers without a store; who asked learns that.
TEST_P(OverlayStoreTest, WhatMakesNoSenseIsAnsweredWithNothing)
{
    OverlayStoreRing ring(4, Under(GetParam()));
    test::MersenneRandom random(1);
    for (std::size_t i = 0; i < 2000; ++i)
    {
        Request request;
        request.id = i;
        request.key = DrawKey(random);
        const std::size_t size = DrawBelow(random, 40);
        const auto bytes = boost::make_shared<std::uint8_t[]>(size);
        for (std::size_t at = 0; at < size; ++at)
        {
            bytes[at] = static_cast<std::uint8_t>(DrawBelow(random, at == 0 ? 10 : 256));
        }
        request.extras.Write().payload = {bytes, size};
        request.extras.Write().replyTo = DrawKey(random);
        request.source = Endpoint::Ipv4(static_cast<std::uint32_t>(0x0a000001 + i % 4), 7000);
        auto& store = ring.nodes[i % 4]->store;
        if (const auto answer = store.OnRequest(ring.network.Now(), request))
        {
            OverlayStoreBody body;
            EXPECT_TRUE(answer->size == 0 || DecodePayload(*answer, body) == WireError::kNone);
        }
        EXPECT_TRUE(store.IdentitiesHold());
    }
    EXPECT_GT(ring.Totals().useless, 1000u);
    ring.network.RunUntil(FromSeconds(200));
    EXPECT_EQ(ring.UnderWay(), 0u);
    EXPECT_TRUE(ring.Put(1, BlockOf(5000)).ok);
    EXPECT_TRUE(ring.Get(2, BlockKey(BlockOf(5000))).ok);
}

INSTANTIATE_TEST_SUITE_P(Schemes,
                         OverlayStoreTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const auto& info) {
                             const std::string name = info.param;
                             return name == "back-pressure" ? "BackPressure" : name;
                         });

/// Holders that have no room are replaced by the peers behind.
TEST(OverlayStoreFullTest, FullHoldersAreReplaced)
{
    OverlayStoreRing ring(64, Under("none"));
    const Bytes block = BlockOf(8192);
    const std::size_t responsible = ring.Responsible(BlockKey(block));
    OverlayStoreRingOptions full = Under("none");
    full.limits.bytes = 100;
    OverlayStoreRing small(64, full);
    const PutReport none = small.Put(0, block);
    EXPECT_FALSE(none.ok);
    EXPECT_EQ(none.holders, 0u);
    EXPECT_EQ(none.full, 16u) << "and there are no others";
    EXPECT_EQ(none.enough, 10u);
    // two dead ones: the two behind the fourteenth take their places
    ring.network.Crash((responsible + 4) % 64);
    ring.network.Crash((responsible + 6) % 64);
    const PutReport put = ring.Put(responsible, block);
    EXPECT_TRUE(put.ok);
    EXPECT_EQ(put.holders, 14u);
    EXPECT_EQ(put.silent, 2u);
    EXPECT_EQ(ring.nodes[(responsible + 15) % 64]->held.Count(), 1u);
    EXPECT_EQ(ring.nodes[(responsible + 16) % 64]->held.Count(), 1u);
    EXPECT_EQ(ring.nodes[(responsible + 17) % 64]->held.Count(), 0u);
    EXPECT_EQ(ring.nodes[responsible]->held.Count(), 0u);
}

/// What a peer has to ask in order to answer others needs no credit of its own: else peers whose
/// own gets have taken them all would wait for each other.
TEST(OverlayStoreCreditTest, WhatIsAskedForOthersTakesNoCredit)
{
    OverlayStoreRing ring(64, Under("credit"));
    const Bytes block = BlockOf(8192);
    ASSERT_TRUE(ring.Put(0, block).ok);
    // the fragments of one block were asked for without any growth of credits there
    const std::size_t responsible = ring.Responsible(BlockKey(block));
    EXPECT_EQ(ring.network.At(responsible).GetPeer().GetCounters().issued,
              responsible == 0 ? 18u : 14u);
    EXPECT_EQ(ring.network.At(responsible).GetPeer().Scheme().Level(), responsible == 0 ? 9 : 5);
    // and its own ones do not wait while they are under way
    const Time now = ring.network.Now();
    const std::size_t origin = (responsible + 30) % 64;
    ring.nodes[origin]->store.Get(now, BlockKey(block));
    ring.Run();
    EXPECT_EQ(ring.network.At(origin).GetPeer().Scheme().Level(), origin == 0 ? 13 : 9)
        << "four parts";
    EXPECT_EQ(ring.fetched.size(), 1u);
    EXPECT_EQ(ring.network.At(responsible).GetPeer().Rtt().Rtt(), Time(0))
        << "it has asked nothing itself";
}

/// The responsible peer's own gets have taken all its credits, and nobody answers them.
TEST(OverlayStoreCreditTest, WhoHasNoCreditLeftStillServesOthers)
{
    OverlayStoreRing ring(64, Under("credit"));
    const Bytes block = BlockOf(8192);
    ASSERT_TRUE(ring.Put(0, block).ok);
    const std::size_t responsible = ring.Responsible(BlockKey(block));
    const std::size_t dead = (responsible + 40) % 64;
    const Time now = ring.network.Now();
    ring.network.Crash(dead);
    for (int i = 0; i < 10; ++i)
    {
        ring.nodes[responsible]->store.Get(now, test::HashedRing(64).Id(dead));
    }
    ring.network.RunUntil(now + FromSeconds(0.1));
    EXPECT_EQ(ring.network.At(responsible).GetPeer().Outstanding(), 5u) << "all its credits";
    const FetchReport got = ring.Get((responsible + 59) % 64, BlockKey(block));
    EXPECT_TRUE(got.ok);
    EXPECT_LT(got.fetch, FromSeconds(2));
}

/// Likewise, where all that may be outstanding is.
TEST(OverlayStoreCreditTest, OwnRequestsLeaveRoomForThoseForOthers)
{
    OverlayStoreRingOptions options = Under("none");
    options.net.peer.maximumOutstanding = 4;
    OverlayStoreRing ring(64, options);
    const Bytes block = BlockOf(8192);
    ASSERT_TRUE(ring.Put(0, block).ok);
    const std::size_t responsible = ring.Responsible(BlockKey(block));
    const std::size_t dead = (responsible + 40) % 64;
    ring.network.Crash(dead);
    const Time now = ring.network.Now();
    for (int i = 0; i < 10; ++i)
    {
        ring.nodes[responsible]->store.Get(now, test::HashedRing(64).Id(dead));
    }
    ring.network.RunUntil(now + FromSeconds(0.1));
    EXPECT_EQ(ring.network.At(responsible).GetPeer().Outstanding(), 4u);
    const FetchReport got = ring.Get((responsible + 59) % 64, BlockKey(block));
    EXPECT_TRUE(got.ok);
    EXPECT_LT(got.fetch, FromSeconds(2));
}

} // namespace
} // namespace dht
