/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-waiters.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

using List = std::vector<Waiters::Waiter>;

constexpr QueueIndex kQueue = 3;
constexpr QueueIndex kWaitersOther = 4;

/// Two connections and, between them, the peer's own request wait for one queue; a third connection
/// waits for another.
class WaitersTest : public testing::Test
{
  protected:
    WaitersTest()
    {
        waiters.Add(kQueue, 8);
        waiters.Add(kWaitersOther, 7);
        waiters.Add(kQueue, std::nullopt);
        waiters.Add(kQueue, 9);
    }

    Waiters waiters;
};

TEST_F(WaitersTest, WakesEachOnceInTheOrderOfWaiting)
{
    EXPECT_EQ(waiters.Wake(kQueue, 2), (List{8, std::nullopt}));
    EXPECT_EQ(waiters.Wake(kQueue, 9), (List{9}));
    EXPECT_EQ(waiters.Wake(kQueue, 9), List{});
    EXPECT_EQ(waiters.Kept(kQueue), 3u);
    EXPECT_EQ(waiters.Kept(kWaitersOther), 0u);
}

TEST_F(WaitersTest, WhoWasWokenWaitsNoLongerAndHasItsPlaceUntilItComes)
{
    waiters.Wake(kQueue, 1);
    EXPECT_EQ(waiters.QueueOf(8), std::nullopt);
    EXPECT_EQ(waiters.TakeTurn(9), std::nullopt);
    EXPECT_EQ(waiters.Kept(kQueue), 1u);
    EXPECT_EQ(waiters.TakeTurn(8), kQueue);
    EXPECT_EQ(waiters.Kept(kQueue), 0u);
    EXPECT_EQ(waiters.TakeTurn(8), std::nullopt);
}

TEST_F(WaitersTest, WhoIsGoneHasNoPlace)
{
    waiters.Wake(kQueue, 2);
    waiters.Remove(8);
    EXPECT_EQ(waiters.Kept(kQueue), 1u);
    EXPECT_EQ(waiters.Wake(kQueue, 9), (List{9}));
}

/// All look again where they have to go: a place that was kept would be nobody's.
TEST_F(WaitersTest, ReleaseKeepsNoPlaceAndTellsWhoWasNotToldYet)
{
    waiters.Wake(kQueue, 1);
    EXPECT_EQ(waiters.Release(kQueue), (List{std::nullopt, 9}));
    EXPECT_EQ(waiters.Kept(kQueue), 0u);
    EXPECT_EQ(waiters.TakeTurn(8), std::nullopt);
    EXPECT_EQ(waiters.QueueOf(7), kWaitersOther);
}

} // namespace
} // namespace dht
