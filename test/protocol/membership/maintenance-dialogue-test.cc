/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance-format.h"
#include "maintenance-dialogue.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>

/// What one peer that keeps its place says to others: how it joins and leaves, and what it
/// believes.

namespace dht
{
namespace
{

using test::Messages;

class MaintenanceDialogueTest : public test::MaintenanceDialogue
{
  protected:
    using test::MaintenanceDialogue::MaintenanceDialogue;
};

TEST_F(MaintenanceDialogueTest, WhoLeavesTellsANeighbourOnceAndWhoeverAsksLater)
{
    JoinAlone(others[0]);
    TakeSaid();
    peer.Leave(now);
    EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kLeave, others[0]), 1u);
    EXPECT_EQ(peer.NextWake(), kNever);
    MaintenanceMessage query;
    query.kind = MaintenanceKind::kQuery;
    peer.OnMessage(now, others[1], query);
    const Messages said = TakeSaid();
    ASSERT_EQ(said.size(), 1u);
    EXPECT_EQ(Count(said, MaintenanceKind::kLeave, others[1]), 1u);
}

TEST_F(MaintenanceDialogueTest, EachJoinIsTriedTenTimes)
{
    for (std::uint64_t joins = 1; joins <= 2; ++joins)
    {
        // it answers, but knows of nobody who is responsible
        peer.Join(now, {others[0]});
        Answer(TakeSaid().at(0), false);
        Run(60, [this](const auto& asked) { Answer(asked, false); });
        EXPECT_EQ(peer.GetCounters().finds, 10 * joins);
        EXPECT_EQ(peer.GetCounters().failedFinds, 10 * joins);
        EXPECT_EQ(peer.NextWake(), kNever);
    }
}

TEST_F(MaintenanceDialogueTest, WhoGivesUpBetweenTwoTriesToJoinRests)
{
    peer.Join(now, {others[0]});
    Answer(TakeSaid().at(0), false);
    EXPECT_NE(peer.NextWake(), kNever);
    peer.Leave(now);
    EXPECT_EQ(peer.NextWake(), kNever);
}

TEST_F(MaintenanceDialogueTest, WhoCreatesARingForgetsWhatItLookedForBefore)
{
    peer.Join(now, {others[5]});
    peer.Create(now);
    TakeSaid();
    std::size_t asked = 0;
    Run(120, [&](const auto& /* query */) { ++asked; });
    EXPECT_EQ(asked, 0u) << "there is nobody else";
    // when somebody comes, fingers are searched for
    Notify(others[0]);
    Answer(TakeSaid().at(0), true, {Endpoint::Ipv4(0x0a000001, 7000)});
    const std::uint64_t before = peer.GetCounters().finds;
    Run(200, [this](const auto& query) {
        Answer(query, true, {Endpoint::Ipv4(0x0a000001, 7000)}, Endpoint::Ipv4(0x0a000001, 7000));
    });
    EXPECT_GT(peer.GetCounters().finds, before);
}

TEST_F(MaintenanceDialogueTest, WhoIsAloneAsksThoseByWhomItJoinedInTurn)
{
    peer.Join(now, {others[0], others[1]});
    const auto asked = TakeSaid().at(0);
    Answer(asked, true);
    MaintenanceMessage leave;
    leave.kind = MaintenanceKind::kLeave;
    Say(asked.first, leave);
    EXPECT_TRUE(peer.Successors().empty());
    TakeSaid();
    std::vector<std::size_t> counts(2);
    Run(10, [&](const auto& query) { ++counts.at(query.first == others[0] ? 0 : 1); });
    EXPECT_GT(counts[0], 2u);
    EXPECT_GT(counts[1], 2u);
}

TEST_F(MaintenanceDialogueTest, WhoIsNotAloneAsksThemOnceAMinute)
{
    peer.Join(now, {others[0], others[1]});
    const auto first = TakeSaid().at(0);
    Answer(first, true);
    const Endpoint self = Endpoint::Ipv4(0x0a000001, 7000);
    std::size_t other = 0;
    Run(600, [&](const auto& query) {
        if (query.first == first.first)
        {
            Answer(query, true, {self}, self);
        }
        else
        {
            ++other;
        }
    });
    EXPECT_GE(other, 4u);
    EXPECT_LE(other, 5u);
}

TEST_F(MaintenanceDialogueTest, WhoeverLeavesNamesThoseWhoTakeItsPlace)
{
    JoinAlone(others[5]);
    EXPECT_EQ(peer.GetCounters().connected, 1u);
    TakeSaid();
    MaintenanceMessage leave;
    leave.kind = MaintenanceKind::kLeave;
    leave.predecessor = others[4];
    leave.peers = {others[6]};
    Say(others[5], leave);
    const Messages said = TakeSaid();
    EXPECT_EQ(Count(said, MaintenanceKind::kQuery, others[4]), 1u);
    EXPECT_EQ(Count(said, MaintenanceKind::kQuery, others[6]), 1u);
    EXPECT_EQ(peer.GetCounters().removed, 1u);
}

