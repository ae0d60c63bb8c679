/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linked-peers.h"

#include <algorithm>
#include <gtest/gtest.h>

/// When requests are accepted that others were lost before.

namespace dht
{
namespace test
{
namespace
{

class LinkDeliveryTest : public LinkedPeersTest
{
  protected:
    /// Open a link that nothing holds back. @param delivery Of the first peer.
    void Begin(StreamDelivery delivery)
    {
        m_delivery = delivery;
        m_window = 100000;
        Start(m_a, 1);
        Open();
    }
};

/// What was lost waits for itself alone, and each request is accepted once.
TEST_F(LinkDeliveryTest, RequestsAreAcceptedAsTheyArrive)
{
    Begin(StreamDelivery::kAsArrived);
    m_dropped = 1;
    const std::size_t fit = Send();
    Pump(m_a);
    Run(0.015);
    const std::size_t first = 1400 / m_frame;
    ASSERT_EQ(m_b.accepted.size(), fit - first) << "all but those of the first packet";
    EXPECT_EQ(m_b.accepted.front(), first);
    Run(1);
    ASSERT_EQ(m_b.accepted.size(), fit);
    EXPECT_EQ(m_b.accepted.back(), first - 1);
    EXPECT_EQ(m_a.writable, 1);
}

TEST_F(LinkDeliveryTest, InOrderTheyWaitForEachOther)
{
    Begin(StreamDelivery::kInOrder);
    m_dropped = 1;
    const std::size_t fit = Send();
    Pump(m_a);
    Run(0.015);
    EXPECT_TRUE(m_b.accepted.empty());
    Run(1);
    ExpectAccepted(fit);
}

/// A request behind a hole is refused while the hole is closed, and others wait behind it.
TEST_F(LinkDeliveryTest, WhatIsRefusedBehindAHoleIsAskedAgain)
{
    Begin(StreamDelivery::kAsArrived);
    m_b.isAccepting = false;
    std::size_t sent = 0;
    for (int i = 0; i < 50; ++i)
    {
        m_dropped = i % 3 == 0 ? 1 : 0;
        sent += Send();
        Run(0.2);
    }
    EXPECT_LE(sent * m_frame, 2 * 4096u) << "the window is closed";
    EXPECT_EQ(m_b.refused.size(), 1u);
    m_b.isAccepting = true;
    m_b.transport->Connections().Resume(m_b.refused[0]);
    Run(3);
    std::sort(m_b.accepted.begin(), m_b.accepted.end());
    ExpectAccepted(sent);
}

/// Who says that frames are whole, and cuts one, is not listened to any more.
TEST_F(LinkDeliveryTest, APartOfAFrameThatIsCalledWholeEndsItsConnection)
{
    Begin(StreamDelivery::kInOrder);
    m_isLying = true;
    m_dropped = 1;
    Send(1);
    Pump(m_a);
    Send();
    Pump(m_a);
    Run(0.015);
    EXPECT_EQ(m_b.accepted.size(), 1400 / m_frame);
    EXPECT_EQ(m_b.transport->Connections().Broken(), 1u);
    EXPECT_EQ(m_b.closed.size(), 1u);
    Run(0.015);
    EXPECT_EQ(m_a.lost, 1);
}

} // namespace
} // namespace test
} // namespace dht
