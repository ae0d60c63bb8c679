/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/message-windows.h"

#include <gtest/gtest.h>

/// Flow control at message level.

namespace ns3
{
namespace
{

dht::Request
Make(uint64_t id)
{
    dht::Request request;
    request.id = id;
    return request;
}

TEST(MessageWindowsTest, ALinkTakesAsManyAsItsWindow)
{
    MessageWindows windows(2, 3);
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_TRUE(windows.IsOpen(1));
        windows.OnSent(1);
    }
    EXPECT_FALSE(windows.IsOpen(1));
    EXPECT_TRUE(windows.IsOpen(0));
    windows.OnTakenIn(1);
    EXPECT_TRUE(windows.IsOpen(1));
}

/// With wrong routing entries, two links of a peer may lead to the same neighbour.
TEST(MessageWindowsTest, EachRequestRemembersItsLink)
{
    MessageWindows windows(2, 3);
    EXPECT_FALSE(windows.IsHeld(7));
    windows.Hold(7, 3, Make(1));
    windows.Hold(7, 5, Make(2));
    EXPECT_EQ(windows.Front(7).first, 3u);
    EXPECT_EQ(windows.Front(7).second.id, 1u);
    windows.Pop(7);
    EXPECT_TRUE(windows.IsHeld(7));
    EXPECT_EQ(windows.Front(7).first, 5u);
    EXPECT_EQ(windows.Front(7).second.id, 2u);
    windows.Pop(7);
    EXPECT_FALSE(windows.IsHeld(7));
}

TEST(MessageWindowsTest, ConnectionsAreReadInTheOrderInWhichTheyMayBe)
{
    MessageWindows windows(2, 3);
    EXPECT_FALSE(windows.TakeResumed());
    windows.Resume(9);
    windows.Resume(4);
    EXPECT_EQ(windows.TakeResumed(), 9u);
    EXPECT_EQ(windows.TakeResumed(), 4u);
    EXPECT_FALSE(windows.TakeResumed());
}

} // namespace
} // namespace ns3
