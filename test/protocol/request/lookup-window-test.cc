/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-lookup-window.h"
#include "dht-stp-window.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

/// STP's window of 9.
class LookupWindowTest : public testing::Test
{
  protected:
    LookupWindowTest()
        : window(std::make_unique<StpWindow>(StpWindowOptions{3, 3}))
    {
        for (int i = 0; i < 2; ++i)
        {
            window.OnAnswered(now, now);
        }
        EXPECT_EQ(window.Window().Limit(), 9u);
    }

    Time now{FromSeconds(1)};
    LookupWindow window;
};

TEST_F(LookupWindowTest, AQuestionTakesRoomUntilItsLookupHasNone)
{
    window.OnAsked(now, 1, 1);
    window.OnAsked(now, 2, 1);
    EXPECT_EQ(window.Window().InFlight(), 2u);
    EXPECT_TRUE(window.Forget(now, 1));
    EXPECT_FALSE(window.Forget(now, 1));
    EXPECT_FALSE(window.Forget(now, 3));
    EXPECT_EQ(window.Window().InFlight(), 1u);
}

TEST_F(LookupWindowTest, AQuestionThatIsLostTwiceHalvesTheWindowOnce)
{
    window.OnAsked(now, 1, 1);
    EXPECT_FALSE(window.IsLate(1));
    window.OnLate(now, 1);
    window.OnLate(now, 1);
    EXPECT_TRUE(window.IsLate(1));
    EXPECT_EQ(window.Window().Limit(), 4u);
    EXPECT_EQ(window.Window().InFlight(), 0u);
    window.OnAsked(now, 1, 1);
    EXPECT_FALSE(window.IsLate(1));
    window.OnLate(now, 1);
    EXPECT_EQ(window.Window().Limit(), 4u);
    EXPECT_TRUE(window.Forget(now, 1));
    EXPECT_EQ(window.Window().InFlight(), 0u);
}

/// The next question of the lookup is another one.
TEST_F(LookupWindowTest, AnAnswerEndsThePastOfALookup)
{
    window.OnAsked(now, 1, 1);
    window.OnLate(now, 1);
    EXPECT_TRUE(window.Forget(now, 1));
    EXPECT_FALSE(window.IsLate(1));
    window.OnAsked(now, 1, 1);
    window.OnLate(now, 1);
    EXPECT_EQ(window.Window().Limit(), 3u);
}

/// An answer to it may come after it was sent again.
TEST_F(LookupWindowTest, ItKnowsWhenAQuestionWasSentFirst)
{
    window.OnAsked(now, 1, 3);
    window.OnLate(now, 1);
    window.OnAsked(now + FromSeconds(1), 1, 4);
    EXPECT_EQ(window.FirstSent(1, 3), now);
    EXPECT_EQ(window.FirstSent(1, 4), std::nullopt);
    EXPECT_EQ(window.FirstSent(2, 3), std::nullopt);
    window.Forget(now, 1);
    EXPECT_EQ(window.FirstSent(1, 3), std::nullopt);
}

TEST_F(LookupWindowTest, WhatIsUnknownChangesNothing)
{
    window.OnLate(now, 1);
    EXPECT_FALSE(window.IsLate(1));
    EXPECT_EQ(window.Window().Limit(), 9u);
    EXPECT_EQ(window.Window().InFlight(), 0u);
}

} // namespace
} // namespace dht
