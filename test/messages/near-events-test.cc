/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "near-events.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <set>

/// The next events, as a scheduler has them at hand.

namespace ns3
{
namespace
{

/// @param near Events. @param expected What they should be, in order.
void
ExpectSame(NearEvents& near, const std::set<Scheduler::Event>& expected)
{
    ASSERT_EQ(near.Size(), expected.size());
    ASSERT_EQ(near.IsEmpty(), expected.empty());
    std::size_t place = 0;
    for (const Scheduler::Event& event : expected)
    {
        ASSERT_EQ(near[place], event);
        ++place;
    }
}

TEST(NearEventsTest, TheyAreInOrderWhereverOneComesBetween)
{
    NearEvents near;
    std::set<Scheduler::Event> expected;
    std::mt19937_64 engine(1);
    uint64_t now = 0;
    for (uint32_t uid = 1; uid < 20000; ++uid)
    {
        // more come than go for a while, and then fewer
        const bool isGrowing = uid / 1000 % 2 == 0;
        if (engine() % 3 != 0 || isGrowing)
        {
            // among the first, among the last, and anywhere
            const uint64_t ahead = engine() % (uid % 3 == 0 ? 10 : 100000);
            const Scheduler::Event event{nullptr, {now + ahead, uid, 0}};
            near.Insert(event);
            expected.insert(event);
        }
        for (uint64_t i = engine() % (isGrowing ? 2 : 4); i > 0 && !near.IsEmpty(); --i)
        {
            ASSERT_EQ(near.First(), *expected.begin());
            now = near.First().key.m_ts;
            near.RemoveFirst();
            expected.erase(expected.begin());
        }
        if (uid % 50 == 0)
        {
            ExpectSame(near, expected);
        }
    }
}

TEST(NearEventsTest, WhatIsKnownOfAnEventGoesWithIt)
{
    NearEvents near;
    for (uint32_t uid = 1; uid <= 10; ++uid)
    {
        near.Insert({nullptr, {10 * uint64_t{uid}, uid, 0}});
    }
    near.RemoveFirst();
    near[1].isRecognized = true; // of the time 30
    near[7].isRecognized = true; // of the time 90
    near.Insert({nullptr, {35, 11, 0}});
    near.Insert({nullptr, {85, 12, 0}});
    near.Insert({nullptr, {25, 13, 0}});
    for (std::size_t place = 0; place < near.Size(); ++place)
    {
        const uint64_t time = near[place].key.m_ts;
        EXPECT_EQ(near[place].isRecognized, time == 30 || time == 90) << time;
    }
}

TEST(NearEventsTest, AllAreTakenOut)
{
    NearEvents near;
    for (uint32_t uid = 1; uid <= 3; ++uid)
    {
        near.Append({nullptr, {uint64_t{9} - uid, uid, 0}});
    }
    near.RemoveLast();
    near.RemoveFirst();
    const auto taken = near.TakeAll();
    ASSERT_EQ(taken.size(), 1u);
    EXPECT_EQ(taken.front().key.m_uid, 2u);
    EXPECT_TRUE(near.IsEmpty());
}

} // namespace
} // namespace ns3
