/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-key-comparisons.h"
#include "repairing-ring.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

/// Who lies, is slow or has no room costs those who repair a bounded amount of work.

namespace dht::test
{
namespace
{

using RepairBoundsTest = RepairingRing;

TEST_F(RepairBoundsTest, ABlockThatCannotBeHadIsTriedLessAndLess)
{
    Put(1);
    for (std::size_t i = 0; i < 8; ++i)
    {
        Lose(m_keys[0], i);
    }
    Start();
    m_world.Run(64 * kRound);
    EXPECT_EQ(Left(m_keys[0]), 6u);
    EXPECT_GE(m_world.StorageTotals().rebuildsFailed, 2u);
    EXPECT_LE(m_world.StorageTotals().rebuildsFailed, 8u) << "after 1, 2, 4, ... rounds";
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairBoundsTest, WhoHasNoRoomItselfFetchesLessAndLess)
{
    StorageWorldOptions options = Repairing();
    options.limits.bytes = 100000;
    StorageWorld world(UnevenRing(kRepairers), options);
    const Key key = world.Put(0, RandomBlock(8192, 1)).key;
    const auto holders = world.HoldersOf(key, kHolders);
    BlockStore& store = world.DiskAt(holders[0]);
    store.Remove(key);
    // of an arc of which it is the fifteenth follower: nobody looks at them
    const Key last = world.Peers().Id((holders[0] + kRepairers - 14) % kRepairers);
    const Bytes filler(2000);
    for (std::uint64_t i = 1;; ++i)
    {
        const Fragment fragment = MakeFragments(filler, 2, {{1, 1}}, std::chrono::hours(9))[0];
        if (store.Put(world.Now(), last - Key(i), fragment) != StoreAnswer::kStored)
        {
            break;
        }
    }
    world.dead = {holders[3], holders[5]};
    world.sent.clear();
    for (std::size_t peer = 0; peer < kRepairers; ++peer)
    {
        world.StorageAt(peer).OnWake(world.Now());
    }
    world.Run(30 * kRound);
    const StorageCounters counted = world.StorageAt(holders[0]).Counters();
    EXPECT_GT(counted.rebuildsFailed, 0u);
    EXPECT_LE(counted.rebuildsFailed, 6u) << "after 1, 2, 4, ... rounds";
    EXPECT_LE(Arrived<FetchBody>(world), 6u * kHolders);
    EXPECT_TRUE(world.IdentitiesHold());
}

TEST_F(RepairBoundsTest, WhoIsSlowDoesNotHoldUpTheOthers)
{
    StorageWorldOptions options = Repairing();
    options.storage.repairInterval = FromSeconds(13);
    StorageWorld world(UnevenRing(kRepairers), options);
    const auto holders = world.HoldersOf(world.Put(0, RandomBlock(8192, 1)).key, kHolders);
    RambleAs(world, holders[5]);
    world.sent.clear();
    world.StorageAt(holders[0]).OnWake(world.Now());
    world.Run(FromSeconds(130));
    const auto asked = std::count_if(world.sent.begin(), world.sent.end(), [&](auto& sent) {
        return sent.from == holders[0] && sent.to == holders[5] && BodyOf<SyncBody>(sent.message);
    });
    const Time roundTrip = 2 * world.delays.Get(static_cast<std::uint32_t>(holders[0]),
                                                static_cast<std::uint32_t>(holders[5]));
    const double inATurn = ToSeconds(FromSeconds(1)) / ToSeconds(roundTrip);
    EXPECT_LT(inATurn + 2, static_cast<double>(KeyComparisons::kLeastQuestions) / 2);
    EXPECT_GT(static_cast<double>(asked), 4 * inATurn);
    EXPECT_LE(static_cast<double>(asked), 12 * (inATurn + 2));
}

TEST_F(RepairBoundsTest, WhoClaimsToHoldNothingIsGivenItAFewTimes)
{
    Put(10);
    const auto holders = m_world.HoldersOf(m_keys[0], kHolders);
    const std::set<std::size_t> liars{holders[2], holders[6], holders[11]};
    m_world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        if (BodyOf<SyncedBody>(message) && liars.count(from) > 0)
        {
            message.body.Write() = SyncedBody{SyncStatus::kKeys, {}, {}};
        }
    };
    Start();
    m_world.Run(64 * kRound);
    const StorageCounters totals = m_world.StorageTotals();
    EXPECT_GT(totals.distrusted, 0u);
    EXPECT_GT(totals.rebuilds, 0u);
    EXPECT_LE(totals.rebuilds, 10u * 3 * 8) << "less and less";
    EXPECT_EQ(totals.fragmentsMade, 0u) << "they have it";
    for (const Key& key : m_keys)
    {
        EXPECT_EQ(Left(key), kHolders);
    }
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairBoundsTest, WhoClaimsToHoldWhatDoesNotExistIsAskedForItAFewTimes)
{
    Put(10);
    const std::size_t liar = m_world.HoldersOf(m_keys[0], kHolders)[5];
    std::size_t claims = 0;
    m_world.change = [&](std::size_t from, std::size_t to, StorageMessage& message) {
        if (BodyOf<SyncedBody>(message) && from == liar)
        {
            // in the arc of whoever asks
            SyncedBody lie{SyncStatus::kKeys, {}, {}};
            for (std::uint64_t i = 0; i < kMostSyncKeys; ++i)
            {
                lie.keys.push_back(m_world.Peers().Id(to) - Key(1000 - i));
            }
            message.body.Write() = lie;
            ++claims;
        }
    };
    Start();
    m_world.Run(64 * kRound);
    const StorageCounters totals = m_world.StorageTotals();
    EXPECT_GT(claims, 13u * 50);
    EXPECT_GT(totals.rebuildsFailed, 0u);
    EXPECT_LE(totals.rebuildsFailed, claims * 2) << "of 64 that each claims";
    EXPECT_LE(Arrived<FetchBody>(m_world), 4 * claims);
    EXPECT_EQ(totals.rebuilt + totals.fragmentsMade, 0u);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairBoundsTest, WhoseTreeNeverEndsIsAskedABoundedNumberOfTimes)
{
    Put(10);
    const std::size_t liar = m_world.HoldersOf(m_keys[0], kHolders)[5];
    RambleAs(m_world, liar);
    Start();
    m_world.Run(10 * kRound);
    std::size_t asked = 0;
    for (const StorageWorld::Sent& sent : m_world.sent)
    {
        asked += BodyOf<SyncBody>(sent.message) && sent.to == liar ? 1 : 0;
    }
    // thirteen peers compare with it, once a round
    EXPECT_GT(asked, 1000u);
    EXPECT_LE(asked, 11u * 13 * (KeyComparisons::kLeastQuestions + 10 * kHolders / 4 + 2));
    const StorageCounters totals = m_world.StorageTotals();
    EXPECT_EQ(totals.rebuilds + totals.moves, 0u);
    EXPECT_GT(totals.compared, 10u * kRepairers * 12) << "the others are compared as before";
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairBoundsTest, WhatCannotBeSaidOfARangeIsNotBelieved)
{
    Put(10);
    const std::size_t liar = m_world.HoldersOf(m_keys[0], kHolders)[5];
    std::size_t lies = 0;
    m_world.change = [&](std::size_t from, std::size_t to, StorageMessage& message) {
        if (BodyOf<SyncedBody>(message) && from == liar)
        {
            const Key last = m_world.Peers().Id(to);
            // beyond the arc; twice the same; backwards; something else
            const std::vector<Key> keys[] = {{last}, {last - 2, last - 2}, {last - 2, last - 3}};
            if (lies % 4 < 3)
            {
                message.body.Write() = SyncedBody{SyncStatus::kKeys, keys[lies % 4], {}};
            }
            else
            {
                message.body.Write() = StoredBody{};
            }
            ++lies;
        }
    };
    Start();
    m_world.Run(5 * kRound);
    const StorageCounters totals = m_world.StorageTotals();
    EXPECT_GT(lies, 13u * 4);
    EXPECT_NEAR(static_cast<double>(totals.syncNonsense), static_cast<double>(lies), 13);
    EXPECT_EQ(totals.rebuilds, 0u);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

} // namespace
} // namespace dht::test
