/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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
    held.Set(7, 5, 64);
    held.Set(8, 2, 256);
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), LinkIndex{8});
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), std::nullopt);
    held.Set(7, 6, 64);
    EXPECT_EQ(held.TakeNext(kNobodyQuiet), LinkIndex{7});
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
