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

constexpr Time kAtlasTime = FromSeconds(100);

/// @param place Where. @return A peer that says it is there.
RingNode
AtlasPeer(std::uint32_t place)
{
    return {Endpoint::Ipv4(0x0a000001 + place, 7000), Key(place)};
}

TEST(AtlasTest, NobodyVouchesForHimself)
{
    Atlas atlas;
    atlas.Hear(kAtlasTime, AtlasPeer(10));
    EXPECT_FALSE(atlas.IsVouched(kAtlasTime, AtlasPeer(10), Key(15)));
    atlas.Vouch(kAtlasTime, AtlasPeer(10), AtlasPeer(20));
    EXPECT_TRUE(atlas.IsVouched(kAtlasTime, AtlasPeer(10), Key(10)));
    EXPECT_TRUE(atlas.IsVouched(kAtlasTime, AtlasPeer(10), Key(19)));
    EXPECT_FALSE(atlas.IsVouched(kAtlasTime, AtlasPeer(10), Key(20)));
    EXPECT_FALSE(atlas.IsVouched(kAtlasTime, AtlasPeer(10), Key(9)));
    EXPECT_FALSE(atlas.IsVouched(kAtlasTime, AtlasPeer(20), Key(25))) << "it has only spoken";
}

TEST(AtlasTest, AWordCountsForTwoMinutesAndAsLongAsItsSpeakerIsThere)
{
    Atlas atlas;
    atlas.Vouch(kAtlasTime, AtlasPeer(10), AtlasPeer(20));
    EXPECT_TRUE(atlas.IsVouched(kAtlasTime + FromSeconds(119), AtlasPeer(10), Key(15)));
    EXPECT_FALSE(atlas.IsVouched(kAtlasTime + FromSeconds(120), AtlasPeer(10), Key(15)));
    atlas.Vouch(kAtlasTime, AtlasPeer(10), AtlasPeer(20));
    atlas.Forget(AtlasPeer(20).endpoint);
    EXPECT_FALSE(atlas.IsVouched(kAtlasTime, AtlasPeer(10), Key(15)));
}

TEST(AtlasTest, WhoAnswersFromWithinAnArcEndsIt)
{
    Atlas atlas;
    atlas.Vouch(kAtlasTime, AtlasPeer(10), AtlasPeer(40));
    EXPECT_TRUE(atlas.IsVouched(kAtlasTime, AtlasPeer(10), Key(15)));
    atlas.Hear(kAtlasTime, AtlasPeer(30));
    EXPECT_FALSE(atlas.IsVouched(kAtlasTime, AtlasPeer(10), Key(35)));
    atlas.Vouch(kAtlasTime, AtlasPeer(10), AtlasPeer(30));
    EXPECT_TRUE(atlas.IsVouched(kAtlasTime, AtlasPeer(10), Key(15)));
    EXPECT_FALSE(atlas.IsVouched(kAtlasTime, AtlasPeer(10), Key(35)));
}

TEST(AtlasTest, OnlyWhoHasAnsweredIsBetween)
{
    Atlas atlas;
    atlas.Vouch(kAtlasTime, AtlasPeer(30), AtlasPeer(40)); // 30 is named, and no more
    EXPECT_FALSE(atlas.LastBetween(kAtlasTime, Key(10), Key(50), Atlas::kFresh));
    atlas.Hear(kAtlasTime, AtlasPeer(20));
    atlas.Hear(kAtlasTime, AtlasPeer(30));
    atlas.Hear(kAtlasTime, AtlasPeer(50));
    EXPECT_EQ(atlas.LastBetween(kAtlasTime, Key(10), Key(50), Atlas::kFresh), AtlasPeer(30));
    EXPECT_EQ(atlas.FirstBetween(kAtlasTime, Key(10), Key(50), Atlas::kFresh, 1),
              RingNodes{AtlasPeer(20)});
    EXPECT_FALSE(atlas.LastBetween(kAtlasTime, Key(30), Key(50), Atlas::kFresh));
    EXPECT_EQ(atlas.LastBetween(kAtlasTime, Key(40), Key(40), Atlas::kFresh), AtlasPeer(30))
        << "all the way";
    const Time later = kAtlasTime + Atlas::kFresh + FromSeconds(1);
    EXPECT_FALSE(atlas.LastBetween(later, Key(10), Key(50), Atlas::kFresh));
    EXPECT_TRUE(atlas.LastBetween(later, Key(10), Key(50), Atlas::kLately));
    EXPECT_EQ(atlas.NearestTo(Key(45), 2), (RingNodes{AtlasPeer(30), AtlasPeer(20)}));
}

TEST(AtlasTest, WhoIsHeardOfAgainAfterALongTimeBeginsAnew)
{
    Atlas atlas;
    EXPECT_FALSE(atlas.Since(AtlasPeer(20).endpoint));
    atlas.Hear(kAtlasTime, AtlasPeer(20));
    atlas.Hear(kAtlasTime + FromSeconds(100), AtlasPeer(20));
    EXPECT_EQ(atlas.Since(AtlasPeer(20).endpoint), kAtlasTime);
    atlas.Hear(kAtlasTime + FromSeconds(300), AtlasPeer(20));
    EXPECT_EQ(atlas.Since(AtlasPeer(20).endpoint), kAtlasTime + FromSeconds(300));
}

TEST(AtlasTest, ItForgetsWhomItHasNotHeardOfForLongest)
{
    Atlas atlas;
    for (std::uint32_t place = 0; place < 10 * Atlas::kMostNodes; ++place)
    {
        atlas.Hear(kAtlasTime + FromSeconds(place * 0.001), AtlasPeer(place));
    }
    EXPECT_EQ(atlas.NearestTo(Key(0), 10 * Atlas::kMostNodes).size(), Atlas::kMostNodes);
    EXPECT_FALSE(atlas.Since(AtlasPeer(0).endpoint));
    EXPECT_TRUE(atlas.Since(AtlasPeer(9 * Atlas::kMostNodes).endpoint));
}

} // namespace
} // namespace dht
