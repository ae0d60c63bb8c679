/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-put-goal.h"

#include <gtest/gtest.h>

/// How many fragments are enough for who puts a block.

namespace dht
{
namespace test
{
namespace
{

TEST(PutGoalTest, WhatIsEnoughIsABlock)
{
    StorageOptions options;
    for (options.fragments = 1; options.fragments <= 16; ++options.fragments)
    {
        for (options.needed = 0; options.needed <= 7; ++options.needed)
        {
            for (options.happy = 0; options.happy <= 16; ++options.happy)
            {
                for (std::size_t holders = 0; holders <= options.fragments; ++holders)
                {
                    const PutGoal goal = PutGoal::Of(options, 8192, holders);
                    EXPECT_GE(goal.enough, goal.needed)
                        << int{options.fragments} << ", " << int{options.needed} << ", " << holders;
                }
            }
        }
    }
}

TEST(PutGoalTest, MoreThanNeededIsAskedForWhereThereAreAsMany)
{
    StorageOptions options;
    options.happy = 3;
    EXPECT_EQ(PutGoal::Of(options, 8192, 14).needed, 7u);
    EXPECT_EQ(PutGoal::Of(options, 8192, 14).enough, 10u);
    EXPECT_EQ(PutGoal::Of(options, 8192, 4).needed, 2u);
    EXPECT_EQ(PutGoal::Of(options, 8192, 4).enough, 4u);
}

TEST(PutGoalTest, WhatBindsIsNoLessInASmallRing)
{
    StorageOptions options;
    options.happyBinds = true;
    for (options.happy = 0; options.happy <= 9; ++options.happy)
    {
        const PutGoal goal = PutGoal::Of(options, 8192, 3);
        EXPECT_EQ(goal.enough, goal.needed + options.happy);
        std::vector<Endpoint> holders;
        for (std::uint16_t i = 1; i <= 9; ++i)
        {
            // two peers on each host
            holders.push_back(Endpoint::Ipv4(0x0a000001 + i / 2, i));
            EXPECT_EQ(goal.IsMetBy(holders),
                      holders.size() >= goal.enough &&
                          HostsToSpare(holders, goal.needed) >= options.happy);
        }
        EXPECT_EQ(goal.IsMetBy(holders), options.happy <= 4);
    }
}

} // namespace
} // namespace test
} // namespace dht
