/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-block.h"
#include "repairing-ring.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>

/// Fragments in the wrong place are taken to the right one.

namespace dht
{
namespace
{

using test::kHolders;
using test::kRound;

using test::StorageWorld;

using MovedFragmentsTest = test::RepairingRing;

TEST_F(MovedFragmentsTest, WhoMayHaveTakenAFragmentIsWaitedFor)
{
    Put(10);
    const Key key = m_keys[0];
    const auto followers = m_world.HoldersOf(key, 20);
    m_world.DiskAt(followers[19]).Put(m_world.Now(), key, *At(key, 4));
    Lose(key, 4);
    Lose(key, 6);
    std::size_t lost = 0;
    m_world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        if (BodyOf<StoredBody>(message) && from == followers[4] && lost++ < 2)
        {
            message.id ^= 1; // nobody takes that for an answer
        }
    };
    Start();
    m_world.Run(5 * kRound);
    EXPECT_TRUE(At(key, 4)) << "it has taken it";
    EXPECT_FALSE(At(key, 6)) << "the same row would be of no use";
    EXPECT_FALSE(m_world.DiskAt(followers[19]).Get(m_world.Now(), key));
    EXPECT_EQ(m_world.StorageTotals().movesFailed, 1u);
    EXPECT_EQ(m_world.StorageTotals().moved, 1u);
    const auto isFragment = [&](const StorageWorld::Sent& sent) {
        const auto* const store = BodyOf<StoreBody>(sent.message);
        return store && store->fragment && sent.to == followers[4];
    };
    EXPECT_EQ(std::count_if(m_world.sent.begin(), m_world.sent.end(), isFragment), 2)
        << "then it is only asked";
    EXPECT_TRUE(m_world.IdentitiesHold());
}

/// That somebody has something under a key does not show that it is right.
TEST_F(MovedFragmentsTest, WhoHasAnotherOneHasNotTakenIt)
{
    for (const bool hasMark : {true, false})
    {
        for (const bool isLost : {true, false})
        {
            SCOPED_TRACE(testing::Message() << "mark " << hasMark << ", lost " << isLost);
            test::StorageWorld world(test::UnevenRing(test::kRepairers), test::Repairing());
            const Bytes block = test::RandomBlock(8192, 1);
            const Key key = BlockKey(block);
            ASSERT_EQ(world.Put(5, block).holders, kHolders);
            const auto followers = world.HoldersOf(key, 20);
            const auto own = world.DiskAt(followers[4]).Get(world.Now(), key);
            world.DiskAt(followers[19]).Put(world.Now(), key, *own);
            world.DiskAt(followers[4]).Remove(key);
            world.DiskAt(followers[6]).Remove(key);
            Fragment other = test::RandomFragments(test::RandomBlock(8192, 99), 1).front();
            other.left = own->left;
            std::size_t answers = 0;
            world.change = [&](std::size_t from, std::size_t to, StorageMessage& message) {
                // it lacked one when they were compared, and somebody else was faster
                if (from == followers[19] && to == followers[4] && BodyOf<StoreBody>(message))
                {
                    world.DiskAt(followers[4]).Put(world.Now(), key, other);
                }
                if (from == followers[4] && BodyOf<StoredBody>(message))
                {
                    message.id ^= isLost && answers++ < 2 ? 1 : 0;
                    if (!hasMark)
                    {
                        message.body.Write() = StoredBody{StoredStatus::kHad};
                    }
                }
            };
            for (std::size_t peer = 0; peer < test::kRepairers; ++peer)
            {
                world.StorageAt(peer).OnWake(world.Now());
            }
            world.Run(3 * kRound);
            const auto there = world.DiskAt(followers[4]).Get(world.Now(), key);
            ASSERT_TRUE(there);
            EXPECT_TRUE(there->bytes == other.bytes);
            EXPECT_GT(world.StorageTotals().movesFailed, 0u);
            EXPECT_EQ(world.StorageTotals().moved, 1u);
            const auto moved = world.DiskAt(followers[6]).Get(world.Now(), key);
            ASSERT_TRUE(moved) << "who lacked one as well has it now";
            EXPECT_TRUE(moved->bytes == own->bytes);
            EXPECT_TRUE(world.IdentitiesHold());
        }
    }
}

TEST_F(MovedFragmentsTest, WhoHasItAlreadyHasTakenIt)
{
    Put(10);
    const Key key = m_keys[0];
    const auto followers = m_world.HoldersOf(key, 20);
    m_world.DiskAt(followers[19]).Put(m_world.Now(), key, *At(key, 4));
    Lose(key, 4);
    std::size_t lost = 0;
    m_world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        if (BodyOf<StoredBody>(message) && from == followers[4] && lost++ == 0)
        {
            message.id ^= 1; // the first answer only
        }
    };
    Start();
    m_world.Run(3 * kRound);
    EXPECT_EQ(lost, 2u);
    EXPECT_EQ(m_world.StorageTotals().moved, 1u);
    EXPECT_FALSE(m_world.DiskAt(followers[19]).Get(m_world.Now(), key));
}

