/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-assembler.h"
#include "random-block.h"

#include <chrono>
#include <gtest/gtest.h>
#include <random>

namespace dht
{
namespace
{

using test::Holder;
using test::RandomBlock;
using test::RandomFragments;
using test::SystematicFragments;
using State = BlockAssembler::State;

/// @param holders Numbers. @return Their endpoints.
std::vector<Endpoint>
Holders(const std::vector<std::size_t>& holders)
{
    std::vector<Endpoint> endpoints;
    for (const std::size_t number : holders)
    {
        endpoints.push_back(Holder(number));
    }
    return endpoints;
}

/// Fragments, from the holders of their numbers, until it has ended.
State
AddAll(BlockAssembler& assembler, const std::vector<Fragment>& fragments)
{
    for (std::size_t i = 0; i < fragments.size() && assembler.GetState() == State::kNeedMore; ++i)
    {
        assembler.Add(Holder(i), fragments[i]);
    }
    return assembler.GetState();
}

TEST(BlockAssemblerTest, SaysHowManyAreMissing)
{
    const Bytes block = RandomBlock(8192, 1);
    const auto fragments = SystematicFragments(block, 14);
    BlockAssembler assembler(BlockKey(block));
    for (std::size_t i = 0; i < 7; ++i)
    {
        EXPECT_EQ(assembler.MoreNeeded(), 7 - i);
        EXPECT_EQ(assembler.GetState(), State::kNeedMore);
        assembler.Add(Holder(i), fragments[13 - i]);
    }
    EXPECT_EQ(assembler.GetState(), State::kDone);
    EXPECT_EQ(assembler.MoreNeeded(), 0u);
    EXPECT_EQ(assembler.Block(), block);
    EXPECT_EQ(assembler.SetsTried(), 1u);
    EXPECT_TRUE(assembler.Liars().empty());
}

TEST(BlockAssemblerTest, BlocksOfEverySizeAreFound)
{
    for (const std::size_t size : {0, 1, 1210, 1211, 8191, 8192})
    {
        const Bytes block = RandomBlock(size, 1);
        BlockAssembler assembler(BlockKey(block));
        EXPECT_EQ(AddAll(assembler, RandomFragments(block, 9)), State::kDone) << size;
        EXPECT_EQ(assembler.Block(), block) << size;
    }
}

TEST(BlockAssemblerTest, OneHolderCountsOnce)
{
    const Bytes block = RandomBlock(8192, 1);
    const auto fragments = SystematicFragments(block, 14);
    BlockAssembler assembler(BlockKey(block));
    for (const Fragment& fragment : fragments)
    {
        EXPECT_EQ(assembler.Add(Holder(0), fragment), State::kNeedMore);
    }
    EXPECT_EQ(assembler.MoreNeeded(), 6u);
}

/// The same fragment from everybody, or sums of two, do not help.
TEST(BlockAssemblerTest, DependentFragmentsCostOthersAndNobodyIsALiar)
{
    const Bytes block = RandomBlock(8192, 1);
    std::vector<FragmentRow> rows{CauchyRow(7, 0), CauchyRow(7, 0), {1, 1}, CauchyRow(7, 1)};
    for (std::size_t i = 2; i < 7; ++i)
    {
        rows.push_back(CauchyRow(7, i));
    }
    const auto fragments = MakeFragments(block, 7, rows, FromSeconds(1));
    BlockAssembler assembler(BlockKey(block));
    EXPECT_EQ(AddAll(assembler, {fragments.begin(), fragments.end() - 1}), State::kNeedMore);
    EXPECT_EQ(assembler.MoreNeeded(), 1u);
    EXPECT_EQ(assembler.Add(Holder(20), fragments.back()), State::kDone);
    EXPECT_EQ(assembler.Block(), block);
    EXPECT_TRUE(assembler.Liars().empty());
}

class BlockAssemblerFlipTest : public testing::TestWithParam<std::size_t>
{
};

/// Any bit of any fragment is flipped, of its bytes and of its row.
TEST_P(BlockAssemblerFlipTest, AFlippedBitCostsAnotherFragmentAndItsHolderIsNamed)
{
    const Bytes block = RandomBlock(GetParam(), 1);
    const auto fragments = RandomFragments(block, 14);
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i)
    {
        const std::size_t liar = random() % fragments.front().needed;
        auto sent = fragments;
        Fragment& wrong = sent[liar];
        const std::size_t bit = random() % (8 * (wrong.bytes.size() + wrong.needed));
        std::uint8_t& byte = bit / 8 < wrong.bytes.size() ? wrong.bytes[bit / 8]
                                                          : wrong.row[bit / 8 - wrong.bytes.size()];
        byte ^= static_cast<std::uint8_t>(1U << bit % 8);
        BlockAssembler assembler(BlockKey(block));
        ASSERT_EQ(AddAll(assembler, sent), State::kDone);
        ASSERT_EQ(assembler.Block(), block);
        ASSERT_EQ(assembler.Liars(), Holders({liar})) << bit;
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes,
                         BlockAssemblerFlipTest,
                         testing::Values(1, 1210, 1211, 5000, 8191, 8192));

TEST(BlockAssemblerTest, WhoIsWrongInThePaddingOnlyIsNamed)
{
    const Bytes block = RandomBlock(1211, 1);
    auto fragments = SystematicFragments(block, 2);
    ASSERT_EQ(fragments[1].needed * fragments[1].bytes.size(), block.size() + 1);
    fragments[1].bytes.back() ^= 1;
    BlockAssembler assembler(BlockKey(block));
    EXPECT_EQ(AddAll(assembler, fragments), State::kDone);
    EXPECT_EQ(assembler.Block(), block);
    EXPECT_EQ(assembler.Liars(), Holders({1}));
}

TEST(BlockAssemblerTest, SevenLiarsOfFourteenAreNamed)
{
    const Bytes block = RandomBlock(8192, 1);
    auto fragments = SystematicFragments(block, 14);
    for (const std::size_t liar : {0, 2, 3, 5, 8, 9, 11})
    {
        fragments[liar].bytes = RandomBlock(1171, static_cast<unsigned>(liar));
    }
    BlockAssembler assembler(BlockKey(block));
    EXPECT_EQ(AddAll(assembler, fragments), State::kDone);
    EXPECT_EQ(assembler.Block(), block);
    EXPECT_EQ(assembler.Liars(), Holders({0, 2, 3, 5, 8, 9, 11}));
}

/// They agree on another block.
TEST(BlockAssemblerTest, LiarsWhoAgreeAreNotBelieved)
{
    const Bytes block = RandomBlock(8192, 1);
    const auto right = RandomFragments(block, 14);
    const auto wrong = RandomFragments(RandomBlock(8192, 2), 14);
    BlockAssembler assembler(BlockKey(block));
    for (std::size_t i = 0; i < 7; ++i)
    {
        EXPECT_EQ(assembler.Add(Holder(i), wrong[i]), State::kNeedMore);
    }
    EXPECT_TRUE(assembler.Liars().empty()); // nobody can know yet
    for (std::size_t i = 7; i < 13; ++i)
    {
        EXPECT_EQ(assembler.Add(Holder(i), right[i]), State::kNeedMore);
    }
    EXPECT_EQ(assembler.Add(Holder(13), right[13]), State::kDone);
    EXPECT_EQ(assembler.Block(), block);
    EXPECT_EQ(assembler.Liars(), Holders({0, 1, 2, 3, 4, 5, 6}));
}

TEST(BlockAssemblerTest, FragmentsThatNeedOthersThanTheseMayBeMixed)
{
    const Bytes block = RandomBlock(2000, 1);
    std::vector<FragmentRow> rows;
    for (std::size_t i = 0; i < 5; ++i)
    {
        rows.push_back(CauchyRow(5, i));
    }
    const auto five = MakeFragments(block, 5, rows, FromSeconds(1));
    const auto two = SystematicFragments(block, 2);
    BlockAssembler assembler(BlockKey(block));
    for (std::size_t i = 0; i < 4; ++i)
    {
        EXPECT_EQ(assembler.Add(Holder(i), five[i]), State::kNeedMore);
    }
    EXPECT_EQ(assembler.Add(Holder(5), two[0]), State::kNeedMore);
    EXPECT_EQ(assembler.Add(Holder(6), two[1]), State::kDone);
    EXPECT_EQ(assembler.Block(), block);
    EXPECT_TRUE(assembler.Liars().empty());
}

TEST(BlockAssemblerTest, WhatIsNotWellFormedIsALieAtOnce)
{
    const Bytes block = RandomBlock(8192, 1);
    const Fragment right = SystematicFragments(block, 1).front();
    std::vector<Fragment> wrong(9, right);
    wrong[0].needed = 0;
    wrong[1].needed = 8;
    wrong[2].blockSize = 8193;
    wrong[3].bytes.pop_back();
    wrong[4].bytes.push_back(0);
    wrong[5].row = {};
    wrong[6].status = FragmentStatus::kNotHere;
    wrong[7].needed = 6;
    wrong[8].left = Time(-1);
    BlockAssembler assembler(BlockKey(block));
    for (std::size_t i = 0; i < wrong.size(); ++i)
    {
        EXPECT_FALSE(IsWellFormed(wrong[i])) << i;
        assembler.Add(Holder(i), wrong[i]);
        EXPECT_EQ(assembler.Liars().size(), i + 1);
    }
    EXPECT_EQ(assembler.SetsTried(), 0u);
    EXPECT_EQ(assembler.MoreNeeded(), 7u);
    EXPECT_TRUE(IsWellFormed(right));
}

/// One who claims more than all others makes the block need no more.
TEST(BlockAssemblerTest, SaysHowManyItNeedsAsMostSayWhoMayBeRight)
{
    const auto wrong = SystematicFragments(RandomBlock(8192, 2), 7);
    const auto pairs = RandomFragments(RandomBlock(2000, 2), 4);
    const Fragment replica = RandomFragments(RandomBlock(1000, 2), 1).front();
    ASSERT_EQ(pairs.front().needed, 2u);
    BlockAssembler assembler(Key(1));
    EXPECT_EQ(assembler.Needed(), 0u);
    std::size_t holder = 0;
    const auto add = [&](const Fragment& fragment) {
        EXPECT_EQ(assembler.Add(Holder(holder++), fragment), State::kNeedMore);
        return assembler.Needed();
    };
    EXPECT_EQ(add(replica), 1u) << "nobody else says anything";
    EXPECT_EQ(add(replica), 1u);
    EXPECT_EQ(add(wrong[0]), 7u) << "replicas were found to be wrong";
    EXPECT_EQ(add(pairs[0]), 7u);
    for (std::size_t i = 1; i < 4; ++i)
    {
        EXPECT_EQ(add(pairs[i]), 2u);
    }
}

TEST(BlockAssemblerTest, AWrongReplicaIsALieAtOnce)
{
    const Bytes block = RandomBlock(1000, 1);
    const Fragment right = RandomFragments(block, 1).front();
    Fragment wrong = right;
    wrong.bytes[5] ^= 1;
    BlockAssembler assembler(BlockKey(block));
    EXPECT_EQ(assembler.Add(Holder(3), wrong), State::kNeedMore);
    EXPECT_EQ(assembler.Liars(), Holders({3}));
    EXPECT_EQ(assembler.Add(Holder(4), right), State::kDone);
    EXPECT_EQ(assembler.Liars(), Holders({3}));
    // and so is one that comes late
    EXPECT_EQ(assembler.Add(Holder(5), wrong), State::kDone);
    EXPECT_EQ(assembler.Liars(), Holders({3, 5}));
}

TEST(BlockAssemblerTest, ItsWorkIsBounded)
{
    const auto rubbish = RandomFragments(RandomBlock(8192, 2), 80);
    BlockAssembler assembler(Key(1));
    EXPECT_EQ(AddAll(assembler, rubbish), State::kGivenUp);
    EXPECT_LE(assembler.SetsTried(), 3432u);
    EXPECT_GE(assembler.SetsTried(), 3400u);
    EXPECT_EQ(assembler.MoreNeeded(), 0u);
    EXPECT_EQ(assembler.Add(Holder(90), rubbish.front()), State::kGivenUp);

    BlockAssembler crowd(Key(1));
    Fragment none;
    none.status = FragmentStatus::kNotHere;
    EXPECT_EQ(AddAll(crowd, std::vector<Fragment>(64, none)), State::kNeedMore);
    EXPECT_EQ(crowd.Add(Holder(64), none), State::kGivenUp);
}

} // namespace
} // namespace dht
