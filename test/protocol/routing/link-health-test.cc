/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-health.h"

#include <gtest/gtest.h>

/// Which links are judged how, and when.

namespace dht
{
namespace
{

constexpr Time kPatience = FromSeconds(0.5);
constexpr Time kDeafAfter = FromSeconds(5);
constexpr Time kProbeAfter = FromSeconds(4);
constexpr Time kNextProbeAfter = FromSeconds(1);
constexpr Time kAskAfter = FromSeconds(0.7);
constexpr Time kLinkHealthBegin = FromSeconds(100);
constexpr std::size_t kMost = 3;

class LinkHealthTest : public testing::Test
{
  protected:
    /// Expects one change. @param link Of which link. @param verdict What it is now.
    void ExpectChange(LinkIndex link, LinkVerdict verdict)
    {
        EXPECT_EQ(health.Next(), Time(0));
        const auto change = health.TakeChange();
        ASSERT_TRUE(change);
        EXPECT_EQ(change->link, link);
        EXPECT_EQ(change->verdict, verdict);
        EXPECT_FALSE(health.TakeChange());
    }

    /// A probe is queued and sent at once. @param id Its id. @return When it is overdue.
    Time Probe(Time now, LinkIndex link, std::uint64_t id)
    {
        EXPECT_TRUE(health.OnProbed(now, link, id, kMost));
        health.OnSent(now, link, id);
        return now + kNextProbeAfter;
    }

