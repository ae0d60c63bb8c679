/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-assembler.h"
#include "random-block.h"
#include "repairing-ring.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

/// Fragments that are lost are made anew.

namespace dht::test
{
namespace
{

using BlockRepairTest = RepairingRing;

TEST_F(BlockRepairTest, WhereNothingIsMissingPeersOnlyCompare)
{
    Put(60);
    Start();
    const StorageCounters before = m_world.StorageTotals();
    m_world.Run(10 * kRound);
    EXPECT_EQ(Arrived<FetchBody>(m_world) + Arrived<StoreBody>(m_world), 0u);
    const StorageCounters totals = m_world.StorageTotals();
    // a round is a comparison with each of the thirteen others
    const auto compared = static_cast<double>(totals.compared - before.compared);
    EXPECT_NEAR(compared, kRepairers * 13 * 10, kRepairers * 13);
    EXPECT_NEAR(static_cast<double>(Arrived<SyncBody>(m_world)), compared, kRepairers)
        << "one question each";
    for (const StorageWorld::Sent& sent : m_world.sent)
    {
        const auto* const synced = BodyOf<SyncedBody>(sent.message);
        EXPECT_TRUE(!synced || synced->status == SyncStatus::kSame);
    }
    const auto messages = static_cast<double>(totals.repairMessages - before.repairMessages);
    EXPECT_NEAR(messages, 2 * compared, kRepairers);
    const auto bytes = static_cast<double>(totals.repairBytes - before.repairBytes);
    EXPECT_NEAR(bytes, (72 + 25) * compared, 72 * kRepairers);
    EXPECT_EQ(totals.rebuilds + totals.moves + totals.needless, 0u);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(BlockRepairTest, WithoutAnIntervalNothingIsSent)
{
    StorageWorldOptions options = Repairing();
    options.storage.repairInterval = Time(0);
    StorageWorld world(UnevenRing(kRepairers), options);
    const PutReport put = world.Put(0, RandomBlock(8192, 1));
    world.DiskAt(world.HoldersOf(put.key, 1)[0]).Remove(put.key);
    world.sent.clear();
    world.StorageAt(1).OnWake(world.Now());
    world.Run(std::chrono::hours(2));
    EXPECT_TRUE(world.sent.empty());
}

TEST_F(BlockRepairTest, WhatIsLostIsMadeAnewAndGoesWithWhatIsOld)
{
    Put(20);
    std::map<Key, Time> before;
    for (std::size_t i = 0; i < m_keys.size(); ++i)
    {
        for (std::size_t holder = 0; holder < kHolders; ++holder)
        {
            Time& end = before[m_keys[i]];
            end = std::max(end, m_world.Now() + At(m_keys[i], holder)->left);
        }
        // the first holder is among those who lose it, each other time
        for (const std::size_t lost : {i % 2, 4 + i % 5, std::size_t{10}})
        {
            Lose(m_keys[i], lost);
        }
        EXPECT_EQ(Left(m_keys[i]), 11u);
    }
    Start();
    for (int i = 0; i < 3000; ++i)
    {
        m_world.Run(3 * kRound / 3000);
        ExpectShares();
    }
    for (std::size_t i = 0; i < m_keys.size(); ++i)
    {
        EXPECT_EQ(Left(m_keys[i]), kHolders);
        // with those that are old, those that are new give the block, and none of them is wrong
        const std::set<std::size_t> made{i % 2, 4 + i % 5, 10};
        BlockAssembler assembler(m_keys[i]);
        for (const std::size_t holder : made)
        {
            const auto part = At(m_keys[i], holder);
            ASSERT_TRUE(part);
            const Time end = m_world.Now() + part->left;
            EXPECT_LE(end, before[m_keys[i]]) << "repair renews nothing";
            EXPECT_GT(end, before[m_keys[i]] - FromSeconds(10));
            assembler.Add(ReadyRing::EndpointOf(holder), *part);
        }
        for (std::size_t holder = 13; assembler.MoreNeeded() > 0 && holder > 0; --holder)
        {
            if (made.count(holder) == 0)
            {
                assembler.Add(ReadyRing::EndpointOf(holder), At(m_keys[i], holder).value());
            }
        }
        ASSERT_EQ(assembler.GetState(), BlockAssembler::State::kDone);
        EXPECT_EQ(assembler.Block(), m_blocks[i]);
        EXPECT_TRUE(assembler.Liars().empty());
        EXPECT_LE(assembler.SetsTried(), 2u) << "their rows depend on others once in 255 times";
    }
    const StorageCounters totals = m_world.StorageTotals();
    EXPECT_EQ(totals.rebuilt, m_keys.size()) << "each block was fetched once";
    EXPECT_EQ(totals.fragmentsMade, 3 * m_keys.size());
    EXPECT_EQ(totals.gets, 0u) << "nobody's own";
    EXPECT_EQ(totals.puts, m_keys.size());
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(BlockRepairTest, WhileEnoughAreLeftNothingIsMade)
{
    Put(10);
    for (const Key& key : m_keys)
    {
        Lose(key, 0);
        Lose(key, 7);
    }
    Start();
    m_world.Run(5 * kRound);
    EXPECT_EQ(m_world.StorageTotals().rebuilds, 0u);
    EXPECT_EQ(Left(m_keys[0]), 12u);
    Lose(m_keys[0], 3);
    m_world.Run(3 * kRound);
    EXPECT_EQ(Left(m_keys[0]), kHolders);
    EXPECT_EQ(m_world.StorageTotals().rebuilt, 1u);
}

TEST_F(BlockRepairTest, ManyKeysAreComparedByTheirDigests)
{
    // some hundred an arc; each holder lacks one in 200 or so
    MersenneRandom random(5);
    for (std::size_t i = 0; i < 200 * kRepairers; ++i)
    {
        const Key key = DrawKey(random);
        for (const std::size_t holder : m_world.HoldersOf(key, kHolders))
        {
            const Fragment fragment = AnyFragment(std::chrono::hours(9));
            if (DrawBelow(random, 200) > 0)
            {
                m_world.DiskAt(holder).Put(m_world.Now(), key, fragment);
            }
        }
    }
    Start();
    m_world.Run(kRound);
    std::size_t listed = 0;
    std::size_t digests = 0;
    for (const StorageWorld::Sent& sent : m_world.sent)
    {
        EXPECT_LT(FrameSize(sent.message) + 28, 1472u);
        const auto* const synced = BodyOf<SyncedBody>(sent.message);
        listed += synced ? synced->keys.size() : 0;
        digests += synced && synced->status == SyncStatus::kDigests ? 1 : 0;
    }
    EXPECT_GT(digests, 0u);
    const StorageCounters totals = m_world.StorageTotals();
    // of 200 keys in an arc, two differ: a part or two is listed for each, with three keys in it
    EXPECT_LT(listed, 40 * totals.compared);
    EXPECT_LT(totals.repairBytes, 1000 * totals.compared) << "to list all would take 4000";
    EXPECT_EQ(totals.comparisonsFailed, 0u);
    EXPECT_GT(totals.compared, 0u);
}

TEST_F(BlockRepairTest, ADeadHolderCountsAsNone)
{
    Put(5);
    const auto holders = m_world.HoldersOf(m_keys[0], kHolders);
    m_world.dead = {holders[3], holders[5], holders[9]};
    Start();
    m_world.Run(4 * kRound);
    EXPECT_GT(m_world.StorageTotals().comparisonsFailed, 0u);
    // there is nobody to hold others as long as the ring names these
    EXPECT_EQ(m_world.StorageTotals().fragmentsMade, 0u);
    Lose(m_keys[0], 1);
    m_world.Run(3 * kRound);
    EXPECT_TRUE(At(m_keys[0], 1));
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(BlockRepairTest, WhatIsMadeLateEndsWithTheOthers)
{
    Put(1);
    for (const std::size_t i : {4, 6, 8, 10})
    {
        Lose(m_keys[0], i);
    }
    const auto holders = m_world.HoldersOf(m_keys[0], kHolders);
    std::set<Time> ends;
    std::set<Time> times;
    std::size_t deaf = kRepairers;
    std::size_t told = 0;
    m_world.change = [&](std::size_t, std::size_t to, StorageMessage& message) {
        const auto* const store = BodyOf<StoreBody>(message);
        if (store)
        {
            times.insert(m_world.Now());
            ends.insert(m_world.Now() + store->left);
            // who is asked first hears nothing, and is asked again
            deaf = deaf == kRepairers ? to : deaf;
            told += to == deaf ? 1 : 0;
            m_world.dead = {told == 1 ? deaf : kRepairers};
        }
    };
    Start();
    m_world.Run(3 * kRound);
    EXPECT_GT(times.size(), 1u);
    EXPECT_EQ(ends.size(), 1u);
    EXPECT_GE(Left(m_keys[0]), 13u);
}

TEST_F(BlockRepairTest, AnIntervalOfNothingIsASecond)
{
    StorageWorldOptions options = Repairing();
    options.storage.repairInterval = Time(1);
    StorageWorld world(UnevenRing(kRepairers), options);
    for (std::size_t peer = 0; peer < kRepairers; ++peer)
    {
        world.StorageAt(peer).OnWake(world.Now());
    }
    world.Run(FromSeconds(10));
    // a turn is shorter than a round trip, mostly: some are left out
    EXPECT_GT(world.StorageTotals().comparisons, 10u * kRepairers);
    EXPECT_LE(world.StorageTotals().comparisons, (10u + 1) * 13 * kRepairers);
}

} // namespace
} // namespace dht::test
