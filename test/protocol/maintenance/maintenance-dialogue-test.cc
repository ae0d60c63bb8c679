/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-maintenance-format.h"
#include "dht-maintenance.h"
#include "recording-host.h"
#include "token-keeper.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>

/// What one peer that keeps its place says to others, message by message.

namespace dht
{
namespace
{

using Messages = std::vector<std::pair<Endpoint, MaintenanceMessage>>;

/// A peer at 10.0.0.1:7000, and others that say what a test wants.
class MaintenanceDialogueTest : public testing::Test
{
  protected:
    explicit MaintenanceDialogueTest(const MaintenanceOptions& options = {})
        : peer(options, Endpoint::Ipv4(0x0a000001, 7000), host, m_random)
    {
        for (std::uint32_t i = 2; i < 40; ++i)
        {
            others.push_back(Endpoint::Ipv4(0x0a000000 + i, 7000));
        }
        std::sort(others.begin(), others.end(), [this](const Endpoint& a, const Endpoint& b) {
            return Distance(peer.Id(), IdOf(a)) < Distance(peer.Id(), IdOf(b));
        });
    }

    /// @return What the peer has said since the last call.
    Messages TakeSaid()
    {
        return std::exchange(host.said, {});
    }

    /// @return How much of what the peer has said is of some kind, and to somebody.
    static std::size_t Count(const Messages& said, MaintenanceKind kind, const Endpoint& to)
    {
        return std::count_if(said.begin(), said.end(), [&](const auto& message) {
            return message.second.kind == kind && message.first == to;
        });
    }

    /// @param asked A query, and of whom. @param responsible Whether that one is. @param peers Whom
    /// it names. @param predecessor Who is before it.
    void Answer(const std::pair<Endpoint, MaintenanceMessage>& asked,
                bool responsible,
                const std::vector<Endpoint>& peers = {},
                const std::optional<Endpoint>& predecessor = {})
    {
        MaintenanceMessage answer;
        answer.kind = MaintenanceKind::kNeighbours;
        answer.id = asked.second.id;
        answer.attempt = asked.second.attempt;
        answer.responsible = responsible;
        answer.peers = peers;
        answer.predecessor = predecessor;
        peer.OnMessage(now, asked.first, answer);
    }

    /// Somebody asks, to get a token, and then says something with it. @param from The sender's
    /// endpoint. @param message The message, without its token.
    void Say(const Endpoint& from, MaintenanceMessage message)
    {
        test::TokenKeeper tokens;
        MaintenanceMessage query;
        query.kind = MaintenanceKind::kQuery;
        query.key = IdOf(from);
        Messages before = TakeSaid();
        peer.OnMessage(now, from, query);
        for (const auto& [to, answer] : TakeSaid())
        {
            tokens.Hear(to, answer);
        }
        host.said = std::move(before);
        peer.OnMessage(now, from, tokens.Sign(from, std::move(message)));
    }

    /// The same, with nothing to say but that it may be a neighbour. @param from The sender's
    /// endpoint.
    void Notify(const Endpoint& from)
    {
        MaintenanceMessage notify;
        notify.kind = MaintenanceKind::kNotify;
        Say(from, notify);
    }

    /// The peer joins a ring of one other peer. @param other The other peer's endpoint.
    void JoinAlone(const Endpoint& other)
    {
        peer.Join(now, {other});
        const Messages said = TakeSaid();
        ASSERT_EQ(said.size(), 1u);
        Answer(said[0], true);
        ASSERT_TRUE(peer.IsJoined());
        ASSERT_EQ(peer.Successors(), std::vector<Endpoint>({other}));
    }

    /// The time goes on. @param seconds How long. @param answer What becomes of each query.
    template <typename F>
    void Run(double seconds, F answer)
    {
        for (const Time end = now + FromSeconds(seconds); peer.NextWake() <= end;)
        {
            now = std::max(now, peer.NextWake());
            peer.OnWake(now);
            for (Messages said = TakeSaid(); !said.empty(); said = TakeSaid())
            {
                for (const auto& message : said)
                {
                    if (message.second.kind == MaintenanceKind::kQuery)
                    {
                        answer(message);
                    }
                }
            }
        }
    }

