/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-extensions.h"

#include <gtest/gtest.h>
#include <stdexcept>

/// What any frame may carry besides.

namespace dht
{
namespace
{

using Bytes = std::vector<std::uint8_t>;

TEST(ExtensionsTest, StandByRisingTypesHoweverTheyCome)
{
    Extensions extensions;
    extensions.Set(9, {1, 2});
    extensions.Set(3, {});
    extensions.Set(5, {7});
    EXPECT_EQ(extensions.Area(), (Bytes{3, 0, 5, 1, 7, 9, 2, 1, 2}));
    extensions.Set(5, {8, 9, 10}); // in place of the other one
    EXPECT_EQ(extensions.Area(), (Bytes{3, 0, 5, 3, 8, 9, 10, 9, 2, 1, 2}));
    extensions.Remove(3);
    extensions.Remove(4); // is not there
    EXPECT_EQ(extensions.Area(), (Bytes{5, 3, 8, 9, 10, 9, 2, 1, 2}));
    EXPECT_FALSE(extensions.Find(3));
    EXPECT_FALSE(extensions.Find(10));
    ASSERT_TRUE(extensions.Find(9));
    EXPECT_EQ(extensions.Find(9)->size, 2u);
    EXPECT_EQ(extensions.Find(9)->bytes[1], 2);
}

TEST(ExtensionsTest, TakeAsManyBytesAsOneByteTells)
{
    Extensions extensions;
    extensions.Set(2, Bytes(253));
    EXPECT_EQ(extensions.Area().size(), Extensions::kMaximumSize);
    EXPECT_THROW(extensions.Set(3, {}), std::length_error);
    EXPECT_THROW(extensions.Set(2, Bytes(254)), std::length_error);
    EXPECT_EQ(extensions.Area().size(), Extensions::kMaximumSize) << "they are as before";
    // one that goes makes room for the one that takes its place
    extensions.Set(2, Bytes(253, 1));
    EXPECT_EQ(extensions.Area().back(), 1);
    extensions.Set(2, Bytes(251));
    extensions.Set(3, {});
    EXPECT_EQ(extensions.Area().size(), Extensions::kMaximumSize);
}

TEST(ExtensionsTest, FeedbackOf0IsNone)
{
    Extensions extensions;
    EXPECT_EQ(FeedbackIn(extensions), 0);
    SetFeedback(extensions, 7);
    EXPECT_EQ(FeedbackIn(extensions), 7);
    SetFeedback(extensions, 0);
    EXPECT_EQ(FeedbackIn(extensions), 0);
    EXPECT_TRUE(extensions.Area().empty());
}

} // namespace
} // namespace dht