TEST_F(MovedFragmentsTest, AFragmentInTheWrongPlaceIsTakenToWhoLacksOne)
{
    Put(10);
    const Key key = m_keys[0];
    const std::size_t wrong = m_world.HoldersOf(key, 20).back();
    const auto some = At(key, 4);
    Lose(key, 4);
    m_world.DiskAt(wrong).Put(m_world.Now(), key, *some);
    Start();
    m_world.Run(3 * kRound);
    ASSERT_TRUE(At(key, 4));
    EXPECT_EQ(At(key, 4)->row, some->row) << "that very one";
    EXPECT_FALSE(m_world.DiskAt(wrong).Get(m_world.Now(), key));
    EXPECT_EQ(m_world.DiskAt(wrong).Counters().moved, 1u);
    EXPECT_EQ(m_world.StorageTotals().moved, 1u);
    EXPECT_EQ(m_world.StorageTotals().rebuilds, 0u) << "thirteen are enough";
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(MovedFragmentsTest, AFragmentThatNobodyLacksIsGivenUp)
{
    Put(10);
    const Key key = m_keys[0];
    const auto followers = m_world.HoldersOf(key, 20);
    for (const std::size_t i : {14, 15, 16, 19})
    {
        m_world.DiskAt(followers[i]).Put(m_world.Now(), key, *At(key, 4));
    }
    Start();
    m_world.Run(3 * kRound);
    const auto has = [&](std::size_t i) {
        return m_world.DiskAt(followers[i]).Get(m_world.Now(), key).has_value();
    };
    EXPECT_TRUE(has(14)) << "among the first l + 2";
    EXPECT_TRUE(has(15));
    EXPECT_FALSE(has(16));
    EXPECT_FALSE(has(19));
    EXPECT_EQ(m_world.StorageTotals().needless, 2u);
    EXPECT_EQ(Left(key), kHolders);
}

TEST_F(MovedFragmentsTest, NothingIsGivenUpWhileSomebodyIsSilentOrFull)
{
    Put(10);
    const Key key = m_keys[0];
    const auto followers = m_world.HoldersOf(key, 20);
    m_world.DiskAt(followers[19]).Put(m_world.Now(), key, *At(key, 4));
    Lose(key, 6);
    m_world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        if (BodyOf<StoredBody>(message) && from == followers[6])
        {
            message.body.Write() = StoredBody{StoredStatus::kFull};
        }
    };
    m_world.dead = {followers[9]};
    Start();
    m_world.Run(5 * kRound);
    EXPECT_TRUE(m_world.DiskAt(followers[19]).Get(m_world.Now(), key));
    EXPECT_EQ(m_world.StorageTotals().moved + m_world.StorageTotals().needless, 0u);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(MovedFragmentsTest, WhoLeavesRepairsNothingMore)
{
    constexpr std::size_t keys = 200;
    const std::size_t leaving = 7;
    for (std::size_t i = 0; i < keys; ++i)
    {
        const Key key = m_world.Peers().Id(leaving) - Key(i + 1);
        for (const std::size_t holder : m_world.HoldersOf(key, 11))
        {
            m_world.DiskAt(holder).Put(m_world.Now(),
                                       key,
                                       test::AnyFragment(std::chrono::hours(9)));
        }
    }
    Storage& storage = m_world.StorageAt(leaving);
    storage.OnWake(m_world.Now());
    while (storage.Counters().rebuilds == 0 && m_world.Now() < 20 * kRound)
    {
        m_world.Run(FromSeconds(0.001));
    }
    const auto begun = storage.Counters().rebuilds;
    ASSERT_GT(begun, 0u);
    ASSERT_LT(begun, keys);
    storage.HandOver(m_world.Now(), m_world.Now() + std::chrono::hours(1));
    m_world.Run(5 * kRound);
    EXPECT_EQ(storage.Counters().rebuilds, begun);
    EXPECT_FALSE(storage.IsHandingOver());
    EXPECT_EQ(m_world.DiskAt(leaving).Count(), 0u);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

} // namespace
} // namespace dht
