/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-atlas.h"

#include <gtest/gtest.h>

/// What a peer has heard of its ring, and who vouches for whom.

namespace dht
{
namespace
{

constexpr Time kNow = FromSeconds(100);

/// @param place Where. @return A peer that says it is there.
RingNode
At(std::uint32_t place)
{
    return {Endpoint::Ipv4(0x0a000001 + place, 7000), Key(place)};
}

TEST(AtlasTest, NobodyVouchesForHimself)
{
    Atlas atlas;
    atlas.Hear(kNow, At(10));
    EXPECT_FALSE(atlas.IsVouched(kNow, At(10), Key(15)));
    atlas.Vouch(kNow, At(10), At(20));
    EXPECT_TRUE(atlas.IsVouched(kNow, At(10), Key(10)));
    EXPECT_TRUE(atlas.IsVouched(kNow, At(10), Key(19)));
    EXPECT_FALSE(atlas.IsVouched(kNow, At(10), Key(20)));
    EXPECT_FALSE(atlas.IsVouched(kNow, At(10), Key(9)));
    EXPECT_FALSE(atlas.IsVouched(kNow, At(20), Key(25))) << "it has only spoken";
}

TEST(AtlasTest, AWordCountsForTwoMinutesAndAsLongAsItsSpeakerIsThere)
{
    Atlas atlas;
    atlas.Vouch(kNow, At(10), At(20));
    EXPECT_TRUE(atlas.IsVouched(kNow + FromSeconds(119), At(10), Key(15)));
    EXPECT_FALSE(atlas.IsVouched(kNow + FromSeconds(120), At(10), Key(15)));
    atlas.Vouch(kNow, At(10), At(20));
    atlas.Forget(At(20).endpoint);
    EXPECT_FALSE(atlas.IsVouched(kNow, At(10), Key(15)));
}

TEST(AtlasTest, WhoAnswersFromWithinAnArcEndsIt)
{
    Atlas atlas;
    atlas.Vouch(kNow, At(10), At(40));
    EXPECT_TRUE(atlas.IsVouched(kNow, At(10), Key(15)));
    atlas.Hear(kNow, At(30));
    EXPECT_FALSE(atlas.IsVouched(kNow, At(10), Key(35)));
    atlas.Vouch(kNow, At(10), At(30));
    EXPECT_TRUE(atlas.IsVouched(kNow, At(10), Key(15)));
    EXPECT_FALSE(atlas.IsVouched(kNow, At(10), Key(35)));
}

TEST(AtlasTest, OnlyWhoHasAnsweredIsBetween)
{
    Atlas atlas;
    atlas.Vouch(kNow, At(30), At(40)); // 30 is named, and no more
    EXPECT_FALSE(atlas.LastBetween(kNow, Key(10), Key(50), Atlas::kFresh));
    atlas.Hear(kNow, At(20));
    atlas.Hear(kNow, At(30));
    atlas.Hear(kNow, At(50));
    EXPECT_EQ(atlas.LastBetween(kNow, Key(10), Key(50), Atlas::kFresh), At(30));
    EXPECT_EQ(atlas.FirstBetween(kNow, Key(10), Key(50), Atlas::kFresh, 1), RingNodes{At(20)});
    EXPECT_FALSE(atlas.LastBetween(kNow, Key(30), Key(50), Atlas::kFresh));
    EXPECT_EQ(atlas.LastBetween(kNow, Key(40), Key(40), Atlas::kFresh), At(30)) << "all the way";
    const Time later = kNow + Atlas::kFresh + FromSeconds(1);
    EXPECT_FALSE(atlas.LastBetween(later, Key(10), Key(50), Atlas::kFresh));
    EXPECT_TRUE(atlas.LastBetween(later, Key(10), Key(50), Atlas::kLately));
    EXPECT_EQ(atlas.NearestTo(Key(45), 2), (RingNodes{At(30), At(20)}));
}

TEST(AtlasTest, WhoIsHeardOfAgainAfterALongTimeBeginsAnew)
{
    Atlas atlas;
    EXPECT_FALSE(atlas.Since(At(20).endpoint));
    atlas.Hear(kNow, At(20));
    atlas.Hear(kNow + FromSeconds(100), At(20));
    EXPECT_EQ(atlas.Since(At(20).endpoint), kNow);
    atlas.Hear(kNow + FromSeconds(300), At(20));
    EXPECT_EQ(atlas.Since(At(20).endpoint), kNow + FromSeconds(300));
}

TEST(AtlasTest, ItForgetsWhomItHasNotHeardOfForLongest)
{
    Atlas atlas;
    for (std::uint32_t place = 0; place < 10 * Atlas::kMostNodes; ++place)
    {
        atlas.Hear(kNow + FromSeconds(place * 0.001), At(place));
    }
    EXPECT_EQ(atlas.NearestTo(Key(0), 10 * Atlas::kMostNodes).size(), Atlas::kMostNodes);
    EXPECT_FALSE(atlas.Since(At(0).endpoint));
    EXPECT_TRUE(atlas.Since(At(9 * Atlas::kMostNodes).endpoint));
}

} // namespace
} // namespace dht
