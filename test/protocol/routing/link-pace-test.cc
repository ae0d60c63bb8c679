/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-pace.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Which links are slow, and for how long.

namespace dht
{
namespace
{

constexpr Time kPeriod = FromSeconds(1);
constexpr LinkIndex kLinks = 3;
constexpr LinkIndex kSlowOne = 1;

class LinkPaceTest : public testing::Test
{
  protected:
    /// A period passes in which something waits for all links again and again. @param slow How
    /// many times for the slow one. @param others How many times for each other.
    void Pass(int slow, int others)
    {
        for (LinkIndex link = 0; link < kLinks; ++link)
        {
            const int waits = link == kSlowOne ? slow : others;
            for (int i = 0; i < waits; ++i)
            {
                pace.OnBusy(now + i * kPeriod / waits, link);
                pace.OnReady(now + (i + 1) * kPeriod / waits, link);
            }
        }
        now += kPeriod;
        pace.Update(now);
    }

    /// Periods pass in which all links take what there is at once.
    /// @param periods How many.
    void Rest(int periods)
    {
        for (int i = 0; i < periods; ++i)
        {
            for (LinkIndex link = 0; link < kLinks; ++link)
            {
                pace.OnReady(now, link);
            }
            now += kPeriod;
            pace.Update(now);
        }
    }

    /// @return For how long the slow link stays slow that is in no demand any more.
    Time Pause()
    {
        const Time begin = now;
        while (pace.IsSlow(kSlowOne) && now < begin + FromSeconds(1000))
        {
            Rest(1);
        }
        return now - begin;
    }

    LinkPace pace{kPeriod, 3}; ///< Of three links.
    Time now{FromSeconds(10)}; ///< The present.
};

TEST_F(LinkPaceTest, ALinkIsSlowThatIsWaitedForThreeTimesAsLong)
{
    EXPECT_EQ(pace.Next(), kNever);
    Pass(8, 23);
    EXPECT_FALSE(pace.IsSlow(kSlowOne));
    Pass(8, 25);
    EXPECT_TRUE(pace.IsSlow(kSlowOne));
    EXPECT_FALSE(pace.IsSlow(0));
    EXPECT_FALSE(pace.IsSlow(kLinks));
}

TEST_F(LinkPaceTest, ShortWaitsAreNoHarm)
{
    Pass(9, 100);
    EXPECT_FALSE(pace.IsSlow(kSlowOne));
    Pass(8, 100);
    EXPECT_TRUE(pace.IsSlow(kSlowOne));
}

TEST_F(LinkPaceTest, NothingIsSaidBeforeThePeriodIsOver)
{
    pace.OnBusy(now, kSlowOne);
    EXPECT_EQ(pace.Next(), now + kPeriod);
    pace.OnReady(now, 0);
    pace.OnReady(now + kPeriod / 2, kSlowOne);
    pace.OnBusy(now + kPeriod / 2, kSlowOne);
    pace.Update(now + kPeriod - Time(1));
    EXPECT_FALSE(pace.IsSlow(kSlowOne));
    pace.Update(now + kPeriod);
    EXPECT_TRUE(pace.IsSlow(kSlowOne));
}

TEST_F(LinkPaceTest, AWaitOfLessThanAQuarterIsNoHarm)
{
    const Time begin = now;
    for (const bool isShort : {true, false})
    {
        pace.OnReady(now, 0);
        pace.OnBusy(now, kSlowOne);
        pace.OnReady(now + kPeriod / 8, kSlowOne);
        pace.OnReady(now + kPeriod / 2, 0);
        pace.OnBusy(now + kPeriod / 2, kSlowOne);
        pace.OnReady(now + kPeriod / 2 + kPeriod / 8 - Time(isShort), kSlowOne);
        now = pace.Next();
        pace.Update(now);
        EXPECT_EQ(pace.IsSlow(kSlowOne), !isShort);
    }
    EXPECT_EQ(now, begin + 2 * kPeriod);
}

TEST_F(LinkPaceTest, WhereAllAreSlowNoneIs)
{
    for (int i = 0; i < 10; ++i)
    {
        Pass(2, 2);
        EXPECT_FALSE(pace.IsSlow(kSlowOne));
    }
}

TEST_F(LinkPaceTest, AnOnlyLinkIsNotSlow)
{
    LinkPace only(kPeriod, 3);
    for (int i = 0; i < 4; ++i)
    {
        only.OnBusy(now + i * kPeriod / 4, 0);
        only.OnReady(now + (i + 1) * kPeriod / 4, 0);
    }
    only.Update(now + kPeriod);
    EXPECT_FALSE(only.IsSlow(0));
}

TEST_F(LinkPaceTest, TwoSlowLinksDoNotHideEachOther)
{
    constexpr LinkIndex other = kLinks;
    for (int i = 0; i < 2; ++i)
    {
        for (const LinkIndex link : {kSlowOne, other})
        {
            pace.OnBusy(now + i * kPeriod / 2, link);
            pace.OnReady(now + (i + 1) * kPeriod / 2, link);
        }
    }
    pace.OnReady(now, 0);
    pace.OnReady(now, 2);
    pace.Update(now + kPeriod);
    EXPECT_TRUE(pace.IsSlow(kSlowOne));
    EXPECT_TRUE(pace.IsSlow(other));
    EXPECT_FALSE(pace.IsSlow(0));
}

TEST_F(LinkPaceTest, ASlowLinkStaysSlowForAPauseThatGrowsIfItWasNotLongEnough)
{
    Time expected = LinkPace::kShortestPause;
    for (int i = 0; i < 6; ++i)
    {
        Pass(2, 30);
        ASSERT_TRUE(pace.IsSlow(kSlowOne));
        Pass(2, 30); // it is in demand still: the pause begins again
        EXPECT_EQ(Pause(), expected);
        expected = std::min(2 * expected, LinkPace::kLongestPause);
    }
    EXPECT_EQ(pace.Next(), kNever);
    now += LinkPace::kLongestPause;
    Pass(2, 30);
    EXPECT_EQ(Pause(), LinkPace::kShortestPause) << "what was long ago is forgiven";
}

TEST_F(LinkPaceTest, ALinkThatLeadsElsewhereIsNotSlow)
{
    Pass(2, 30);
    pace.Renew(kSlowOne);
    EXPECT_FALSE(pace.IsSlow(kSlowOne));
}

TEST_F(LinkPaceTest, APauseOfThisPeerSaysNothingAboutOthers)
{
    pace.OnBusy(now, kSlowOne);
    now += FromSeconds(20);
    pace.Restart(now);
    pace.Update(now);
    EXPECT_FALSE(pace.IsSlow(kSlowOne));
    EXPECT_EQ(pace.Next(), now + kPeriod);
}

TEST_F(LinkPaceTest, WithoutAPeriodNoLinkIsSlow)
{
    LinkPace none(kNever, 3);
    none.OnBusy(now, kSlowOne);
    EXPECT_EQ(none.Next(), kNever);
    none.Update(now + FromSeconds(1000));
    EXPECT_FALSE(none.IsSlow(kSlowOne));
}

} // namespace
} // namespace dht