    LinkHealth health{
        {kPatience, kDeafAfter, kProbeAfter, kAskAfter, kNever, 3}}; ///< Of some links.
};

TEST_F(LinkHealthTest, ALinkThatIsBusyForTooLongIsStuckThenDeafUntilItTakesSomething)
{
    EXPECT_EQ(health.Next(), kNever);
    health.OnBusy(kLinkHealthBegin, 3);
    health.OnBusy(kLinkHealthBegin + kPatience / 2, 3); // which is no second beginning
    EXPECT_EQ(health.Next(), kLinkHealthBegin + kPatience);
    EXPECT_TRUE(health.Update(kLinkHealthBegin + kPatience - Time(1)).empty());
    EXPECT_FALSE(health.IsStuck(3));
    EXPECT_EQ(health.Update(kLinkHealthBegin + kPatience), std::vector<LinkIndex>({3}));
    EXPECT_TRUE(health.IsStuck(3));
    EXPECT_FALSE(health.IsStuck(2));
    ExpectChange(3, LinkVerdict::kStuck);

    EXPECT_EQ(health.Next(), kLinkHealthBegin + kDeafAfter);
    EXPECT_TRUE(health.Update(kLinkHealthBegin + kDeafAfter - Time(1)).empty());
    EXPECT_FALSE(health.TakeChange());
    health.Update(kLinkHealthBegin + kDeafAfter);
    ExpectChange(3, LinkVerdict::kDeaf);
    EXPECT_TRUE(health.IsStuck(3));
    EXPECT_EQ(health.Next(), kNever);

    health.OnReady(kLinkHealthBegin + kDeafAfter, 3);
    EXPECT_FALSE(health.IsStuck(3));
    ExpectChange(3, LinkVerdict::kMoving);
}

TEST_F(LinkHealthTest, ALinkThatIsBusyNowAndThenIsNot)
{
    for (Time now = kLinkHealthBegin; now < kLinkHealthBegin + FromSeconds(10);
         now += FromSeconds(0.4))
    {
        health.OnBusy(now, 0);
        EXPECT_TRUE(health.Update(now + FromSeconds(0.3)).empty());
        health.OnReady(now + FromSeconds(0.3), 0);
    }
    EXPECT_FALSE(health.TakeChange());
}

TEST_F(LinkHealthTest, ALinkThatFailsIsStuckAtOnceAndANewOneIsNot)
{
    health.OnFailed(kLinkHealthBegin, 1);
    EXPECT_TRUE(health.IsStuck(1));
    health.Renew(1);
    EXPECT_FALSE(health.IsStuck(1));
    EXPECT_FALSE(health.TakeChange());
}

TEST_F(LinkHealthTest, ALinkThatBringsNoAnswerIsProbed)
{
    health.OnSent(kLinkHealthBegin, 2, 1);
    health.OnSent(kLinkHealthBegin + FromSeconds(1), 2, 2); // which puts nothing off
    const Time due = kLinkHealthBegin + kProbeAfter;
    EXPECT_EQ(health.Next(), due);
    EXPECT_EQ(health.DueProbe(due - Time(1)), std::nullopt);
    EXPECT_EQ(health.DueProbe(due), LinkIndex{2});
    const Time next = Probe(due, 2, 77);
    EXPECT_EQ(health.DueProbe(next - Time(1)), std::nullopt);
    EXPECT_EQ(health.LinkOfProbe(77), LinkIndex{2});
    EXPECT_EQ(health.LinkOfProbe(78), std::nullopt);
    health.OnAnswered(2);
    EXPECT_EQ(health.LinkOfProbe(77), std::nullopt);
    EXPECT_EQ(health.Next(), kNever);
}

TEST_F(LinkHealthTest, WithoutAnAnswerToAnyProbeALinkSwallowsRequests)
{
    health.OnSent(kLinkHealthBegin, 0, 1);
    Time now = kLinkHealthBegin + kProbeAfter;
    for (std::uint64_t id = 10; id < 10 + kMost; ++id)
    {
        ASSERT_EQ(health.DueProbe(now), LinkIndex{0});
        now = Probe(now, 0, id);
        EXPECT_FALSE(health.TakeChange());
    }
    ASSERT_EQ(health.DueProbe(now), LinkIndex{0});
    EXPECT_FALSE(health.OnProbed(now, 0, 20, kMost));
    EXPECT_FALSE(health.TakeChange()); // they may just be late
    const Time end = now - kNextProbeAfter + kProbeAfter;
    EXPECT_EQ(health.DueProbe(end - Time(1)), std::nullopt);
    ASSERT_EQ(health.DueProbe(end), LinkIndex{0});
    EXPECT_FALSE(health.OnProbed(end, 0, 21, kMost));
    ExpectChange(0, LinkVerdict::kSwallows);
    EXPECT_FALSE(health.IsStuck(0));
}

TEST_F(LinkHealthTest, ALinkIsSilentOnceItIsProbedAndUntilItBringsAnAnswer)
{
    health.OnSent(kLinkHealthBegin, 2, 1);
    health.OnSent(kLinkHealthBegin + FromSeconds(1), 2, 2);
    EXPECT_FALSE(health.IsSilent(2));
    Probe(kLinkHealthBegin + kProbeAfter, 2, 77);
    EXPECT_TRUE(health.IsSilent(2));
    health.OnReady(kLinkHealthBegin, 1);
    EXPECT_TRUE(health.IsException(2));
    health.OnSent(kLinkHealthBegin, 1, 3);
    Probe(kLinkHealthBegin + kProbeAfter, 1, 78);
    EXPECT_FALSE(health.IsException(2)) << "the other one is silent, too";
    health.OnAnswered(2);
    EXPECT_FALSE(health.IsSilent(2));
}

TEST_F(LinkHealthTest, WhereOthersAreBusyMeanwhileAllTakesLonger)
{
    const LinkHealth::Patience
        patience{kPatience, kDeafAfter, kProbeAfter, kAskAfter, kNever, 3, 2};
    LinkHealth calm(patience);
    calm.OnSent(kLinkHealthBegin, 0, 1);
    EXPECT_EQ(calm.Next(), kLinkHealthBegin + kProbeAfter);
    calm.OnBusy(kLinkHealthBegin + FromSeconds(1), 1);
    calm.OnReady(kLinkHealthBegin + FromSeconds(2), 1);
    EXPECT_EQ(calm.Next(), kLinkHealthBegin + 4 * kProbeAfter);

    LinkHealth deaf(patience);
    deaf.OnBusy(kLinkHealthBegin, 0);
    deaf.Update(kLinkHealthBegin + kPatience);
    EXPECT_TRUE(deaf.TakeChange());
    EXPECT_EQ(deaf.Next(), kLinkHealthBegin + kDeafAfter);
    deaf.OnBusy(kLinkHealthBegin + kPatience, 1);
    deaf.OnReady(kLinkHealthBegin + kPatience, 1);
    EXPECT_EQ(deaf.Next(), kLinkHealthBegin + 2 * kDeafAfter);

    LinkHealth held(patience);
    held.OnBusy(kLinkHealthBegin, 1);
    const Time since = kLinkHealthBegin + FromSeconds(1);
    held.OnSent(since, 0, 1);
    EXPECT_FALSE(held.DueProbe(since + kProbeAfter)) << "the other one still is";
    EXPECT_EQ(held.DueProbe(since + 4 * kProbeAfter), 0u);
}

TEST_F(LinkHealthTest, AProbeThatIsNotSentCountsForNothing)
{
    health.OnSent(kLinkHealthBegin, 0, 1);
    Time now = kLinkHealthBegin + kProbeAfter;
    for (std::uint64_t i = 0; i < 10; ++i)
    {
        ASSERT_TRUE(health.DueProbe(now));
        const bool isLost = i % 2 == 0; // or there is no room at all
        health.OnProbed(now, 0, isLost ? std::optional(i) : std::nullopt, kMost);
        now += isLost ? LinkHealth::kLostAfter : kProbeAfter;
        EXPECT_EQ(health.DueProbe(now - Time(1)), std::nullopt);
        EXPECT_FALSE(health.TakeChange());
    }
}

TEST_F(LinkHealthTest, AProbeThatWaitedForAStuckLinkIsMadeAnewWhenTheLinkMoves)
{
    health.Try(kLinkHealthBegin, 1);
    EXPECT_TRUE(health.OnProbed(kLinkHealthBegin, 1, 77, kMost));
    health.OnBusy(kLinkHealthBegin, 1);
    health.Update(kLinkHealthBegin + kPatience);
    ExpectChange(1, LinkVerdict::kStuck); // the probe goes another way, or nowhere
    const Time open = kLinkHealthBegin + FromSeconds(1);
    health.OnReady(open, 1);
    ExpectChange(1, LinkVerdict::kMoving);
    EXPECT_EQ(health.DueProbe(open + kNextProbeAfter), LinkIndex{1});
    Probe(open + kNextProbeAfter, 1, 78);
    EXPECT_EQ(health.LinkOfProbe(77), std::nullopt);
    EXPECT_EQ(health.LinkOfProbe(78), LinkIndex{1});
}

TEST_F(LinkHealthTest, AnyAnswerIsProof)
{
    Time now = kLinkHealthBegin;
    for (std::uint64_t i = 0; i < 10; ++i)
    {
        health.OnSent(now, 0, 100 + i);
        now = Probe(now + kProbeAfter, 0, i);
        if (i % 2 == 1)
        {
            health.OnAnswered(0);
        }
        EXPECT_FALSE(health.TakeChange());
    }
}

TEST_F(LinkHealthTest, ALinkOnTrialIsProbedAtOnceAndOnlyTheProbesAnswerCounts)
{
    health.Try(kLinkHealthBegin, 2);
    EXPECT_EQ(health.DueProbe(kLinkHealthBegin + kPatience - Time(1)), std::nullopt);
    const Time due = kLinkHealthBegin + kPatience;
    EXPECT_EQ(health.Next(), due);
    EXPECT_EQ(health.DueProbe(due), LinkIndex{2});
    const Time next = Probe(due, 2, 77);
    health.OnAnswered(2); // which may have been sent another way
    EXPECT_EQ(health.LinkOfProbe(77), LinkIndex{2});
    EXPECT_EQ(health.DueProbe(next), LinkIndex{2});
    health.OnProved(2);
    EXPECT_EQ(health.Next(), kNever);
    health.OnSent(kLinkHealthBegin, 2, 1);
    health.OnAnswered(2); // from now on it is a link like others
    EXPECT_EQ(health.Next(), kNever);
}

TEST_F(LinkHealthTest, ANeighbourIsAskedThatBringsNoAnswerToOwnRequests)
{
    health.OnSent(kLinkHealthBegin, 1, 1); // somebody else's: its answer does not come here
    EXPECT_EQ(health.TakeSilent(kLinkHealthBegin + FromSeconds(3)), std::nullopt);
    health.OnOwnSent(kLinkHealthBegin, 2);
    health.OnOwnSent(kLinkHealthBegin + kAskAfter / 2, 2); // which puts nothing off
    EXPECT_EQ(health.Next(), kLinkHealthBegin + kAskAfter);
    EXPECT_EQ(health.TakeSilent(kLinkHealthBegin + kAskAfter - Time(1)), std::nullopt);
    EXPECT_EQ(health.TakeSilent(kLinkHealthBegin + kAskAfter), LinkIndex{2});
    // it is there, but slow: it is given twice as long
    EXPECT_EQ(health.TakeSilent(kLinkHealthBegin + 3 * kAskAfter - Time(1)), std::nullopt);
    EXPECT_EQ(health.TakeSilent(kLinkHealthBegin + 3 * kAskAfter), LinkIndex{2});
    health.OnAnswered(2);
    EXPECT_EQ(health.TakeSilent(kLinkHealthBegin + 100 * kAskAfter), std::nullopt);
}

TEST_F(LinkHealthTest, WhoIsAskedForNothingIsGivenLongerUpToABoundUntilAnswersComeAgain)
{
    Time now = kLinkHealthBegin;
    health.OnOwnSent(now, 0);
    for (int i = 0; i < 10; ++i)
    {
        now = health.Next();
        EXPECT_EQ(health.TakeSilent(now), LinkIndex{0});
    }
    EXPECT_EQ(health.Next(), now + 16 * kAskAfter);
    for (int i = 0; i < 100; ++i)
    {
        health.OnAnswered(0);
    }
    health.OnOwnSent(now, 0);
    EXPECT_EQ(health.Next(), now + kAskAfter);
}

TEST_F(LinkHealthTest, AStuckLinkIsNotProbed)
{
    health.OnSent(kLinkHealthBegin, 0, 1);
    health.OnFailed(kLinkHealthBegin, 0);
    EXPECT_EQ(health.DueProbe(kLinkHealthBegin + 2 * kProbeAfter), std::nullopt);
}

TEST_F(LinkHealthTest, APauseOfThisPeerSaysNothingAboutOthers)
{
    health.OnSent(kLinkHealthBegin, 0, 1);
    health.OnBusy(kLinkHealthBegin, 1);
    const Time end = kLinkHealthBegin + FromSeconds(20);
    health.OnEndOfPause(end);
    EXPECT_TRUE(health.Update(end).empty());
    EXPECT_EQ(health.DueProbe(end), std::nullopt);
    EXPECT_EQ(health.Next(), end + kPatience);
    EXPECT_EQ(health.DueProbe(end + kProbeAfter), LinkIndex{0});
}

} // namespace
} // namespace dht
