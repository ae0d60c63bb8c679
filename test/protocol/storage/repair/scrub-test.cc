/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "repairing-ring.h"

#include <gtest/gtest.h>
#include <random>

/// Fragments that have decayed are found, and made anew.

namespace dht::test
{
namespace
{

/// A ring that scrubs, and whether what its peers hold is right.
class ScrubTest : public testing::Test
{
  protected:
    /// @param scrub In what time all that is held is read. @param peers How many there are.
    void Make(Time scrub, std::size_t peers = kRepairers)
    {
        StorageWorldOptions options = Repairing();
        options.storage.scrubInterval = scrub;
        m_world = std::make_unique<StorageWorld>(UnevenRing(peers), options);
    }

    /// @param count Blocks to put.
    void Put(unsigned count)
    {
        for (unsigned i = 0; i < count; ++i)
        {
            m_blocks.push_back(RandomBlock(8192, i));
            ASSERT_TRUE(m_world->Put(i % m_world->Size(), m_blocks.back()).ok);
        }
    }

    /// Let repair and scrubs begin. @param time How long they have.
    void Run(Time time)
    {
        for (std::size_t peer = 0; peer < m_world->Size(); ++peer)
        {
            m_world->StorageAt(peer).OnWake(m_world->Now());
        }
        m_world->Run(time);
    }

    /// @param block A block. @return Its right fragments, as far as holders that are up have them.
    std::size_t Right(const Bytes& block)
    {
        std::size_t right = 0;
        const Key key = BlockKey(block);
        for (const std::size_t holder : m_world->HoldersOf(key, kHolders))
        {
            const auto fragment = m_world->DiskAt(holder).Get(m_world->Now(), key);
            right += fragment && IsFragmentOf(*fragment, block) ? 1 : 0;
        }
        return right;
    }

    /// @param block A block. @param most Of how many of its fragments a bit flips.
    void Decay(const Bytes& block, std::size_t most)
    {
        const Key key = BlockKey(block);
        auto holders = m_world->HoldersOf(key, kHolders);
        std::shuffle(holders.begin(), holders.end(), m_random);
        for (std::size_t i = 0; i < most; ++i)
        {
            m_world->DiskAt(holders[i]).Decay(key, [this](Fragment& fragment) {
                fragment.bytes[m_random() % fragment.bytes.size()] ^= 1 << m_random() % 8;
            });
            ++m_decayed;
        }
    }

    /// @return Fragments that peers have found to be damaged, and those that they have read.
    std::pair<std::uint64_t, std::uint64_t> Found()
    {
        std::pair<std::uint64_t, std::uint64_t> found;
        for (std::size_t peer = 0; peer < m_world->Size(); ++peer)
        {
            found.first += m_world->DiskAt(peer).Counters().damaged;
            found.second += m_world->DiskAt(peer).Counters().scrubbed;
        }
        return found;
    }

