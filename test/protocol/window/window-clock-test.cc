/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bottleneck.h"
#include "window-driver.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::Bottleneck;
using test::ReceiverClock;
using test::WindowOf;

/// A polite flow alone on 1 Mbit/s, and a receiver whose clock is strange.
class WindowClockTest : public testing::Test
{
  protected:
    /// @param kind A kind of window. @param clock The receiver's. @param source DelaySource.
    void Begin(const std::string& kind, ReceiverClock clock, double source = 0)
    {
        m_path.Add(WindowOf(kind, {{"DelaySource", source}}), 1, std::move(clock));
    }

    /// The path.
    Bottleneck m_path{{1e6, FromSeconds(0.04), FromSeconds(0.72), 0, Time(0), 1}};
};

/// @param partsPerMillion By how much it is fast. @return The clock.
ReceiverClock
Drifting(double partsPerMillion)
{
    return [=](Time now) { return now + FromSeconds(ToSeconds(now) * partsPerMillion * 1e-6); };
}

TEST_F(WindowClockTest, AFastClockIsNotTakenForAQueue)
{
    Begin("linear", Drifting(200));
    m_path.Run(360);
    EXPECT_GT(m_path.Rates(60)[0], 0.99e6) << "84 ms of drift are no queue: round trips say so";
    EXPECT_NEAR(m_path.MeanQueue(60), 0.1, 0.02);
}

TEST_F(WindowClockTest, ASlowClockHidesAQueueAsLongAsItsHistory)
{
    Begin("linear", Drifting(-200));
    m_path.Run(400);
    EXPECT_NEAR(m_path.MeanQueue(20), 0.1 + 410 * 200e-6, 0.03);
}

TEST_F(WindowClockTest, RoundTripsKnowNoDrift)
{
    Begin("linear", Drifting(-200), 1);
    m_path.Run(400);
    EXPECT_NEAR(m_path.MeanQueue(20), 0.1, 0.02);
}

TEST_F(WindowClockTest, AClockMayWrap)
{
    const Time wrap = std::chrono::microseconds(std::int64_t{1} << 32);
    Begin("linear", [=](Time now) { return wrap - FromSeconds(30) + now; });
    m_path.Run(25);
    const double before = m_path.MeanQueue(3);
    m_path.Run(4);
    EXPECT_NEAR(m_path.MeanQueue(3), before, 0.01);
    EXPECT_GT(m_path.Rates(10)[0], 0.99e6);
}

/// The clock jumps after a minute. What was the queue then is the base from then on.
TEST_F(WindowClockTest, AClockThatJumpsBackHidesOneQueueAtTheMost)
{
    Begin("linear", [](Time now) { return now - FromSeconds(now > FromSeconds(60) ? 1 : 0); });
    m_path.Run(59);
    EXPECT_GT(m_path.Rates(5)[0], 0.99e6);
    m_path.Run(60);
    EXPECT_LT(m_path.MeanQueue(60), 0.22);
}

TEST_F(WindowClockTest, AClockThatJumpsAheadStallsNothing)
{
    Begin("linear", [](Time now) { return now + FromSeconds(now > FromSeconds(60) ? 1 : 0); });
    m_path.Run(59);
    EXPECT_GT(m_path.Rates(5)[0], 0.99e6);
    m_path.Run(60);
    EXPECT_NEAR(m_path.MeanQueue(60), 0.1, 0.02);
}

} // namespace
} // namespace dht
