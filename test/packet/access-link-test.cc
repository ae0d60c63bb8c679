/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-link.h"

#include <gtest/gtest.h>

/// One direction of an access link, without events. At 600 kbit/s, 750 bytes take 10 ms.

namespace ns3
{
namespace
{

TEST(AccessLinkTest, DepartureFollowsRateAndBacklog)
{
    AccessLink link(DataRate(600000), QueueSize("100p"));
    EXPECT_EQ(link.Enqueue(MilliSeconds(0), 750), MilliSeconds(10));
    EXPECT_EQ(link.Enqueue(MilliSeconds(0), 750), MilliSeconds(20));
    EXPECT_EQ(link.Enqueue(MilliSeconds(15), 75), MilliSeconds(21));
    EXPECT_EQ(link.GetBusyUntil(), MilliSeconds(21));
    EXPECT_EQ(link.Enqueue(MilliSeconds(50), 1500), MilliSeconds(70));
    EXPECT_EQ(link.Enqueue(MilliSeconds(100), 750), MilliSeconds(110)); // as the first
    EXPECT_EQ(link.Enqueue(MilliSeconds(120), 750 + 13 * 75), MilliSeconds(143));
    EXPECT_EQ(link.Enqueue(MilliSeconds(150), 750), MilliSeconds(160));
    link.SetRate(DataRate(1200000));
    EXPECT_EQ(link.Enqueue(MilliSeconds(160), 750), MilliSeconds(165));
}

TEST(AccessLinkTest, LimitInPacketsCountsOnlyWaitingOnes)
{
    AccessLink link(DataRate(600000), QueueSize("2p"));
    EXPECT_TRUE(link.Enqueue(MilliSeconds(0), 750)); // in transmission until 10 ms
    EXPECT_TRUE(link.Enqueue(MilliSeconds(0), 750));
    EXPECT_TRUE(link.Enqueue(MilliSeconds(0), 75));
    EXPECT_FALSE(link.Enqueue(MilliSeconds(9), 100));
    EXPECT_EQ(link.GetWaitingPackets(MilliSeconds(9)), 2U);
    EXPECT_EQ(link.GetWaitingBytes(MilliSeconds(9)), 825U);
    EXPECT_EQ(link.GetWaitingPackets(MilliSeconds(10)), 1U);
    EXPECT_EQ(link.GetWaitingBytes(MilliSeconds(10)), 75U);
    EXPECT_EQ(link.GetWaitingPackets(MilliSeconds(20)), 0U);
    EXPECT_EQ(link.Enqueue(MilliSeconds(10), 750), MilliSeconds(31));
    EXPECT_FALSE(link.Enqueue(MilliSeconds(10), 1));
    EXPECT_EQ(link.GetCounters().acceptedPackets, 4U);
    EXPECT_EQ(link.GetCounters().acceptedBytes, 2325U);
    EXPECT_EQ(link.GetCounters().droppedPackets, 2U);
    EXPECT_EQ(link.GetCounters().droppedBytes, 101U);
}

TEST(AccessLinkTest, LimitInBytesCountsOnlyWaitingOnes)
{
    AccessLink link(DataRate(600000), QueueSize("1500B"));
    EXPECT_FALSE(link.Enqueue(MilliSeconds(0), 1501)); // larger than the queue, though idle
    EXPECT_TRUE(link.Enqueue(MilliSeconds(0), 1500));
    EXPECT_TRUE(link.Enqueue(MilliSeconds(0), 1000));
    EXPECT_FALSE(link.Enqueue(MilliSeconds(0), 501));
    EXPECT_TRUE(link.Enqueue(MilliSeconds(0), 500));
    EXPECT_FALSE(link.Enqueue(MilliSeconds(19), 1));
    EXPECT_TRUE(link.Enqueue(MilliSeconds(20), 1000));
    EXPECT_EQ(link.GetWaitingBytes(MilliSeconds(20)), 1500U);
}

TEST(AccessLinkDeathTest, RefusesRateZero)
{
    EXPECT_DEATH(AccessLink(DataRate(0), QueueSize("1p")), "must be above zero");
}

} // namespace
} // namespace ns3
