/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dht-counters.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

/// Counters that are all different.
Counters
Sample()
{
    Counters c;
    c.issued = 1;
    c.answered = 2;
    c.givenUp = 3;
    c.retransmitted = 4;
    c.redundantAcks = 5;
    c.accepted = 6;
    c.forwarded = 7;
    c.delivered = 8;
    c.marked = 9;
    c.blocked = 10;
    c.dropped = {11, 12};
    return c;
}

void
ExpectTimes(const Counters& c, std::uint64_t factor)
{
    EXPECT_EQ(c.issued, 1 * factor);
    EXPECT_EQ(c.answered, 2 * factor);
    EXPECT_EQ(c.givenUp, 3 * factor);
    EXPECT_EQ(c.retransmitted, 4 * factor);
    EXPECT_EQ(c.redundantAcks, 5 * factor);
    EXPECT_EQ(c.accepted, 6 * factor);
    EXPECT_EQ(c.forwarded, 7 * factor);
    EXPECT_EQ(c.delivered, 8 * factor);
    EXPECT_EQ(c.marked, 9 * factor);
    EXPECT_EQ(c.blocked, 10 * factor);
    EXPECT_EQ(c.dropped[0], 11 * factor);
    EXPECT_EQ(c.dropped[1], 12 * factor);
}

TEST(CountersTest, StartAtZero)
{
    ExpectTimes(Counters{}, 0);
}

TEST(CountersTest, EveryCounterIsAddedAndSubtracted)
{
    Counters c = Sample();
    c += Sample();
    c += Sample();
    ExpectTimes(c, 3);
    c -= Sample();
    ExpectTimes(c, 2);
}

TEST(CountersTest, DropsAreSummedOverTheirReasons)
{
    EXPECT_EQ(Sample().TotalDropped(), 23u);
}

TEST(CountersTest, EachDropReasonHasAName)
{
    EXPECT_STREQ(ToString(DropReason::kQueueFull), "queue_full");
    EXPECT_STREQ(ToString(DropReason::kHopLimit), "hop_limit");
}

} // namespace
} // namespace dht
