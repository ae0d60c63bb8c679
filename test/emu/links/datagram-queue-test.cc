/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-queue.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Who waits for whom where more datagrams come than a peer has time for.

namespace dht
{
namespace
{

constexpr std::size_t kCapacity = 1000;

/// @param host A host. @param number Of a datagram. @return A datagram of that host.
DatagramQueue::Item
From(std::uint32_t host, std::uint8_t number = 0)
{
    return {Endpoint::Ipv4(0x0a000000 + host, 7000), {number}};
}

TEST(DatagramQueueTest, EachSourceHasItsTurnAndItsOrder)
{
    DatagramQueue queue(kCapacity);
    for (std::uint8_t i = 0; i < 3; ++i)
    {
        queue.Push(From(1, i));
    }
    queue.Push(From(2, 10));
    queue.Push(From(3, 20));
    std::vector<int> order;
    while (!queue.IsEmpty())
    {
        order.push_back(queue.Pop().bytes[0]);
    }
    EXPECT_EQ(order, std::vector<int>({0, 10, 20, 1, 2}));
    EXPECT_EQ(queue.Dropped(), 0u);
}

TEST(DatagramQueueTest, WhoHasMostMakesRoomFromItsOldest)
{
    DatagramQueue queue(4);
    for (std::uint8_t i = 0; i < 3; ++i)
    {
        queue.Push(From(1, i));
    }
    queue.Push(From(2, 10));
    queue.Push(From(3, 20));
    EXPECT_EQ(queue.Dropped(), 1u);
    EXPECT_EQ(queue.Pop().bytes[0], 1) << "the first is gone";
}

/// A peer answers 20,000 datagrams per second; one host sends five times as many, in bursts of 30
/// ms, and another asks it 100 times per second.
TEST(DatagramQueueTest, AFloodMakesNobodyElseWait)
{
    constexpr int perSecond = 20000;
    constexpr int burst = 3000;
    DatagramQueue queue(kCapacity);
    int asked = 0;
    int answered = 0;
    int longest = 0;
    int since = 0;
    for (int step = 0; step < 5 * perSecond; ++step)
    {
        if (step % (perSecond * 3 / 100) == 0)
        {
            for (int i = 0; i < burst; ++i)
            {
                queue.Push(From(1));
            }
        }
        if (step % (perSecond / 100) == 0)
        {
            queue.Push(From(2, 1));
            ++asked;
            since = step;
        }
        if (!queue.IsEmpty() && queue.Pop().bytes[0] == 1)
        {
            ++answered;
            longest = std::max(longest, step - since);
        }
    }
    EXPECT_EQ(answered, asked);
    EXPECT_LE(longest, 1) << "a turn of somebody else";
    EXPECT_GT(queue.Dropped(), 0u);
}

} // namespace
} // namespace dht
