/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-hop-limit.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

TEST(HopLimitTest, ItIsThePeersOwnUntilEnoughIsLearned)
{
    HopLimit limit(64);
    for (int i = 0; i < 15; ++i)
    {
        limit.Learn(3);
        EXPECT_EQ(limit.First(), 64);
    }
    limit.Learn(3);
    EXPECT_EQ(limit.First(), 12);
}

TEST(HopLimitTest, ItFollowsARingThatGrowsAndForgetsADetour)
{
    HopLimit limit(64);
    for (int i = 0; i < 100; ++i)
    {
        limit.Learn(3);
    }
    limit.Learn(60);
    EXPECT_EQ(limit.First(), 27);
    for (int i = 0; i < 100; ++i)
    {
        limit.Learn(5);
    }
    EXPECT_NEAR(limit.First(), 20, 1);
}

TEST(HopLimitTest, ItIsFourHopsAtLeastAndThePeersOwnAtMost)
{
    HopLimit near(64);
    HopLimit far(10);
    for (int i = 0; i < 16; ++i)
    {
        near.Learn(0);
        far.Learn(9);
    }
    EXPECT_EQ(near.First(), 4);
    EXPECT_EQ(far.First(), 10);
}

TEST(HopLimitTest, EachTransmissionMayGoTwiceAsFar)
{
    const HopLimit limit(64);
    EXPECT_EQ(limit.Of(12, 1), 12);
    EXPECT_EQ(limit.Of(12, 2), 24);
    EXPECT_EQ(limit.Of(12, 3), 48);
    EXPECT_EQ(limit.Of(12, 4), 64);
    EXPECT_EQ(limit.Of(12, 255), 64);
    EXPECT_EQ(limit.Of(0, 1), 64) << "learned nothing";
    EXPECT_EQ(limit.Of(12, 0), 64) << "sent to nobody";
}

} // namespace
} // namespace dht
