/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-buffer-shares.h"

#include <gtest/gtest.h>

/// How much of a relay buffer each source takes.

namespace dht
{
namespace
{

constexpr Time kBufferBegin = FromSeconds(1);
constexpr std::size_t kBytes = 100;

class BufferSharesTest : public testing::Test
{
  protected:
    /// Queue messages. @param from Where the messages come from. @param count How many. @return Its
    /// number.
    std::uint32_t Add(BufferShares::Source from, int count)
    {
        const std::uint32_t number = shares.NumberOf(kBufferBegin, from);
        for (int i = 0; i < count; ++i)
        {
            shares.Add(number, kBytes);
        }
        return number;
    }

    BufferShares shares;
};

TEST_F(BufferSharesTest, ASourceKeepsItsNumberAsLongAsAnythingOfItIsQueued)
{
    const std::uint32_t own = Add(std::nullopt, 1);
    const std::uint32_t seven = Add(7, 2);
    EXPECT_NE(own, seven);
    EXPECT_EQ(shares.NumberOf(kBufferBegin, 7), seven);
    EXPECT_EQ(shares.NumberOf(kBufferBegin, std::nullopt), own);
    shares.Remove(own, kBytes);
    EXPECT_EQ(shares.NumberOf(kBufferBegin, 8), own); // it is free
}

TEST_F(BufferSharesTest, SourcesBeyondTheLastNumberCountAsOne)
{
    for (ConnectionId from = 0; from < BufferShares::kMostSources + 10; ++from)
    {
        EXPECT_LT(Add(from, 1), BufferShares::kMostSources);
    }
}

TEST_F(BufferSharesTest, NobodyIsGreedyWithHalfOfTheBuffer)
{
    Add(1, 5);
    Add(2, 3);
    const std::uint32_t third = Add(3, 2);
    EXPECT_EQ(shares.Greediest(kBufferBegin, third, kBytes), std::nullopt);
}

TEST_F(BufferSharesTest, WhoHasMoreGivesWay)
{
    const std::uint32_t greedy = Add(1, 6);
    Add(2, 2);
    const std::uint32_t third = Add(3, 2);
    EXPECT_EQ(shares.Greediest(kBufferBegin, third, kBytes), greedy);
    EXPECT_EQ(shares.Greediest(kBufferBegin, greedy, kBytes),
              std::nullopt); // its own newcomer goes
    EXPECT_EQ(shares.Greediest(kBufferBegin, third, 5 * kBytes),
              std::nullopt); // that would take more
}

TEST_F(BufferSharesTest, OfTwoSourcesOneMayHaveHalfAndMore)
{
    Add(1, 6);
    const std::uint32_t second = Add(2, 4);
    EXPECT_EQ(shares.Greediest(kBufferBegin, second, kBytes), std::nullopt);
    const std::uint32_t greedy = Add(1, 3);
    EXPECT_EQ(shares.Greediest(kBufferBegin, second, kBytes), greedy);
}

TEST_F(BufferSharesTest, TheGreedyTakeNoMoreThanAnEqualShareForAWhile)
{
    const std::uint32_t greedy = Add(1, 6);
    Add(2, 2);
    const std::uint32_t third = Add(3, 2);
    EXPECT_TRUE(shares.Admits(kBufferBegin, greedy, kBytes)); // nobody has looked yet
    EXPECT_TRUE(shares.Greediest(kBufferBegin, third, kBytes));
    EXPECT_FALSE(shares.Admits(kBufferBegin, greedy, kBytes));
    EXPECT_TRUE(shares.Admits(kBufferBegin, third, kBytes));
    for (int i = 0; i < 6; ++i)
    {
        shares.Remove(greedy, kBytes);
    }
    // it is known although nothing of it is queued, and what is short may come
    EXPECT_EQ(shares.NumberOf(kBufferBegin, 1), greedy);
    EXPECT_TRUE(shares.Admits(kBufferBegin, greedy, kBytes));
    EXPECT_FALSE(
        shares.Admits(kBufferBegin + FromSeconds(4), greedy, 4 * kBytes)); // it tries again
    EXPECT_FALSE(shares.Admits(kBufferBegin + FromSeconds(8), greedy, 4 * kBytes));
    EXPECT_TRUE(
        shares.Admits(kBufferBegin + FromSeconds(14), greedy, 4 * kBytes)); // it has stopped
}

} // namespace
} // namespace dht
