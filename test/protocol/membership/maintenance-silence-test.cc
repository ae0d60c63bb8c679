/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "maintenance-dialogue.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>

/// Whom one peer that keeps its place asks, how often, and when it gives up.

namespace dht
{
namespace
{

using test::Messages;

class MaintenanceSilenceTest : public test::MaintenanceDialogue
{
};

TEST_F(MaintenanceSilenceTest, WhoeverDoesNotAnswerIsAskedAsOftenAsItMayMiss)
{
    peer.Join(now, {others[0]});
    const Messages said = TakeSaid();
    std::size_t again = 0;
    Run(60, [&](const auto& /* asked */) { ++again; });
    EXPECT_EQ(again, std::size_t{MaintenanceOptions().queryAttempts});
    const MaintenanceCounters& counters = peer.GetCounters();
    EXPECT_EQ(counters.timeouts, again + 1);
    EXPECT_EQ(counters.bytes, (again + 1) * FrameSize(said.at(0).second));
    EXPECT_FALSE(peer.IsJoined());
}

TEST_F(MaintenanceSilenceTest, WhoeverIsNotResponsibleForItsOwnIdIsAsGoodAsDead)
{
    JoinAlone(others[5]);
    const Messages said = TakeSaid();
    Notify(others[5]); // whatever else it says
    Answer(said.at(0), false);
    EXPECT_EQ(peer.GetCounters().failures, 1u);
    EXPECT_TRUE(peer.Successors().empty());
}

TEST_F(MaintenanceSilenceTest, WhoeverAnswersOtherQueriesIsThere)
{
    JoinAlone(others[5]);
    TakeSaid();
    std::size_t searches = 0;
    Run(30, [&](const auto& asked) {
        if (asked.second.key != IdOf(others[5]))
        {
            ++searches;
            Answer(asked, true);
        }
    });
    EXPECT_GT(searches, 3u);
    EXPECT_EQ(peer.GetCounters().failures, 0u);
    EXPECT_EQ(peer.Successors(), std::vector<Endpoint>({others[5]}));
}

TEST_F(MaintenanceSilenceTest, WhereAnswersTakeLongQueriesAreRepeatedLater)
{
    JoinAlone(others[5]);
    const Messages said = TakeSaid();
    now += FromSeconds(3);
    Answer(said.at(0), true);
    Notify(others[0]);
    EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kQuery, others[0]), 1u);
    std::size_t again = 0;
    const auto count = [&](const auto& asked) { again += asked.first == others[0] ? 1 : 0; };
    Run(3, count);
    EXPECT_EQ(again, 0u);
    Run(1, count);
    EXPECT_EQ(again, 1u);
}

TEST_F(MaintenanceSilenceTest, ALinkThatComesBackAfterItFailedTwiceIsNotEnough)
{
    JoinAlone(others[5]);
    Answer(TakeSaid().at(0), true);
    for (const std::size_t failures : {1, 2})
    {
        TakeSaid();
        peer.OnLinkFailed(now, 0);
        const Messages said = TakeSaid();
        ASSERT_EQ(Count(said, MaintenanceKind::kQuery, others[5]), 1u);
        Answer(said.at(0), true);
        TakeSaid();
        peer.OnLinkConnected(now, 0);
        EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kQuery, others[5]), failures - 1);
    }
}

TEST_F(MaintenanceSilenceTest, WhoeverWasGivenUpAndAnswersAgainHasReturned)
{
    JoinAlone(others[5]);
    TakeSaid();
    Run(20, Silence);
    EXPECT_EQ(peer.GetCounters().failures, 1u);
    EXPECT_TRUE(peer.Successors().empty());
    Run(20, [this](const auto& asked) { Answer(asked, true); });
    EXPECT_EQ(peer.GetCounters().returned, 1u);
    EXPECT_EQ(peer.Successors(), std::vector<Endpoint>({others[5]}));
}

TEST_F(MaintenanceSilenceTest, OfThoseThatAnAnswerNamesFourAreAsked)
{
    peer.Join(now, {others[20]});
    // each is nearer to the place than the one who names them
    Answer(TakeSaid().at(0), false, {others.begin() + 21, others.begin() + 33});
    std::set<std::string> asked;
    Run(20, [&](const auto& query) { asked.insert(NameOf(query.first)); });
    asked.erase(NameOf(others[20]));
    EXPECT_EQ(asked.size(), 4u);
}

TEST_F(MaintenanceSilenceTest, ASearchThatIsLedOnForEverEnds)
{
    // everybody names one that is a little nearer, and answers in the last moment
    peer.Join(now, {others[0]});
    auto asked = TakeSaid().at(0);
    for (std::size_t next = 1; next < others.size() && peer.GetCounters().failedFinds == 0; ++next)
    {
        now += FromSeconds(0.99);
        Answer(asked, false, {others[next]});
        const Messages said = TakeSaid();
        asked = said.empty() ? asked : said[0];
    }
    EXPECT_EQ(peer.GetCounters().failedFinds, 1u);
    EXPECT_GE(now, FromSeconds(29));
    EXPECT_LE(now, FromSeconds(31));
}

TEST_F(MaintenanceSilenceTest, ASearchDoesNotWaitForWhoeverWasGivenUp)
{
    JoinAlone(others[10]);
    TakeSaid();
    Run(9, Silence);
    // it is remembered for some trials
    ASSERT_EQ(peer.GetCounters().failures, 1u);
    Notify(others[0]);
    Answer(TakeSaid().at(0), true);
    // the new neighbour names the dead one in each search
    std::size_t searches = 0;
    std::size_t dead = 0;
    Run(30, [&](const auto& query) {
        const bool isSearch = query.second.key != IdOf(query.first);
        (query.first == others[10] ? dead : searches) += isSearch ? 1 : 0;
        if (query.first == others[0])
        {
            Answer(query, !isSearch, isSearch ? std::vector{others[10]} : std::vector<Endpoint>());
        }
    });
    EXPECT_GT(searches, 10u);
    EXPECT_EQ(dead, 0u);
}

} // namespace
} // namespace dht
