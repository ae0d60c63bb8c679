/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-links.h"

#include <gtest/gtest.h>
#include <vector>

/// Links of a message-level peer that come and go.

namespace ns3
{
namespace
{

using State = MessageLevelLinks::State;
using Due = MessageLevelLinks::Due;

/// @param seconds A number of seconds. @return The time.
dht::Time
At(double seconds)
{
    return dht::FromSeconds(seconds);
}

TEST(MessageLevelLinksTest, EachUseOfALinkIsAStreamOfItsOwn)
{
    MessageLevelLinks links(0);
    links.Connect(3, 7);
    const uint32_t first = links.Open(3);
    EXPECT_EQ(links.Find(first), 3u);
    EXPECT_FALSE(links.IsOpen(3));
    links.OnOpened(3);
    EXPECT_TRUE(links.IsOpen(3));
    links.Free(3);
    EXPECT_FALSE(links.Find(first));
    links.Connect(3, 7);
    const uint32_t second = links.Open(3);
    EXPECT_NE(first, second);
    EXPECT_FALSE(links.Find(first));
    EXPECT_EQ(links.Find(second), 3u);
}

TEST(MessageLevelLinksTest, AnotherLifeGoesOnCountingStreams)
{
    MessageLevelLinks links(0);
    links.Connect(0, 1);
    const uint32_t stream = links.Open(0);
    MessageLevelLinks next(links.Made());
    EXPECT_LT(stream, next.Since());
    next.Connect(0, 1);
    EXPECT_GE(next.Open(0), next.Since());
}

TEST(MessageLevelLinksTest, ASilentConnectionIsGivenUpAfterSevenSeconds)
{
    MessageLevelLinks links(0);
    links.Connect(0, 1);
    links.Open(0);
    links.OnOpened(0);
    EXPECT_TRUE(links.OnSilence(At(10), 0));
    EXPECT_FALSE(links.OnSilence(At(10.5), 0));
    EXPECT_EQ(links.NextDue(), At(11));
    EXPECT_FALSE(links.FindDue(At(10.9)));
    EXPECT_EQ(links.FindDue(At(11)), 0u);
    EXPECT_EQ(links.TakeDue(At(11), 0), Due::PROBE);
    EXPECT_TRUE(links.TakeTold(0));
    EXPECT_EQ(links.NextDue(), At(13));
    EXPECT_EQ(links.TakeDue(At(13), 0), Due::PROBE);
    EXPECT_FALSE(links.TakeTold(0));
    EXPECT_EQ(links.NextDue(), At(17));
    EXPECT_EQ(links.TakeDue(At(17), 0), Due::FAIL);
}

TEST(MessageLevelLinksTest, WhoIsHeardIsNotGivenUp)
{
    MessageLevelLinks links(0);
    links.Connect(0, 1);
    links.Open(0);
    links.OnOpened(0);
    links.OnSilence(At(10), 0);
    links.OnHeard(0);
    EXPECT_EQ(links.NextDue(), dht::kNever);
    EXPECT_TRUE(links.OnSilence(At(20), 0));
    EXPECT_TRUE(links.TakeTold(0));
}

TEST(MessageLevelLinksTest, AnAttemptToConnectIsGivenUpAfterNine)
{
    MessageLevelLinks links(0);
    links.Connect(0, 1);
    links.Open(0);
    links.OnSilence(At(0), 0);
    EXPECT_EQ(links.NextDue(), At(3));
    EXPECT_EQ(links.TakeDue(At(3), 0), Due::PROBE);
    EXPECT_EQ(links.NextDue(), At(9));
    EXPECT_EQ(links.TakeDue(At(9), 0), Due::FAIL);
}

TEST(MessageLevelLinksTest, PausesGrowUntilItIsOpenAgain)
{
    MessageLevelLinks links(0);
    links.Connect(0, 1);
    std::vector<dht::Time> pauses;
    for (int i = 0; i < 7; ++i)
    {
        links.Open(0);
        links.Fail(At(0), 0);
        pauses.push_back(links.NextDue());
    }
    EXPECT_EQ(pauses, (std::vector<dht::Time>{At(1), At(2), At(4), At(8), At(16), At(16), At(16)}));
    EXPECT_EQ(links.TakeDue(At(16), 0), Due::OPEN);
    links.Open(0);
    links.OnOpened(0);
    links.Fail(At(20), 0);
    EXPECT_EQ(links.NextDue(), At(21));
    EXPECT_EQ(links.Get(0).state, State::PAUSED);
}

TEST(MessageLevelLinksTest, ConnectionsHaveTheLeastFreeNumber)
{
    MessageLevelLinks links(0);
    EXPECT_EQ(links.Accept(5, 100), 0u);
    EXPECT_EQ(links.Accept(6, 100), 1u);
    EXPECT_EQ(links.FindConnection(6, 100), 1u);
    EXPECT_FALSE(links.FindConnection(6, 101));
    links.Drop(0);
    EXPECT_FALSE(links.FindConnection(5, 100));
    EXPECT_EQ(links.Accept(7, 3), 0u);
}

TEST(MessageLevelLinksTest, WhatABeginningLifeHasOutlivedIsFound)
{
    MessageLevelLinks links(0);
    links.Accept(5, 100);
    links.Accept(5, 200);
    links.Accept(6, 100);
    EXPECT_FALSE(links.FindOutlived(5, 100));
    EXPECT_EQ(links.FindOutlived(5, 150), 0u);
    links.Drop(0);
    EXPECT_FALSE(links.FindOutlived(5, 150));
}

} // namespace
} // namespace ns3
