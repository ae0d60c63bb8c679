/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ferry-source.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::FerryTest;

TEST_F(FerryTest, AQueueThatEmptiesHasNoPressureAndOneThatDoesNotHasMoreAndMore)
{
    Make({{"PressurePeriod", 4}});
    Answer(0.5); // P is 2 s
    UseOneQueue();
    m_now += FromSeconds(1.9);
    EXPECT_EQ(m_scheme->FeedbackOn(Request(3, 0)), 0);
    m_now += FromSeconds(0.2);
    EXPECT_EQ(m_scheme->FeedbackOn(Request(3, 0)), 1);
    m_now += FromSeconds(2);
    EXPECT_EQ(m_scheme->FeedbackOn(Request(3, 0)), 2);
    EXPECT_EQ(m_scheme->FeedbackOn(Request(3, 9)), 9); // of another relay
    m_now += FromSeconds(3600);
    Answer(0.5);
    EXPECT_EQ(m_scheme->FeedbackOn(Request(3, 0)), 255);
    LeaveContext last;
    last.now = m_now;
    last.length = 0;
    m_scheme->OnLeave(last);
    EXPECT_EQ(m_scheme->FeedbackOn(Request(3, 0)), 0);
}

TEST_F(FerryTest, AnOldRoundTripTimeIsNoneAtAll)
{
    Make({{"PressurePeriod", 4}});
    Answer(0.5);
    UseOneQueue();
    m_now += FromSeconds(7);
    EXPECT_EQ(m_scheme->FeedbackOn(Request(3, 0)), 3);
    m_now += FromSeconds(2);
    EXPECT_EQ(m_scheme->FeedbackOn(Request(3, 0)), 0);
    Answer(0.5);
    EXPECT_EQ(m_scheme->FeedbackOn(Request(3, 0)), 4);
}

TEST_F(FerryTest, ARelayThatAsksForNothingGoesByHowLongRequestsStay)
{
    Make({{"PressurePeriod", 4}});
    UseOneQueue();
    m_now += FromSeconds(10);
    EXPECT_EQ(m_scheme->FeedbackOn(Request(3, 0)), 0) << "it knows of no time at all";
    LeaveContext left;
    left.now = m_now;
    left.length = 3;
    left.sojourn = FromSeconds(0.5);
    m_scheme->OnLeave(left);
    EXPECT_EQ(m_scheme->FeedbackOn(Request(3, 0)), 5);
}

TEST_F(FerryTest, PressureCanBeSwitchedOff)
{
    Make({{"PressurePeriod", 0}});
    EXPECT_FALSE(m_scheme->Relay().givesFeedback);
    Make({});
    EXPECT_TRUE(m_scheme->Relay().givesFeedback);
}

TEST_F(FerryTest, PressureShrinksTheWindowButNotBelowHalfARoundTrip)
{
    Make({{"InitialWindow", 100}, {"Decrease", 0.95}, {"Belief", 0}, {"MostPressure", 255}});
    Answer(10, 2);
    EXPECT_NEAR(m_scheme->Level(), 100 * 0.95 * 0.95, 1e-9);
    for (int i = 0; i < 50; ++i)
    {
        Answer(10, 255);
    }
    EXPECT_NEAR(m_scheme->Level(), 50, 1e-9);
    m_now += FromSeconds(11);
    Answer(10, 255);
    EXPECT_NEAR(m_scheme->Level(), 25, 1e-9);
}

TEST_F(FerryTest, OneAnswerCountsForNoMoreThanMostPressure)
{
    Make({{"InitialWindow", 100}, {"Decrease", 0.95}, {"Belief", 0}, {"MostPressure", 2}});
    Answer(10, 255);
    EXPECT_NEAR(m_scheme->Level(), 100 * 0.95 * 0.95, 1e-9);
    Answer(10, 1);
    EXPECT_NEAR(m_scheme->Level(), 100 * 0.95 * 0.95 * 0.95, 1e-9);
}

TEST_F(FerryTest, FiveAnswersHaveToComeToHalveAWindow)
{
    Make({{"InitialWindow", 100}, {"Belief", 0}});
    for (int i = 0; i < 4; ++i)
    {
        Answer(10, 255);
    }
    EXPECT_GT(m_scheme->Level(), 50);
    Answer(10, 255);
    EXPECT_DOUBLE_EQ(m_scheme->Level(), 50);
}

TEST_F(FerryTest, PressureIsNotBelievedWhereNothingWaits)
{
    Make({{"Belief", 0.25}, {"WaitingPerLink", 4}, {"CountAnswers", 0}});
    UseOneQueue();
    LearnLeast(0.1);
    const double before = m_scheme->Level();
    Answer(0.1, 255); // nothing waits
    EXPECT_GT(m_scheme->Level(), before);
    for (int i = 0; i < 16; ++i)
    {
        Answer(0.2); // more than a quarter of Q waits
    }
    const double waiting = m_scheme->Level();
    Answer(0.2, 1);
    EXPECT_NEAR(m_scheme->Level(), waiting * 0.95, 1e-9);
}

TEST_F(FerryTest, PressureIsBelievedSoonerFromAnswersThatAreLate)
{
    const auto changeBy = [this](double rtt) {
        Make(
            {{"Belief", 0.5}, {"BeliefIfFelt", 0.25}, {"WaitingPerLink", 40}, {"CountAnswers", 0}});
        UseOneQueue();
        LearnLeast(0.1);
        for (int i = 0; i < 300; ++i)
        {
            Answer(0.2); // half of w waits
        }
        while (m_scheme->Level() > 30)
        {
            m_now += FromSeconds(1);
            m_scheme->OnTimeout(m_now); // until less than half of Q waits, and more than a quarter
        }
        const double before = m_scheme->Level();
        Answer(rtt, 1);
        return m_scheme->Level() / before;
    };
    EXPECT_GT(changeBy(0.2), 1);
    EXPECT_NEAR(changeBy(0.5), 0.95, 1e-9);
}

TEST_F(FerryTest, TimeoutsAreNotBelievedWhereNothingWaits)
{
    Make({{"BeliefIfFelt", 0.25}, {"WaitingPerLink", 4}, {"CountAnswers", 0}});
    UseOneQueue();
    LearnLeast(0.1);
    const double before = m_scheme->Level();
    m_scheme->OnTimeout(m_now);
    EXPECT_EQ(m_scheme->Level(), before);
    for (int i = 0; i < 16; ++i)
    {
        Answer(0.2);
    }
    const double waiting = m_scheme->Level();
    m_scheme->OnTimeout(m_now);
    EXPECT_DOUBLE_EQ(m_scheme->Level(), waiting * 0.8);
}

TEST_F(FerryTest, WithoutBeliefAllIsBelieved)
{
    Make({{"Belief", 0}, {"WaitingPerLink", 40}, {"CountAnswers", 0}});
    UseOneQueue();
    LearnLeast(0.1); // nothing waits
    const double before = m_scheme->Level();
    m_scheme->OnTimeout(m_now);
    EXPECT_DOUBLE_EQ(m_scheme->Level(), before * 0.8);
    Answer(0.25, 1); // less than a quarter of Q waits, and it is late
    EXPECT_DOUBLE_EQ(m_scheme->Level(), before * 0.8 * 0.95);
}

} // namespace
} // namespace dht
