/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "constant-delay.h"
#include "delay-shape.h"
#include "network-file.h"

#include <gtest/gtest.h>
#include <sstream>

/// What delays between peers are like.

namespace dht
{
namespace
{

TEST(DelayShapeTest, FourHostsByHand)
{
    // round trips: 0-1 10, 0-2 20, 0-3 100, 1-2 12, 1-3 40, 2-3 60
    std::istringstream text("0,4,10,50\n6,0,6,20\n10,6,0,30\n50,20,30,0\n");
    const auto delays = ReadNetwork(text, {}).delays;
    const DelayShape shape(*delays, 4);
    EXPECT_NEAR(shape.Mean(), 242.0 / 6, 1e-4);
    EXPECT_EQ(shape.Quantile(0), 10);
    EXPECT_EQ(shape.Quantile(0.4), 20);
    EXPECT_EQ(shape.Quantile(0.6), 40);
    EXPECT_EQ(shape.Quantile(1), 100);
    EXPECT_EQ(shape.MedianLeastOf(100), 10);
    // nearest: 10, 10, 12, 40
    EXPECT_EQ(shape.Nearest(), 12);
    // 0-3 by way of 1: 50; 2-3 by way of 1: 52; all others are longer than the direct way
    EXPECT_NEAR(shape.ShorterBy(1), 2.0 / 6, 1e-9);
    EXPECT_NEAR(shape.ShorterBy(0.8), 1.0 / 6, 1e-9);
    EXPECT_NEAR(shape.ShorterBy(0.4), 0, 1e-9);
    EXPECT_NEAR(shape.Asymmetry(), 0.2 / 6, 1e-9);
}

TEST(DelayShapeTest, ConstantDelaysHaveNoShape)
{
    const ConstantDelay delays(FromSeconds(0.02));
    for (const std::size_t peers : {2u, 3u, 900u})
    {
        const DelayShape shape(delays, peers);
        EXPECT_NEAR(shape.Mean(), 40, 1e-4);
        EXPECT_EQ(shape.Quantile(0.01), 40);
        EXPECT_EQ(shape.Nearest(), 40);
        EXPECT_EQ(shape.ShorterBy(1), 0);
        EXPECT_EQ(shape.Asymmetry(), 0);
    }
}

} // namespace
} // namespace dht
