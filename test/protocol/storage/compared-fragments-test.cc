/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "repairing-ring.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <variant>

/// What holders have already is compared with what is put.

namespace dht::test
{
namespace
{

/// A ring, a block, and who is to hold it.
class ComparedFragmentsTest : public testing::Test
{
  protected:
    /// A holder has a fragment of another block under the block's key. @param holder Its place.
    void Plant(std::size_t holder)
    {
        Fragment other = RandomFragments(RandomBlock(8192, 99), holder + 1).back();
        other.left = std::chrono::hours(10);
        ASSERT_EQ(m_world.DiskAt(holder).Put(m_world.Now(), m_key, other), StoreAnswer::kStored);
    }

    /// @return How many of the first holders have a right fragment.
    std::size_t Right()
    {
        return static_cast<std::size_t>(
            std::count_if(m_holders.begin(), m_holders.end(), [&](std::size_t holder) {
                const auto fragment = m_world.DiskAt(holder).Get(m_world.Now(), m_key);
                return fragment && IsFragmentOf(*fragment, m_block);
            }));
    }

    /// @param put A put of which one peer took a fragment instead of a holder. @return That peer.
    std::size_t Instead(const PutReport& put)
    {
        const auto isFurther = [&](const Endpoint& peer) {
            return std::count(m_holders.begin(), m_holders.end(), ReadyRing::PlaceOf(peer)) == 0;
        };
        const auto peer = std::find_if(put.held.begin(), put.held.end(), isFurther);
        EXPECT_NE(peer, put.held.end());
        return peer == put.held.end() ? 0 : ReadyRing::PlaceOf(*peer);
    }

