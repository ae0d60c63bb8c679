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
using test::FerryValues;

TEST_F(FerryTest, TheWindowIsWhatMayBeOutstanding)
{
    Make({{"InitialWindow", 3}});
    EXPECT_EQ(m_scheme->Admit(m_now, 2), m_now);
    EXPECT_EQ(m_scheme->Admit(m_now, 3), kNever);
}

TEST_F(FerryTest, ItGrowsUntilQRequestsWaitAndThenShrinks)
{
    Make({{"WaitingPerLink", 4}, {"MeanGain", 1.0 / 16}, {"CountAnswers", 0}});
    UseOneQueue();
    LearnLeast(0.1);
    const double before = m_scheme->Level();
    EXPECT_DOUBLE_EQ(before, 5 + 16 * 0.5);
    // R becomes 0.2 s after very many: half of w waits, so w goes to 8 and not above 8.8
    for (int i = 0; i < 2000; ++i)
    {
        Answer(0.2);
    }
    EXPECT_NEAR(m_scheme->Level(), 8.4, 0.5);
    // nothing waits: it grows by one a round trip
    const double settled = m_scheme->Level();
    for (int i = 0; i < 200; ++i)
    {
        Answer(0.1);
    }
    EXPECT_GT(m_scheme->Level(), settled + 5);
}

TEST_F(FerryTest, UnlessQIsGivenABatchAndAHalfWaitOnEachLinkThatHolds)
{
    const auto letsWait = [this](std::size_t waiting, double given, std::uint32_t batch) {
        Make({{"InitialWindow", static_cast<double>(waiting + 1)},
              {"WaitingIfIdle", 0},
              {"WaitingPerLink", given}});
        UseOneQueue();
        m_scheme->OnTimeout(m_now); // the start is over
        LeaveContext left;
        left.now = m_now;
        left.batch = batch;
        m_scheme->OnLeave(left);
        for (int i = 0; i < 20; ++i)
        {
            m_now += FromSeconds(0.1);
            Answer(0.1); // one travels
        }
        m_now += FromSeconds(0.1);
        const double before = m_scheme->Level();
        Answer(0.1, 0, waiting + 1);
        return m_scheme->Level() > before;
    };
    const double byTheHold = 0;
    EXPECT_TRUE(letsWait(2, byTheHold, 0));
    EXPECT_FALSE(letsWait(3, byTheHold, 0));
    EXPECT_TRUE(letsWait(2, byTheHold, 1));
    EXPECT_FALSE(letsWait(3, byTheHold, 1));
    EXPECT_TRUE(letsWait(2, byTheHold, 2));
    EXPECT_FALSE(letsWait(3, byTheHold, 2));
    EXPECT_TRUE(letsWait(6, byTheHold, 6));
    EXPECT_FALSE(letsWait(7, byTheHold, 6));
    EXPECT_TRUE(letsWait(3, 4, 6));
    EXPECT_FALSE(letsWait(4, 4, 6));
}

TEST_F(FerryTest, WhatIsNotAnsweredWaits)
{
    Make({{"WaitingPerLink", 4}, {"InitialWindow", 40}});
    UseOneQueue();
    const auto answerAmong = [this](std::size_t outstanding) {
        m_now += FromSeconds(0.01);
        const double before = m_scheme->Level();
        Answer(0.1, 0, outstanding);
        return m_scheme->Level() - before;
    };
    // 100 answers a second, of 0.1 s each: ten travel
    for (int i = 0; i < 32; ++i)
    {
        answerAmong(1);
    }
    EXPECT_EQ(m_scheme->Level(), 40) << "a window that is not used does not grow";
    EXPECT_LT(answerAmong(30), 0) << "R is as short as ever";
    Make({{"WaitingPerLink", 4}, {"InitialWindow", 20}});
    UseOneQueue();
    for (int i = 0; i < 32; ++i)
    {
        answerAmong(1);
    }
    EXPECT_EQ(answerAmong(13), 0.5) << "three wait, and four may";
}

TEST_F(FerryTest, AWindowDoesNotGrowOnceABurstIsOver)
{
    Make({{"InitialWindow", 40}});
    UseOneQueue();
    m_scheme->Admit(m_now, 40); // the window is full, and the source has nothing more to ask for
    Answer(0.1, 0, 40);
    EXPECT_EQ(m_scheme->Level(), 40.5);
    Answer(0.1, 0, 11);
    EXPECT_EQ(m_scheme->Level(), 40.5);
}

TEST_F(FerryTest, AWindowBelowOneIsARate)
{
    Make({{"InitialWindow", 1}, {"Belief", 0}, {"LeastWindow", 0.05}, {"Decrease", 0.5}});
    for (int i = 0; i < 20; ++i)
    {
        m_now += FromSeconds(2);
        Answer(1, 255);
    }
    EXPECT_DOUBLE_EQ(m_scheme->Level(), 0.05);
    m_scheme->OnSent(m_now);
    EXPECT_EQ(m_scheme->Admit(m_now, 0), m_now + FromSeconds(20));
    EXPECT_EQ(m_scheme->Admit(m_now, 1), kNever);
}