    static void Silence(const std::pair<Endpoint, MaintenanceMessage>& /* asked */)
    {
    }

    Time now{0};                  ///< The present.
    std::vector<Endpoint> others; ///< Nearest first.
    test::RecordingHost host;     ///< The peer's.

  private:
    test::MersenneRandom m_random{7}; ///< For ids of queries.

  public:
    Maintenance peer; ///< The one that is looked at.
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

TEST_F(MaintenanceDialogueTest, WhoeverDoesNotAnswerIsAskedAsOftenAsItMayMiss)
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

TEST_F(MaintenanceDialogueTest, WhoeverIsNotResponsibleForItsOwnIdIsAsGoodAsDead)
{
    JoinAlone(others[5]);
    const Messages said = TakeSaid();
    Notify(others[5]); // whatever else it says
    Answer(said.at(0), false);
    EXPECT_EQ(peer.GetCounters().failures, 1u);
    EXPECT_TRUE(peer.Successors().empty());
}

TEST_F(MaintenanceDialogueTest, WhoeverAnswersOtherQueriesIsThere)
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

TEST_F(MaintenanceDialogueTest, WhereAnswersTakeLongQueriesAreRepeatedLater)
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

TEST_F(MaintenanceDialogueTest, ALinkThatComesBackAfterItFailedTwiceIsNotEnough)
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

TEST_F(MaintenanceDialogueTest, WhoeverWasGivenUpAndAnswersAgainHasReturned)
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

TEST_F(MaintenanceDialogueTest, OfThoseThatAnAnswerNamesFourAreAsked)
{
    peer.Join(now, {others[20]});
    // each is nearer to the place than the one who names them
    Answer(TakeSaid().at(0), false, {others.begin() + 21, others.begin() + 33});
    std::set<std::string> asked;
    Run(20, [&](const auto& query) { asked.insert(NameOf(query.first)); });
    asked.erase(NameOf(others[20]));
    EXPECT_EQ(asked.size(), 4u);
}

TEST_F(MaintenanceDialogueTest, ASearchThatIsLedOnForEverEnds)
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

TEST_F(MaintenanceDialogueTest, ASearchDoesNotWaitForWhoeverWasGivenUp)
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

TEST(MaintenanceCountersTest, AllAreAdded)
{
    const auto all = [](MaintenanceCounters& counters) {
        std::vector<std::uint64_t*> list{&counters.bytes,
                                         &counters.ignored,
                                         &counters.throttled,
                                         &counters.timeouts,
                                         &counters.failures,
                                         &counters.returned,
                                         &counters.connected,
                                         &counters.removed,
                                         &counters.suspected,
                                         &counters.finds,
                                         &counters.failedFinds,
                                         &counters.refuted,
                                         &counters.checks,
                                         &counters.disagreements,
                                         &counters.inquiries,
                                         &counters.held,
                                         &counters.denied,
                                         &counters.unvouched,
                                         &counters.alarms};
        for (std::size_t kind = 0; kind < counters.sent.size(); ++kind)
        {
            list.push_back(&counters.sent[kind]);
            list.push_back(&counters.received[kind]);
        }
        return list;
    };
    static_assert(sizeof(MaintenanceCounters) == 27 * sizeof(std::uint64_t), "all are listed");
    MaintenanceCounters one;
    std::uint64_t next = 0;
    for (std::uint64_t* const counter : all(one))
    {
        *counter = ++next;
    }
    MaintenanceCounters sum = one;
    sum += one;
    const auto sums = all(sum);
    const auto ones = all(one);
    for (std::size_t i = 0; i < ones.size(); ++i)
    {
        EXPECT_EQ(*sums[i], 2 * *ones[i]) << i;
    }
}

} // namespace
} // namespace dht
