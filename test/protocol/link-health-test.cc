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
constexpr Time kBegin = FromSeconds(100);

TEST(LinkHealthTest, ALinkThatIsBusyForTooLongIsStuckUntilItTakesSomething)
{
    LinkHealth health(kPatience);
    EXPECT_EQ(health.Next(), kNever);
    health.OnBusy(kBegin, 3);
    health.OnBusy(kBegin + kPatience / 2, 3); // which is no second beginning
    EXPECT_EQ(health.Next(), kBegin + kPatience);
    EXPECT_TRUE(health.Update(kBegin + kPatience - Time(1)).empty());
    EXPECT_FALSE(health.IsStuck(3));
    EXPECT_EQ(health.Update(kBegin + kPatience), std::vector<LinkIndex>({3}));
    EXPECT_TRUE(health.IsStuck(3));
    EXPECT_FALSE(health.IsStuck(2));
    EXPECT_LE(health.Next(), kBegin); // there is something to tell
    auto changes = health.TakeChanges();
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].link, 3u);
    EXPECT_EQ(changes[0].verdict, LinkVerdict::kStuck);
    EXPECT_EQ(health.Next(), kNever);
    EXPECT_TRUE(health.TakeChanges().empty());

    health.OnReady(3);
    EXPECT_FALSE(health.IsStuck(3));
    changes = health.TakeChanges();
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].verdict, LinkVerdict::kMoving);
}

TEST(LinkHealthTest, ALinkThatIsBusyNowAndThenIsNot)
{
    LinkHealth health(kPatience);
    for (Time now = kBegin; now < kBegin + FromSeconds(10); now += FromSeconds(0.4))
    {
        health.OnBusy(now, 0);
        EXPECT_TRUE(health.Update(now + FromSeconds(0.3)).empty());
        health.OnReady(0);
    }
    EXPECT_TRUE(health.TakeChanges().empty());
}

TEST(LinkHealthTest, ALinkThatFailsIsStuckAtOnceAndANewOneIsNot)
{
    LinkHealth health(kPatience);
    health.OnFailed(kBegin, 1);
    EXPECT_TRUE(health.IsStuck(1));
    health.Renew(1);
    EXPECT_FALSE(health.IsStuck(1));
    EXPECT_TRUE(health.TakeChanges().empty());
}

TEST(LinkHealthTest, ALinkThatBringsNoAnswerIsProbed)
{
    LinkHealth health(kPatience);
    health.OnSent(kBegin, 2);
    const Time due = kBegin + LinkHealth::kProbeAfter;
    EXPECT_EQ(health.Next(), due);
    EXPECT_EQ(health.DueProbe(due - Time(1)), std::nullopt);
    EXPECT_EQ(health.DueProbe(due), LinkIndex{2});
    health.OnProbed(due, 2, 77);
    EXPECT_EQ(health.DueProbe(due), std::nullopt);
    EXPECT_EQ(health.LinkOfProbe(77), LinkIndex{2});
    EXPECT_EQ(health.LinkOfProbe(78), std::nullopt);
    health.OnAnswered(2);
    EXPECT_EQ(health.LinkOfProbe(77), std::nullopt);
    EXPECT_EQ(health.Next(), kNever);
}

TEST(LinkHealthTest, OnlyProbesThatWereSentCountAgainstALink)
{
    LinkHealth health(kPatience);
    Time now = kBegin;
    health.OnSent(now, 0);
    for (std::uint64_t i = 0; i < 10; ++i)
    {
        now += LinkHealth::kProbeAfter;
        ASSERT_TRUE(health.DueProbe(now));
        health.OnProbed(now, 0, std::nullopt); // there was no room
        EXPECT_TRUE(health.TakeChanges().empty());
    }
    for (std::uint64_t i = 0; i < LinkHealth::kProbes; ++i)
    {
        now += LinkHealth::kProbeAfter;
        health.OnProbed(now, 0, i);
        EXPECT_TRUE(health.TakeChanges().empty());
    }
    now += LinkHealth::kProbeAfter;
    ASSERT_TRUE(health.DueProbe(now));
    health.OnProbed(now, 0, 100);
    const auto changes = health.TakeChanges();
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].verdict, LinkVerdict::kSwallows);
    EXPECT_TRUE(health.TakeChanges().empty());
}

TEST(LinkHealthTest, AnyAnswerIsProof)
{
    LinkHealth health(kPatience);
    Time now = kBegin;
    for (std::uint64_t i = 0; i < 10; ++i)
    {
        health.OnSent(now, 0);
        now += LinkHealth::kProbeAfter;
        health.OnProbed(now, 0, i);
        if (i % 2 == 1)
        {
            health.OnAnswered(0);
        }
        EXPECT_TRUE(health.TakeChanges().empty());
    }
}

TEST(LinkHealthTest, AStuckLinkIsNotProbed)
{
    LinkHealth health(kPatience);
    health.OnSent(kBegin, 0);
    health.OnFailed(kBegin, 0);
    EXPECT_EQ(health.DueProbe(kBegin + 2 * LinkHealth::kProbeAfter), std::nullopt);
}

} // namespace
} // namespace dht
