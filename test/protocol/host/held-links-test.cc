/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-held-frames.h"
#include "dht-held-links.h"

#include <gtest/gtest.h>
#include <map>

namespace dht
{
namespace
{

const HeldLinks::IsQuiet kNobodyQuiet = [](LinkIndex) { return false; };
const HeldLinks::IsQuiet kAllQuiet = [](LinkIndex) { return true; };

TEST(HeldLinksTest, NothingIsHeldUnlessABatchIsAskedFor)
{
    EXPECT_FALSE(HeldLinks({0, 100}).IsOn());
    EXPECT_TRUE(HeldLinks({1, 0}).IsOn());
}

TEST(HeldLinksTest, ABatchHasATurnAndLessHasNone)
{
    HeldLinks held({2, 0});
    held.Set(7, 1);
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), std::nullopt);
    EXPECT_FALSE(held.IsEmpty());
    held.Set(7, 2);
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), LinkIndex{7});
    EXPECT_TRUE(held.IsEmpty());
    EXPECT_EQ(held.TakeNext(kAllQuiet), std::nullopt);
}

TEST(HeldLinksTest, ShortRequestsMakeABatchOfAsManyBytes)
{
    const LeastBatch batch{2, 192};
    EXPECT_EQ(batch.Of(0), 2u);
    EXPECT_EQ(batch.Of(1400), 2u);
    EXPECT_EQ(batch.Of(192), 2u);
    EXPECT_EQ(batch.Of(191), 3u);
    EXPECT_EQ(batch.Of(128), 3u);
    EXPECT_EQ(batch.Of(127), 4u);
    EXPECT_EQ(batch.Of(64), 6u);
    EXPECT_EQ((LeastBatch{0, 192}.Of(64)), 0u);
    HeldLinks held(batch);
    held.Set(7, 5, 5 * 64);
    held.Set(8, 2, 2 * 256);
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), LinkIndex{8});
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), std::nullopt);
    held.Set(7, 6, 6 * 64);
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), LinkIndex{7});
}

TEST(HeldLinksTest, OneMoreRequestTakesNoTurnAway)
{
    HeldLinks held({2, 192});
    held.Set(7, 2, 600 + 600);
    held.Set(7, 3, 600 + 600 + 46);
    held.Set(8, 1, 46);
    held.Set(8, 2, 46 + 600);
    held.Set(9, 2, 46 + 46);
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), LinkIndex{7});
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), LinkIndex{8});
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), std::nullopt);
}

/// A full segment of 1448 bytes leaves at once, and less than that waits.
TEST(HeldLinksTest, NoMoreBytesAreAskedOfABatchThanMayWait)
{
    for (const LeastBatch& batch : {LeastBatch{8, 192}, LeastBatch{2, 65535}, LeastBatch{4, 724}})
    {
        for (std::uint32_t size = 46; size <= 724; ++size)
        {
            const std::uint32_t many = batch.Of(size);
            ASSERT_TRUE(many == batch.requests || many * size < 1448) << size;
            ASSERT_TRUE(batch.IsMadeBy(many, many * size)) << size;
            ASSERT_FALSE(batch.IsMadeBy(many - 1, (many - 1) * size)) << size;
        }
    }
    EXPECT_EQ((LeastBatch{8, 192}.Of(64)), 12u);
    EXPECT_EQ((LeastBatch{2, 65535}.Of(46)), 16u);
    EXPECT_EQ((LeastBatch{255, 65535}.Of(46)), 255u);
}

TEST(HeldFramesTest, AFrameCountsAsAWholeUntilTcpHasAllOfIt)
{
    HeldFrames frames;
    for (const std::size_t size : {100, 100, 46})
    {
        frames.Add(size);
    }
    frames.Take(150);
    EXPECT_EQ(frames.Count(), 2u);
    EXPECT_EQ(frames.Bytes(), 146u);
    frames.Take(50);
    EXPECT_EQ(frames.Count(), 1u);
    EXPECT_EQ(frames.Bytes(), 46u);
    frames.Take(46);
    EXPECT_EQ(frames.Count(), 0u);
    EXPECT_EQ(frames.Bytes(), 0u);
}

TEST(HeldLinksTest, OneRequestCrossesOnAQuietLink)
{
    HeldLinks held({2, 0});
    held.Set(3, 1);
    held.Set(4, 1);
    EXPECT_EQ(held.TakeNext([](LinkIndex link) { return link == 4; }), LinkIndex{4});
    EXPECT_FALSE(held.IsEmpty());
}

TEST(HeldLinksTest, WhoHasWaitedLongestGoesFirstHoweverMuchTheOthersHave)
{
    HeldLinks held({2, 0});
    held.Set(5, 2);
    held.Set(1, 2);
    held.Set(1, 50);
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), LinkIndex{5});
    held.Set(5, 90);
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), LinkIndex{1});
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), LinkIndex{5});
}

TEST(HeldLinksTest, ALinkThatHasNothingLeftWaitsNoLonger)
{
    HeldLinks held({2, 0});
    held.Set(5, 9);
    held.Set(5, 0);
    held.Set(6, 0);
    EXPECT_TRUE(held.IsEmpty());
}

TEST(HeldLinksTest, NoLinkStarvesBesideBusyOnes)
{
    HeldLinks held({2, 0});
    held.Set(0, 2);
    std::map<LinkIndex, int> turns;
    for (int turn = 0; turn < 300; ++turn)
    {
        // the others have more again as soon as they had their turn
        held.Set(1, 1000);
        held.Set(2, 1000);
        held.Set(0, 2);
        ++turns[held.TakeNext(kNobodyQuiet).value()];
    }
    EXPECT_EQ(turns[0], 100);
    EXPECT_EQ(turns[1], 100);
    EXPECT_EQ(turns[2], 100);
}

} // namespace
} // namespace dht