TEST_F(MaintenanceDialogueTest, NobodyIsAskedOrDroppedInWhoseNameAStrangerSpeaks)
{
    JoinAlone(others[5]);
    Answer(TakeSaid().at(0), true);
    TakeSaid();
    MaintenanceMessage forged;
    SetToken(forged.extensions, 1);
    for (const auto kind :
         {MaintenanceKind::kNeighbours, MaintenanceKind::kNotify, MaintenanceKind::kQuery})
    {
        forged.kind = kind;
        forged.key = peer.Id();
        peer.OnMessage(now, others[0], forged);
        EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kQuery, others[0]), 0u);
    }
    EXPECT_EQ(peer.GetCounters().ignored, 2u);
    forged.kind = MaintenanceKind::kLeave;
    peer.OnMessage(now, others[5], forged);
    EXPECT_EQ(peer.Successors(), std::vector<Endpoint>({others[5]}));
    EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kQuery, others[5]), 1u) << "is it gone?";
    Notify(others[0]);
    EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kQuery, others[0]), 1u);
}

TEST_F(MaintenanceDialogueTest, WhoDidNotShowWhereItIsGetsNoMoreThanItHasSent)
{
    JoinAlone(others[5]);
    Answer(TakeSaid().at(0), true, {others.begin() + 6, others.begin() + 13});
    TakeSaid();
    for (const std::size_t padding : {0, 5, 10, 100})
    {
        MaintenanceMessage query;
        query.kind = MaintenanceKind::kQuery;
        query.id = 77;
        query.attempt = 3;
        query.key = peer.Id();
        SetToken(query.extensions, 0, padding);
        peer.OnMessage(now, others[0], query);
        Messages said = TakeSaid();
        ASSERT_EQ(said.size(), 1u) << "nobody asks back";
        const MaintenanceMessage first = said[0].second;
        EXPECT_LE(FrameSize(first), FrameSize(query));
        EXPECT_EQ(first.id, query.id);
        EXPECT_EQ(first.attempt, query.attempt);
        ASSERT_NE(TokenIn(first.extensions), 0u);
        SetToken(query.extensions, TokenIn(first.extensions));
        peer.OnMessage(now, others[0], query);
        said = TakeSaid();
        const MaintenanceMessage second = said.at(0).second;
        EXPECT_GE(second.peers.size(), first.peers.size());
        EXPECT_EQ(TokenIn(second.extensions), 0u) << "it has one";
        peer.OnMessage(now, others[1], query);
        said = TakeSaid();
        EXPECT_NE(TokenIn(said.at(0).second.extensions), 0u) << "that was another one's";
    }
}

TEST_F(MaintenanceDialogueTest, ASuccessorThatNamesAnotherPredecessorIsNotified)
{
    for (const std::size_t named : {0, 1, 2})
    {
        const Endpoint self = Endpoint::Ipv4(0x0a000001, 7000);
        JoinAlone(others[5]);
        const Messages said = TakeSaid();
        ASSERT_EQ(said.size(), 1u);
        const std::optional<Endpoint> predecessors[]{std::nullopt, self, others[7]};
        Answer(said[0], true, {self}, predecessors[named]);
        EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kNotify, others[5]), named == 1 ? 0u : 1u)
            << named;
    }
}

/// One link at the most.
class OneLinkTest : public MaintenanceDialogueTest
{
  protected:
    OneLinkTest()
        : MaintenanceDialogueTest(One())
    {
    }

  private:
    static MaintenanceOptions One()
    {
        MaintenanceOptions options;
        options.maximumLinks = 1;
        return options;
    }
};

TEST_F(OneLinkTest, ItGoesToANearerSuccessorAtOnce)
{
    JoinAlone(others[5]);
    EXPECT_EQ(peer.NeighbourAt(0), others[5]);
    TakeSaid();
    Notify(others[0]);
    Answer(TakeSaid().at(0), true, {others[5]});
    EXPECT_EQ(peer.Successors().front(), others[0]);
    EXPECT_EQ(peer.NeighbourAt(0), others[0]);
}

/// No time at all between two transmissions.
class NoTimeTest : public MaintenanceDialogueTest
{
  protected:
    NoTimeTest()
        : MaintenanceDialogueTest(None())
    {
    }

  private:
    static MaintenanceOptions None()
    {
        MaintenanceOptions options;
        options.stabiliseInterval = options.fingerInterval = options.queryTimeout = Time(0);
        return options;
    }
};

TEST_F(NoTimeTest, TimeGoesOnAllTheSame)
{
    peer.Join(now, {others[0]});
    EXPECT_EQ(peer.NextWake(), now + FromSeconds(0.001));
}

} // namespace
} // namespace dht
