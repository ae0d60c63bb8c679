/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "repairing-ring.h"

#include <algorithm>
#include <gtest/gtest.h>

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
        ASSERT_EQ(m_world.StoreOf(holder).Put(m_world.Now(), m_key, other), StoreAnswer::kStored);
    }

    /// @return How many of the first holders have a right fragment.
    std::size_t Right()
    {
        return static_cast<std::size_t>(
            std::count_if(m_holders.begin(), m_holders.end(), [&](std::size_t holder) {
                const auto fragment = m_world.StoreOf(holder).Get(m_world.Now(), m_key);
                return fragment && IsFragmentOf(*fragment, m_block);
            }));
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
    EXPECT_EQ(m_world.Totals().disproved, 14u);
    EXPECT_EQ(m_world.Get(1, m_key).block, m_block);
    EXPECT_TRUE(m_world.IdentitiesHold());
    // what is made instead is no longer than others
    const auto made = m_world.StoreOf(m_holders[0]).Get(m_world.Now(), m_key);
    EXPECT_EQ(made->needed, 7u);
}

TEST_F(ComparedFragmentsTest, ARenewalConvincesToo)
{
    ASSERT_TRUE(m_world.Put(5, m_block).ok);
    for (const std::size_t i : {2, 5, 6})
    {
        m_world.StoreOf(m_holders[i]).Remove(m_key);
        Plant(m_holders[i]);
    }
    m_world.StoreOf(m_holders[9]).Decay(m_key, [](Fragment& f) { f.bytes[9] ^= 1; });
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

TEST_F(ComparedFragmentsTest, ACheckNamesThem)
{
    ASSERT_TRUE(m_world.Put(5, m_block).ok);
    for (const std::size_t i : {1, 8})
    {
        m_world.StoreOf(m_holders[i]).Remove(m_key);
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
