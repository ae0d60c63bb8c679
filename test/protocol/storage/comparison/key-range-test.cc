/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-key-range.h"

#include <gtest/gtest.h>
#include <vector>

/// Ranges of keys, and their digests.

namespace dht
{
namespace
{

TEST(KeyRangeTest, PartsFollowOnEachOther)
{
    const Key far = Key(0) - Key(5000);
    for (const KeyRange& range :
         {KeyRange{Key(7), Key(7)}, KeyRange{far, Key(777)}, KeyRange{Key(1), Key(65)}})
    {
        const std::vector<KeyRange> parts = PartsOf(range);
        ASSERT_EQ(parts.size(), kSyncParts);
        EXPECT_EQ(parts.front().from, range.from);
        EXPECT_EQ(parts.back().to, range.to);
        for (std::size_t i = 1; i < parts.size(); ++i)
        {
            EXPECT_EQ(parts[i].from, parts[i - 1].to);
            EXPECT_TRUE(IsIn(range, parts[i].from));
        }
    }
    EXPECT_TRUE(PartsOf({Key(1), Key(64)}).empty()) << "there are too few keys";
}

TEST(KeyRangeTest, AKeyIsInTheArcThatGoesAroundTheEndOfTheNumbers)
{
    const KeyRange range{Key(0) - Key(3), Key(3)};
    EXPECT_TRUE(IsIn(range, Key(0) - Key(3)));
    EXPECT_TRUE(IsIn(range, Key(2)));
    EXPECT_FALSE(IsIn(range, Key(3)));
    EXPECT_FALSE(IsIn(range, Key(0) - Key(4)));
    EXPECT_TRUE(IsIn({Key(9), Key(9)}, Key(8))) << "all keys";
}

TEST(KeyRangeTest, DigestsOfPartsAreThoseOfTheirKeys)
{
    const KeyRange range{Key(0) - Key(640), Key(0)};
    const std::vector<KeyRange> parts = PartsOf(range);
    const Key first = range.from + Key(5);
    const Key second = range.from + Key(9);
    const Key last = range.to - Key(1);
    const auto digests = DigestsOf(parts, {first, second, last});
    EXPECT_EQ(digests[0], DigestOf({first, second}));
    EXPECT_EQ(digests[63], DigestOf({last}));
    EXPECT_EQ(digests[1], 0u);
    EXPECT_NE(digests[0], DigestOf({second, first}));
    EXPECT_EQ(DigestOf({}), 0u);
}

} // namespace
} // namespace dht