TEST_F(FerryTest, TimeoutsShrinkTheWindowOnceARoundTrip)
{
    Make({{"InitialWindow", 100}, {"Belief", 0}, {"Decrease", 0.999}});
    Answer(1);
    const double before = m_scheme->Level();
    m_scheme->OnTimeout(m_now);
    m_scheme->OnTimeout(m_now);
    EXPECT_DOUBLE_EQ(m_scheme->Level(), before * 0.8);
    m_now += FromSeconds(1.1);
    m_scheme->OnTimeout(m_now);
    EXPECT_DOUBLE_EQ(m_scheme->Level(), before * 0.64);
}

/// What idles is an uplink of which round trips of 0.1 s tell.
class FerryIdleTest : public FerryTest
{
  protected:
    void MakeAfterItsStart(const FerryValues& values)
    {
        FerryValues all{{"WaitingPerLink", 4}, {"InitialWindow", 20}, {"Belief", 1}};
        all.insert(all.end(), values.begin(), values.end());
        Make(all);
        UseOneQueue();
        m_scheme->OnTimeout(m_now);
    }

    /// A hundred round trips. @param leaving When requests leave in each, after an uplink has
    /// idled since its beginning. @param feedback What answers bring.
    void Pass(const std::vector<double>& leaving, std::uint8_t feedback = 0)
    {
        for (int i = 0; i < 100; ++i)
        {
            for (const double after : leaving)
            {
                LeaveContext left;
                left.now = m_now + FromSeconds(after);
                left.uplinkIdleAt = m_now;
                m_scheme->OnLeave(left);
            }
            m_now += FromSeconds(0.1);
            Answer(0.1, feedback, 1); // one travels, and the window is not in use
        }
    }

    /// @return Whether Q is more than the nine requests that wait now.
    bool LetsNineWait()
    {
        const double before = m_scheme->Level();
        Answer(0.1, 0, 10);
        return m_scheme->Level() > before;
    }
};

TEST_F(FerryIdleTest, MoreMayWaitWhereTheUplinkIdlesAndNothingIsUnderPressure)
{
    const auto letsNineWait = [this](const FerryValues& values, std::uint8_t feedback) {
        MakeAfterItsStart(values);
        Pass({0.06}, feedback);
        return LetsNineWait();
    };
    EXPECT_TRUE(letsNineWait({{"WaitingIfIdle", 12}}, 0));
    EXPECT_FALSE(letsNineWait({{"WaitingIfIdle", 4}}, 0));
    EXPECT_FALSE(letsNineWait({{"WaitingIfIdle", 12}}, 1));
    EXPECT_FALSE(letsNineWait({{"WaitingIfIdle", 12}, {"MayIdle", 0.7}}, 0));
}

TEST_F(FerryIdleTest, LessMayWaitAgainWhereTheUplinkIsBusyOrPressureComes)
{
    MakeAfterItsStart({{"WaitingIfIdle", 12}});
    Pass({0.06});
    Pass({0});
    EXPECT_FALSE(LetsNineWait()) << "busy";
    MakeAfterItsStart({{"WaitingIfIdle", 12}});
    Pass({0.06});
    Pass({0.06}, 1);
    EXPECT_FALSE(LetsNineWait()) << "under pressure";
}

TEST_F(FerryIdleTest, IdleTimeCountsOnce)
{
    MakeAfterItsStart({{"WaitingIfIdle", 12}, {"MayIdle", 0.5}});
    Pass({0.02, 0.03, 0.04});
    EXPECT_FALSE(LetsNineWait());
    MakeAfterItsStart({{"WaitingIfIdle", 12}, {"MayIdle", 0.3}});
    Pass({0.02, 0.03, 0.04});
    EXPECT_TRUE(LetsNineWait());
}

TEST_F(FerryTest, EachRuleOfTheRelayCanBeSwitchedOff)
{
    Make({});
    EXPECT_EQ(m_scheme->Relay().overflow, Overflow::kDrop);
    EXPECT_EQ(m_scheme->Relay().sharing, BufferSharing::kDynamic);
    EXPECT_TRUE(m_scheme->Relay().overlooksLost);
    EXPECT_TRUE(m_scheme->Relay().learnsHops);
    EXPECT_TRUE(m_scheme->Relay().choosesHop);
    Make({{"Thresholds", 0}, {"OverlookLost", 0}, {"LearnHops", 0}, {"ChooseHop", 0}});
    EXPECT_FALSE(m_scheme->Relay().sharing);
    EXPECT_FALSE(m_scheme->Relay().overlooksLost);
    EXPECT_FALSE(m_scheme->Relay().learnsHops);
    EXPECT_FALSE(m_scheme->Relay().choosesHop);
}

} // namespace
} // namespace dht