    std::unique_ptr<StorageWorld> m_world;
    std::vector<Bytes> m_blocks;
    std::uint64_t m_decayed{0};
    std::mt19937 m_random{1};
};

/// Nobody has asked for anything: three of ten fragments have decayed, and then five of seventeen
/// peers crash at once.
TEST_F(ScrubTest, AfterOneScrubFiveCrashesTakeNothing)
{
    Make(2 * kRound, 17);
    Put(40);
    for (const Bytes& block : m_blocks)
    {
        Decay(block, 3 + m_random() % 3);
    }
    EXPECT_GE(m_decayed, 40 * kHolders * 28 / 100);
    Run(8 * kRound);
    EXPECT_EQ(Found().first, m_decayed);
    for (const Bytes& block : m_blocks)
    {
        EXPECT_GE(Right(block), 12u) << "repair makes none if there are as many";
    }
    for (const std::size_t peer : {1, 4, 8, 9, 15})
    {
        m_world->dead.insert(peer);
    }
    for (const Bytes& block : m_blocks)
    {
        EXPECT_TRUE(m_world->Get(0, BlockKey(block)).ok);
    }
    EXPECT_TRUE(m_world->IdentitiesHold());
}

/// The same without: this is what it is for.
TEST_F(ScrubTest, WithoutItNobodyNotices)
{
    Make(Time(0));
    Put(5);
    for (const Bytes& block : m_blocks)
    {
        Decay(block, 5);
    }
    Run(8 * kRound);
    EXPECT_EQ(Found(), std::make_pair(std::uint64_t{0}, std::uint64_t{0}));
    EXPECT_EQ(m_world->StorageTotals().rebuilds, 0u);
    EXPECT_EQ(Right(m_blocks[0]), kHolders - 5) << "to look is to find";
}

TEST_F(ScrubTest, ItReadsAllOnceInItsTimeAndAtLeastOneEachSecond)
{
    Make(20 * kRound);
    Put(100);
    Run(10 * kRound);
    const double held = 100.0 * kHolders;
    // each peer holds about 35 fragments: one each second is more than that asks for
    const Time begun =
        m_world->Now() - 10 * kRound; // peers have scrubbed since they were asked first
    EXPECT_GE(static_cast<double>(Found().second), kRepairers * 600.0 - kRepairers);
    EXPECT_LE(static_cast<double>(Found().second), kRepairers * (600.0 + ToSeconds(begun)));
    Make(std::chrono::seconds(10));
    m_blocks.clear();
    Put(100);
    Run(kRound);
    const double seconds = ToSeconds(m_world->Now());
    EXPECT_GE(static_cast<double>(Found().second), 5.5 * held);
    EXPECT_LE(static_cast<double>(Found().second), held * seconds / 10 + kRepairers * seconds)
        << "rounded up at each peer";
}

/// Of each block, so much has decayed at once that all have to be made anew.
TEST_F(ScrubTest, ManyAtOnceAreMadeOneAfterTheOther)
{
    Make(std::chrono::seconds(10));
    Put(300);
    for (const Bytes& block : m_blocks)
    {
        Decay(block, 6);
    }
    std::size_t most = 0;
    m_world->sent.clear();
    Run(Time(0));
    for (unsigned i = 0; i < 600; ++i)
    {
        const std::uint64_t before = m_world->StorageTotals().repairBytes;
        m_world->Run(FromSeconds(1));
        most = std::max<std::size_t>(most, m_world->StorageTotals().repairBytes - before);
    }
    EXPECT_EQ(Found().first, m_decayed);
    for (const Bytes& block : m_blocks)
    {
        ASSERT_GE(Right(block), 12u);
    }
    // fifteen blocks at each peer at a time, and a quarter of its window
    EXPECT_LT(most / kRepairers, 200'000u);
    EXPECT_TRUE(m_world->IdentitiesHold());
}

/// What was never right is found only by comparing with the block, which repair does when it makes
/// others.
TEST_F(ScrubTest, WhatIsOfAnotherBlockIsReplacedWhenOthersAreMade)
{
    Make(kRound);
    Put(1);
    const Key key = BlockKey(m_blocks[0]);
    const auto holders = m_world->HoldersOf(key, kHolders);
    Fragment other = RandomFragments(RandomBlock(8192, 77), 1).front();
    other.left = std::chrono::hours(24);
    // the first holder, which repairs, is one of them
    for (const std::size_t i : {0, 6})
    {
        m_world->DiskAt(holders[i]).Remove(key);
        m_world->DiskAt(holders[i]).Put(m_world->Now(), key, other);
    }
    for (const std::size_t i : {2, 3, 4})
    {
        m_world->DiskAt(holders[i]).Remove(key);
    }
    Run(10 * kRound);
    EXPECT_GE(Right(m_blocks[0]), kHolders - 1);
    EXPECT_GE(m_world->StorageTotals().disproved, 1u);
    EXPECT_TRUE(m_world->IdentitiesHold());
}

} // namespace
} // namespace dht::test
