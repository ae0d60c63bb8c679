/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/priority-queue-scheduler.h"
#include "ns3/wide-heap-scheduler.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

/// Against ns-3's own scheduler.

namespace ns3
{
namespace
{

TEST(WideHeapSchedulerTest, HasTheOrderOfNs3sOwn)
{
    const auto wide = CreateObject<WideHeapScheduler>();
    const auto reference = CreateObject<PriorityQueueScheduler>();
    std::mt19937 engine(1);
    const auto below = [&engine](uint32_t end) { return static_cast<uint32_t>(engine() % end); };
    uint64_t now = 0;
    for (uint32_t uid = 1; uid < 20000; ++uid)
    {
        // often at the same time as others
        const Scheduler::Event event{nullptr, {now + below(50), uid, below(10)}};
        wide->Insert(event);
        reference->Insert(event);
        ASSERT_EQ(wide->PeekNext(), reference->PeekNext());
        if (below(3) != 0)
        {
            now = wide->PeekNext().key.m_ts;
            ASSERT_EQ(wide->RemoveNext(), reference->RemoveNext());
        }
        ASSERT_EQ(wide->IsEmpty(), reference->IsEmpty());
    }
    while (!reference->IsEmpty())
    {
        ASSERT_EQ(wide->RemoveNext(), reference->RemoveNext());
    }
    EXPECT_TRUE(wide->IsEmpty());
}

TEST(WideHeapSchedulerTest, RemovesAnEventBeforeItsTime)
{
    const auto wide = CreateObject<WideHeapScheduler>();
    std::vector<Scheduler::Event> events;
    for (uint32_t uid = 1; uid <= 100; ++uid)
    {
        events.push_back({nullptr, {uid * 37 % 100, uid, 0}});
        wide->Insert(events.back());
    }
    wide->Remove(events[40]);
    for (int i = 0; i < 99; ++i)
    {
        EXPECT_NE(wide->RemoveNext().key.m_uid, events[40].key.m_uid);
    }
    EXPECT_TRUE(wide->IsEmpty());
}

} // namespace
} // namespace ns3
