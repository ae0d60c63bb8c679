/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/priority-queue-scheduler.h"
#include "ns3/timing-wheel-scheduler.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

/// Against ns-3's own scheduler.

namespace ns3
{
namespace
{

/// How far ahead events are, in bits of ticks at the most.
class TimingWheelSchedulerTest : public testing::TestWithParam<uint32_t>
{
};

TEST_P(TimingWheelSchedulerTest, HasTheOrderOfNs3sOwn)
{
    const auto wheel = CreateObject<TimingWheelScheduler>();
    const auto reference = CreateObject<PriorityQueueScheduler>();
    std::mt19937_64 engine(1);
    const auto below = [&engine](uint64_t end) { return static_cast<uint64_t>(engine() % end); };
    std::vector<Scheduler::Event> pending;
    uint64_t now = 0;
    const auto remove = [&] {
        now = reference->PeekNext().key.m_ts;
        EXPECT_EQ(wheel->PeekNext(), reference->PeekNext());
        const Scheduler::Event next = wheel->RemoveNext();
        EXPECT_EQ(next, reference->RemoveNext());
        return next;
    };
    for (uint32_t uid = 1; uid < 50000; ++uid)
    {
        // near and far, in bursts, and often at the same time as others
        const uint64_t ahead = below(uint64_t{1} << below(GetParam() + 1));
        const Scheduler::Event event{nullptr, {now + ahead, uid, 7}};
        wheel->Insert(event);
        reference->Insert(event);
        if (uid / 3000 % 2 == 0)
        {
            continue;
        }
        remove();
        if (!reference->IsEmpty() && below(3) == 0)
        {
            remove();
        }
        ASSERT_EQ(wheel->IsEmpty(), reference->IsEmpty());
        ASSERT_FALSE(HasFailure()) << uid;
    }
    while (!reference->IsEmpty())
    {
        remove();
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_TRUE(wheel->IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Ahead, TimingWheelSchedulerTest, testing::Values(0, 5, 20, 35, 50));

TEST(TimingWheelSchedulerRemovalTest, RemovesEventsBeforeTheirTime)
{
    const auto wheel = CreateObject<TimingWheelScheduler>();
    std::vector<Scheduler::Event> events;
    for (uint32_t uid = 1; uid <= 1000; ++uid)
    {
        events.push_back({nullptr, {uid * uint64_t{3700000} % 99999999, uid, 0}});
        wheel->Insert(events.back());
    }
    std::sort(events.begin(), events.end());
    // some are near then, and others are not
    ASSERT_EQ(wheel->RemoveNext(), events.front());
    std::vector<Scheduler::Event> left;
    for (std::size_t place = 1; place < events.size(); ++place)
    {
        if (place % 3 == 0)
        {
            wheel->Remove(events[place]);
        }
        else
        {
            left.push_back(events[place]);
        }
    }
    for (const Scheduler::Event& event : left)
    {
        EXPECT_EQ(wheel->PeekNext(), event);
        EXPECT_EQ(wheel->RemoveNext(), event);
    }
    EXPECT_TRUE(wheel->IsEmpty());
}

} // namespace
} // namespace ns3
