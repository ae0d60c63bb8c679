/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-code.h"
#include "random-block.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace dht
{
namespace
{

using test::Holder;
using test::RandomBlock;
using test::RandomFragments;
using test::SystematicFragments;

/// All sets of some numbers, one after the other.
class Sets
{
  public:
    /// @param of From how many. @param size Numbers of a set.
    Sets(std::size_t of, std::size_t size)
        : m_chosen(of)
    {
        std::fill_n(m_chosen.begin(), size, true);
    }

    /// @return The set.
    std::vector<std::size_t> Get() const
    {
        std::vector<std::size_t> set;
        for (std::size_t i = 0; i < m_chosen.size(); ++i)
        {
            if (m_chosen[i])
            {
                set.push_back(i);
            }
        }
        return set;
    }

    /// Go on. @return Whether there is a next one.
    bool Next()
    {
        return std::prev_permutation(m_chosen.begin(), m_chosen.end());
    }

  private:
    std::vector<bool> m_chosen; ///< Which are in it.
};

/// @param fragments Of a block. @param set Which of them. @return What they give.
std::optional<DecodedBlock>
DecodeSet(const std::vector<Fragment>& fragments, const std::vector<std::size_t>& set)
{
    std::vector<CodedStripe> stripes;
    for (const std::size_t i : set)
    {
        stripes.push_back({fragments[i].row, &fragments[i].bytes});
    }
    return DecodeBlock(fragments.front().blockSize, stripes);
}

/// What came of all sets.
struct SetCount
{
    std::size_t sets{0};      ///< How many there are.
    std::size_t right{0};     ///< Those that gave the block.
    std::size_t dependent{0}; ///< Those that gave nothing.
};

/// @param block A block. @param fragments The block's. @param outcome Is added to.
void
TryAllSets(const Bytes& block, const std::vector<Fragment>& fragments, SetCount& outcome)
{
    Sets sets(fragments.size(), fragments.front().needed);
    do
    {
        const auto decoded = DecodeSet(fragments, sets.Get());
        ++outcome.sets;
        outcome.right += decoded && decoded->bytes == block && decoded->isPaddingRight;
        outcome.dependent += !decoded;
    } while (sets.Next());
}

TEST(BlockCodeTest, SoManyAreNeededThatEachGoesIntoAPacket)
{
    const std::vector<std::pair<std::size_t, std::size_t>> expected{{0, 1},
                                                                    {1, 1},
                                                                    {1210, 1},
                                                                    {1211, 2},
                                                                    {2420, 2},
                                                                    {2421, 3},
                                                                    {7260, 6},
                                                                    {7261, 7},
                                                                    {8192, 7}};
    for (const auto& [size, needed] : expected)
    {
        EXPECT_EQ(FragmentsNeeded(size), needed) << size;
    }
    for (std::size_t size = 0; size <= kMostBlockBytes; ++size)
    {
        const std::size_t needed = FragmentsNeeded(size);
        ASSERT_LE(FragmentSize(size, needed), kPacketFragmentBytes) << size;
        ASSERT_GE(needed * FragmentSize(size, needed), size);
        ASSERT_LT(needed * FragmentSize(size, needed), size + needed);
    }
    EXPECT_EQ(FragmentSize(8192, 7), 1171u);
}

/// @param make Makes 14 fragments of a block. @return What came of all sets, for three blocks.
SetCount
SetsOfThreeBlocks(std::vector<Fragment> (*make)(const Bytes& block))
{
    SetCount outcome;
    for (const unsigned seed : {1, 2, 3})
    {
        const Bytes block = RandomBlock(8192, seed);
        TryAllSets(block, make(block), outcome);
    }
    EXPECT_EQ(outcome.sets, 3 * 3432u);
    EXPECT_EQ(outcome.right + outcome.dependent, outcome.sets);
    return outcome;
}

TEST(BlockCodeTest, AllSetsOfTheSystematicCodeGiveTheBlock)
{
    const SetCount outcome =
        SetsOfThreeBlocks([](const Bytes& block) { return SystematicFragments(block, 14); });
    EXPECT_EQ(outcome.dependent, 0u);
}

TEST(BlockCodeTest, AlmostAllSetsOfRandomRowsGiveTheBlockAndNoneAWrongOne)
{
    const SetCount outcome =
        SetsOfThreeBlocks([](const Bytes& block) { return RandomFragments(block, 14); });
    RecordProperty("dependent", static_cast<int>(outcome.dependent));
    // 0.39 % in the mean, but sets of one block have rows in common, and are dependent together
    EXPECT_LT(outcome.dependent, outcome.sets / 50);
    EXPECT_GT(outcome.dependent, 0u);
}

/// By the theory, 1 - (1 - 1/256) (1 - 1/256^2) ... = 0.39 % of them are.
TEST(BlockCodeTest, SevenRandomRowsAreDependentAsOftenAsChanceHasIt)
{
    const Key key = HashKey("a block");
    std::size_t dependent = 0;
    constexpr std::size_t kTries = 100000;
    for (std::size_t i = 0; i < kTries; ++i)
    {
        std::vector<FragmentRow> rows;
        for (std::size_t holder = 0; holder < 7; ++holder)
        {
            rows.push_back(RandomRow(7, key, Holder(holder), Time(i)));
        }
        dependent += IndependentRows(7, rows) < 7;
    }
    // 392 expected; four standard deviations
    EXPECT_NEAR(static_cast<double>(dependent) / kTries, 0.0039, 0.0008);
}

TEST(BlockCodeTest, EverySizeSurvives)
{
    for (const std::size_t size : {0, 1, 2, 6, 7, 8, 1209, 1210, 1211, 2421, 7261, 8191, 8192})
    {
        const Bytes block = RandomBlock(size, static_cast<unsigned>(size));
        SetCount outcome;
        TryAllSets(block, SystematicFragments(block, 9), outcome);
        EXPECT_EQ(outcome.right, outcome.sets) << size;
        EXPECT_GE(outcome.sets, 9u);
    }
}

TEST(BlockCodeTest, AnyNumberOfFragmentsMayBeNeeded)
{
    for (std::size_t needed = 1; needed <= kMostNeeded; ++needed)
    {
        const Bytes block = RandomBlock(1000, static_cast<unsigned>(needed));
        std::vector<FragmentRow> rows;
        for (std::size_t i = 0; i < 2 * needed; ++i)
        {
            rows.push_back(CauchyRow(needed, i));
        }
        SetCount outcome;
        TryAllSets(block, MakeFragments(block, needed, rows, FromSeconds(1)), outcome);
        EXPECT_EQ(outcome.right, outcome.sets) << needed;
    }
}

TEST(BlockCodeTest, TheFirstSystematicFragmentsAreTheBlock)
{
    const Bytes block = RandomBlock(8190, 1);
    const auto fragments = SystematicFragments(block, 14);
    Bytes together;
    for (std::size_t i = 0; i < 7; ++i)
    {
        together.insert(together.end(), fragments[i].bytes.begin(), fragments[i].bytes.end());
    }
    EXPECT_EQ(together, block);
}

TEST(BlockCodeTest, AllSystematicRowsAreRows)
{
    for (std::size_t needed = 1; needed <= kMostNeeded; ++needed)
    {
        for (std::size_t i = 0; i < kCauchyRows; ++i)
        {
            EXPECT_TRUE(IsRow(needed, CauchyRow(needed, i))) << needed << " " << i;
        }
    }
}

TEST(BlockCodeTest, ReplicasAreTheBlock)
{
    const Bytes block = RandomBlock(1210, 1);
    for (const auto& fragments : {SystematicFragments(block, 14), RandomFragments(block, 14)})
    {
        for (const Fragment& fragment : fragments)
        {
            EXPECT_EQ(fragment.needed, 1u);
            EXPECT_EQ(fragment.bytes, block);
        }
    }
}

TEST(BlockCodeTest, NobodyDrawsTheSameRow)
{
    const Key key = HashKey("a block");
    const FragmentRow row = RandomRow(7, key, Holder(1), FromSeconds(1));
    EXPECT_EQ(RandomRow(7, key, Holder(1), FromSeconds(1)), row);
    EXPECT_NE(RandomRow(7, HashKey("another"), Holder(1), FromSeconds(1)), row);
    EXPECT_NE(RandomRow(7, key, Holder(2), FromSeconds(1)), row);
    EXPECT_NE(RandomRow(7, key, Holder(1), FromSeconds(2)), row);
}

TEST(BlockCodeTest, RowsAreOfTheirLength)
{
    for (std::size_t needed = 1; needed <= kMostNeeded; ++needed)
    {
        EXPECT_TRUE(IsRow(needed, RandomRow(needed, Key(1), Holder(1), Time(0)))) << needed;
        EXPECT_FALSE(IsRow(needed, {}));
    }
    EXPECT_FALSE(IsRow(1, {2}));
    EXPECT_FALSE(IsRow(1, {1, 1}));
    EXPECT_FALSE(IsRow(3, {1, 2, 3, 4}));
    EXPECT_FALSE(IsRow(3, {0, 0, 0, 4}));
    EXPECT_TRUE(IsRow(3, {0, 0, 3}));
}

TEST(BlockCodeTest, IndependentRowsAreCounted)
{
    EXPECT_EQ(IndependentRows(3, {}), 0u);
    EXPECT_EQ(IndependentRows(3, {{1, 2, 3}, {1, 2, 3}}), 1u);
    // the third is the sum of the others
    EXPECT_EQ(IndependentRows(3, {{1, 2, 3}, {4, 5, 6}, {5, 7, 5}}), 2u);
    EXPECT_EQ(IndependentRows(3, {{0, 0, 3}, {0, 5, 6}, {5, 7, 5}, {1, 1, 1}}), 3u);
    EXPECT_EQ(IndependentRows(3, {{0, 0, 3}, {0, 0, 7}, {5, 0, 5}}), 2u);
}

} // namespace
} // namespace dht
