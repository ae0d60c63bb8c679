/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lone-storage.h"

#include <gtest/gtest.h>
#include <set>

/// What a peer gives up, whatever it is told.

namespace dht
{
namespace
{

using test::CloseFollowers;
using test::kHere;
using test::kStep;

using FragmentMoverTest = test::LoneStorage;

TEST_F(FragmentMoverTest, WhoFollowsAFarKeyIsCompared)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    Run(FromSeconds(100));
    EXPECT_GT(compared.count(followers[0]), 0u);
}

TEST_F(FragmentMoverTest, WhoIsSaidToBeBetweenThePredecessorAndThisPeerIsNotBelieved)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    followers.back() = kHere - kStep / 2;
    Run(FromSeconds(100));
    EXPECT_GT(lookedUp.count(Key(far)), 0u);
    EXPECT_EQ(compared.count(followers[0]), 0u);
    followers.back() = kHere - kStep;
    Run(FromSeconds(200));
    EXPECT_GT(compared.count(followers[0]), 0u) << "the predecessor itself";
}

TEST_F(FragmentMoverTest, WhatIsNearIsNeverGivenUp)
{
    const std::uint32_t near = kHere - 7 * kStep;
    Keep(near);
    followers = CloseFollowers(near);
    Run(FromSeconds(200));
    EXPECT_GT(lookedUp.count(Key(near)), 0u);
    EXPECT_EQ(compared.count(followers[0]), 0u);
}

TEST_F(FragmentMoverTest, ASweepBeginsWhereTheLastOneHasStopped)
{
    std::set<Key> keys;
    for (std::uint32_t i = 0; i < 100; ++i)
    {
        Keep(kHere - (20 + 2 * i) * kStep);
        keys.insert(Key(kHere - (20 + 2 * i) * kStep));
    }
    followers = {kHere - 10 * kStep}; // too few to know anything: somebody behind it may know more
    keys.insert(Key(followers[0]));
    Run(FromSeconds(90));
    EXPECT_EQ(lookedUp.size(), 64u + 1) << "one that says nothing does not end the sweep";
    Run(FromSeconds(120));
    EXPECT_EQ(lookedUp, keys);
}

} // namespace
} // namespace dht
