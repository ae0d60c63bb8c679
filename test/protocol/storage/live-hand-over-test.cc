/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-stores.h"
#include "random-block.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

/// Peers that hand over what they hold before they leave.

namespace dht
{
namespace
{

using test::Followers;
using test::HoldersIn;
using test::kStorers;
using test::LiveRing;
using test::RandomBlock;
using test::Storing;

/// Hand over, and wait until that ends. @param ring A ring. @param peer Who is about to leave.
/// @param limit How long that may take. @return How long it took.
Time
HandOver(LiveRing& ring, std::size_t peer, Time limit)
{
    Storage& storage = ring.StorageAt(peer);
    const Time begun = ring.Now();
    storage.HandOver(begun, begun + limit);
    while (storage.IsHandingOver())
    {
        ring.RunUntil(ring.Now() + FromSeconds(0.01));
    }
    EXPECT_TRUE(storage.IdentitiesHold());
    return ring.Now() - begun;
}

/// Several hand over at the same time, and each leaves as soon as it may. @param ring A ring.
/// @param leavers Their numbers. @param limit How long that may take. @return How long it took.
Time
HandOverTogether(LiveRing& ring, const std::vector<std::size_t>& leavers, Time limit)
{
    const Time begun = ring.Now();
    for (const std::size_t peer : leavers)
    {
        ring.StorageAt(peer).HandOver(begun, begun + limit);
    }
    std::vector<std::size_t> left = leavers;
    while (!left.empty())
    {
        const auto hasEnded = [&](std::size_t peer) {
            if (ring.StorageAt(peer).IsHandingOver())
            {
                return false;
            }
            ring.Leave(peer);
            return true;
        };
        left.erase(std::remove_if(left.begin(), left.end(), hasEnded), left.end());
        ring.RunUntil(ring.Now() + FromSeconds(0.01));
    }
    return ring.Now() - begun;
}

/// Half of a ring leaves, one peer after the other; nothing is repaired. @param ring A settled
/// ring. @param leavers Their numbers, in that order. @param pause Between one that has left and
/// the next one. @param isHandedOver Whether each hands over what it holds. @return How many of ten
/// blocks are there after that.
std::size_t
LeftOfTen(LiveRing& ring, const std::vector<std::size_t>& leavers, Time pause, bool isHandedOver)
{
    std::vector<Key> keys;
    for (std::uint64_t i = 0; i < 10; ++i)
    {
        keys.push_back(ring.Put(i, RandomBlock(8192, i)).key);
    }
    for (const std::size_t peer : leavers)
    {
        if (isHandedOver)
        {
            EXPECT_LT(HandOver(ring, peer, FromSeconds(30)), FromSeconds(30));
            EXPECT_EQ(ring.DiskAt(peer).Count(), 0u) << peer;
        }
        ring.Leave(peer);
        ring.RunUntil(ring.Now() + pause);
    }
    ring.RunUntil(ring.Now() + FromSeconds(3));
    std::size_t left = 0;
    for (const Key& key : keys)
    {
        if (isHandedOver)
        {
            const std::vector<std::size_t> followers = Followers(ring, key);
            const std::vector<std::size_t> holders = HoldersIn(ring, key);
            EXPECT_EQ(holders.size(), 14u);
            // who is farther is found by no get
            const auto far = std::find(followers.begin(), followers.end(), holders.back());
            EXPECT_LE(far - followers.begin(), 15);
        }
        left += ring.Get(*ring.Alive().rbegin(), key).ok ? 1 : 0;
    }
    EXPECT_EQ(ring.Violations(), 0u);
    return left;
}

TEST(LiveStorageTest, WhoLeavesInOrderHandsOverWhatItHolds)
{
    std::vector<std::size_t> leavers(kStorers / 2);
    std::iota(leavers.begin(), leavers.end(), 0);
    const auto ring = test::MakeSettledRing(Storing(), kStorers);
    EXPECT_EQ(LeftOfTen(*ring, leavers, FromSeconds(3), true), 10u);
    const auto other = test::MakeSettledRing(Storing(), kStorers);
    EXPECT_LT(LeftOfTen(*other, leavers, FromSeconds(3), false), 10u);
}

/// The next one is told of neighbours that are gone.
TEST(LiveStorageTest, NeighboursMayLeaveOneRightAfterTheOther)
{
    for (const double pause : {0.0, 0.1, 0.5})
    {
        const auto ring = test::MakeSettledRing(Storing(), kStorers);
        std::vector<std::size_t> leavers = Followers(*ring, Key(0));
        leavers.resize(kStorers / 2);
        EXPECT_EQ(LeftOfTen(*ring, leavers, FromSeconds(pause), true), 10u) << pause;
    }
}

/// Who is asked for the first time is among those that leave, and says that it is busy.
TEST(LiveStorageTest, NeighboursMayLeaveAtTheSameMoment)
{
    for (const std::size_t peers : {17, 32})
    {
        SCOPED_TRACE(peers);
        const auto ring = test::MakeSettledRing(Storing(), peers);
        std::vector<Key> keys;
        for (std::uint64_t i = 0; i < 50; ++i)
        {
            keys.push_back(ring->Put(i % peers, RandomBlock(8192, i)).key);
        }
        std::vector<std::size_t> leavers = Followers(*ring, Key(0));
        leavers.resize(9);
        EXPECT_LT(HandOverTogether(*ring, leavers, FromSeconds(30)), FromSeconds(15));
        ring->RunUntil(ring->Now() + FromSeconds(3));
        for (const Key& key : keys)
        {
            EXPECT_GE(HoldersIn(*ring, key).size(), peers == 17 ? 8u : 12u) << key;
            EXPECT_TRUE(ring->Get(*ring->Alive().rbegin(), key).ok);
        }
        EXPECT_EQ(ring->Violations(), 0u);
    }
}

/// All are busy until they are gone.
TEST(LiveStorageTest, ARingMayEndAsAWhole)
{
    const auto ring = test::MakeSettledRing(Storing(), kStorers);
    for (std::uint64_t i = 0; i < 50; ++i)
    {
        ring->Put(i % kStorers, RandomBlock(8192, i));
    }
    EXPECT_LT(HandOverTogether(*ring, Followers(*ring, Key(0)), FromSeconds(30)), FromSeconds(15));
}

TEST(LiveStorageTest, ALeavingPeerTakesNothingMore)
{
    const auto ring = test::MakeSettledRing(Storing(), kStorers);
    const Bytes block = RandomBlock(8192, 3);
    const std::size_t leaver = Followers(*ring, BlockKey(block)).front();
    HandOver(*ring, leaver, FromSeconds(30));
    const PutReport put = ring->Put((leaver + 1) % kStorers, block);
    EXPECT_TRUE(put.ok);
    EXPECT_EQ(put.holders, 14u) << "another one has taken its place";
    EXPECT_EQ(ring->DiskAt(leaver).Count(), 0u);
}

TEST(LiveStorageTest, ALeavingPeerStaysNoLongerThanItMay)
{
    const auto ring = test::MakeSettledRing(Storing(), kStorers);
    const PutReport put = ring->Put(1, RandomBlock(8192, 4));
    const std::size_t leaver = HoldersIn(*ring, put.key).front();
    EXPECT_LE(HandOver(*ring, leaver, FromSeconds(0.02)), FromSeconds(0.04));
    EXPECT_EQ(ring->DiskAt(leaver).Count(), 1u);
}

TEST(LiveStorageTest, ALonelyPeerKeepsWhatNobodyCanTake)
{
    LiveRing ring(Storing(), 1);
    test::Populate(ring, 1);
    const PutReport put = ring.Put(0, RandomBlock(5000, 1));
    EXPECT_LT(HandOver(ring, 0, std::chrono::hours(1)), FromSeconds(1));
    EXPECT_TRUE(ring.Get(0, put.key).ok);
}

} // namespace
} // namespace dht