    StorageWorld m_world{UnevenRing(64), {}};
    Bytes m_block{RandomBlock(8192, 7)};
    Key m_key{BlockKey(m_block)};
    std::vector<std::size_t> m_holders{m_world.HoldersOf(m_key, 14)};
};

TEST_F(ComparedFragmentsTest, WhoHasSomethingElseEverywhereIsConvincedByTheBlock)
{
    for (const std::size_t holder : m_holders)
    {
        Plant(holder);
    }
    EXPECT_FALSE(m_world.Get(1, m_key).ok);
    const PutReport put = m_world.Put(5, m_block);
    EXPECT_TRUE(put.ok);
    EXPECT_EQ(put.holders, 14u);
    EXPECT_EQ(put.wrong, 0u);
    EXPECT_EQ(Right(), 14u);
    EXPECT_EQ(m_world.StorageTotals().disproved, 14u);
    EXPECT_EQ(m_world.Get(1, m_key).block, m_block);
    EXPECT_TRUE(m_world.IdentitiesHold());
    // what is made instead is no longer than others
    const auto made = m_world.DiskAt(m_holders[0]).Get(m_world.Now(), m_key);
    EXPECT_EQ(made->needed, 7u);
}

TEST_F(ComparedFragmentsTest, ARenewalConvincesToo)
{
    ASSERT_TRUE(m_world.Put(5, m_block).ok);
    for (const std::size_t i : {2, 5, 6})
    {
        m_world.DiskAt(m_holders[i]).Remove(m_key);
        Plant(m_holders[i]);
    }
    m_world.DiskAt(m_holders[9]).Decay(m_key, [](Fragment& f) { f.bytes[9] ^= 1; });
    EXPECT_EQ(Right(), 10u);
    const PutReport renewed = m_world.Renew(6, m_block);
    EXPECT_TRUE(renewed.ok);
    EXPECT_EQ(renewed.holders, 14u);
    EXPECT_EQ(Right(), 14u);
}

TEST_F(ComparedFragmentsTest, WhoInsistsIsNoHolder)
{
    const std::size_t liars = 5;
    m_world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        const bool lies = std::count(m_holders.begin(), m_holders.begin() + liars, from) > 0;
        if (lies && BodyOf<StoredBody>(message))
        {
            message.body.Write() =
                StoredBody{StoredStatus::kHad, FragmentMark{7, {1, 2, 3, 4, 5, 6, 7}, 99}};
        }
    };
    const PutReport put = m_world.Put(20, m_block);
    EXPECT_EQ(put.wrong, liars);
    EXPECT_GE(put.holders, 14u - liars);
    EXPECT_LE(put.holders, 16u - liars) << "no more than two are known behind them";
    EXPECT_EQ(put.ok, put.holders >= put.enough);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

/// Who does not show what it has is sent the block, and makes a fragment of it.
TEST_F(ComparedFragmentsTest, WhoDoesNotShowWhatItHasIsConvincedToo)
{
    for (const bool isRenewal : {false, true})
    {
        for (const std::size_t i : {2, 5, 6})
        {
            m_world.DiskAt(m_holders[i]).Remove(m_key);
            Plant(m_holders[i]);
        }
        m_world.change = [](std::size_t, std::size_t, StorageMessage& message) {
            auto* const stored = std::get_if<StoredBody>(&message.body.Write());
            if (stored)
            {
                stored->had.reset();
            }
        };
        const PutReport put = isRenewal ? m_world.Renew(20, m_block) : m_world.Put(20, m_block);
        EXPECT_EQ(put.wrong, isRenewal ? 11u : 0u) << "who keeps a right one shows nothing either";
        EXPECT_EQ(put.ok, !isRenewal);
        EXPECT_EQ(Right(), 14u);
    }
}

TEST_F(ComparedFragmentsTest, WhoNeverShowsWhatItHasIsNoHolder)
{
    const std::size_t liars = 9;
    m_world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        const bool lies = std::count(m_holders.begin(), m_holders.begin() + liars, from) > 0;
        if (lies && BodyOf<StoredBody>(message))
        {
            m_world.DiskAt(from).Remove(m_key);
            message.body.Write() = StoredBody{StoredStatus::kHad};
        }
    };
    const PutReport put = m_world.Put(20, m_block);
    EXPECT_EQ(put.wrong, liars);
    EXPECT_LE(put.holders, 16u - liars);
    EXPECT_EQ(put.held.size(), put.holders);
    EXPECT_FALSE(put.ok);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

/// A peer that holds instead of another one is asked as often, and is replaced as well.
TEST_F(ComparedFragmentsTest, WhoReplacesASilentHolderIsTreatedAsIt)
{
    const auto followers = m_world.HoldersOf(m_key, 16);
    for (const bool isSilent : {false, true})
    {
        const Bytes block = m_block;
        std::map<std::size_t, std::size_t> asked;
        std::size_t first = 0;
        m_world.dead = {followers[3]};
        m_world.change = [&](std::size_t, std::size_t to, StorageMessage& message) {
            const bool isBehind = to == followers[14] || to == followers[15];
            if (!isBehind || !BodyOf<StoreBody>(message))
            {
                return;
            }
            first = asked.empty() ? to : first;
            if (to == first && (++asked[to] == 1 || isSilent))
            {
                message.body.Write() = FetchBody{m_key}; // no answer to that is expected
                message.id ^= 1;
            }
        };
        const PutReport put = m_world.Put(20, block);
        EXPECT_EQ(put.holders, 14u);
        EXPECT_EQ(put.silent, isSilent ? 2u : 1u);
        EXPECT_EQ(asked[first], 2u);
        EXPECT_EQ(Instead(put) == first, !isSilent);
        for (const std::size_t place : followers)
        {
            m_world.DiskAt(place).Remove(m_key);
        }
    }
}

/// What is read back after a put is what those have who were counted, wherever they are.
TEST_F(ComparedFragmentsTest, ACheckOfThoseWhoHoldAsksReplacementsToo)
{
    const auto followers = m_world.HoldersOf(m_key, 16);
    m_world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        if (from == followers[3] && BodyOf<StoredBody>(message))
        {
            m_world.DiskAt(from).Remove(m_key);
            message.body.Write() = StoredBody{StoredStatus::kFull};
        }
    };
    const PutReport put = m_world.Put(20, m_block);
    EXPECT_EQ(put.full, 1u);
    ASSERT_EQ(put.held.size(), 14u);
    const std::size_t instead = Instead(put);
    for (const bool isWrong : {false, true})
    {
        if (isWrong)
        {
            m_world.DiskAt(instead).Remove(m_key);
            Plant(instead);
        }
        const FetchReport checked = m_world.Check(20, m_key, put.held);
        EXPECT_TRUE(checked.ok);
        ASSERT_EQ(checked.holders.size(), 14u);
        for (const HolderReport& holder : checked.holders)
        {
            EXPECT_TRUE(holder.holds);
            EXPECT_EQ(holder.isWrong, isWrong && ReadyRing::PlaceOf(holder.endpoint) == instead);
        }
    }
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(ComparedFragmentsTest, ACheckNamesThem)
{
    ASSERT_TRUE(m_world.Put(5, m_block).ok);
    for (const std::size_t i : {1, 8})
    {
        m_world.DiskAt(m_holders[i]).Remove(m_key);
        Plant(m_holders[i]);
    }
    const FetchReport checked = m_world.Check(3, m_key);
    ASSERT_TRUE(checked.ok);
    ASSERT_EQ(checked.holders.size(), 14u);
    for (const HolderReport& holder : checked.holders)
    {
        const std::size_t place = ReadyRing::PlaceOf(holder.endpoint);
        EXPECT_TRUE(holder.holds);
        EXPECT_EQ(holder.isWrong, place == m_holders[1] || place == m_holders[8]);
    }
}

TEST_F(ComparedFragmentsTest, TheMarkIsOfOneFragmentAlone)
{
    const Fragment fragment = RandomFragments(m_block, 1).front();
    const FragmentMark mark = MarkOf(fragment);
    EXPECT_TRUE(IsMarkOf(mark, m_block));
    EXPECT_FALSE(IsMarkOf(mark, RandomBlock(8192, 8)));
    FragmentMark other = mark;
    ++other.digest;
    EXPECT_FALSE(IsMarkOf(other, m_block));
    other = mark;
    other.row[2] ^= 1;
    EXPECT_FALSE(IsMarkOf(other, m_block));
    Bytes longer = m_block;
    longer.pop_back();
    EXPECT_FALSE(IsMarkOf(mark, longer));
}

} // namespace
} // namespace dht::test
