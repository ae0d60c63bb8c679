/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-window-registry.h"
#include "iterative-peers.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Iterative routing, at one peer: a window for its lookups.

namespace dht
{
namespace
{

using test::Iterative;
using test::kFourth;
using test::kNow;
using test::kThird;
using test::PeerFixture;
using test::Redirect;

/// @param limit What limits lookups. @return The options of such an iterative peer.
PeerOptions
Limited(LookupLimit limit = LookupLimit::kStp)
{
    PeerOptions options = Iterative();
    options.lookupWindow = limit;
    return options;
}

/// STP's window, which begins with three, and a scheme without a timer.
class WindowedLookupsTest : public testing::Test
{
  protected:
    WindowedLookupsTest()
        : f("none", {}, Limited())
    {
    }

    /// @return What was sent last.
    Request Last() const
    {
        return f.host.lookups.back();
    }

    /// Who was asked is responsible. @param now The present. @param lookup The question.
    void Acknowledge(Time now, const Request& lookup)
    {
        OverlayAck ack = PeerFixture::AckOf(lookup);
        ack.responsible = lookup.extras->to;
        f.peer.OnDatagram(now, lookup.extras->to, ack);
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }

    /// @param limit Lookups that may be asking. @param underWay Those that are.
    void ExpectWindow(std::size_t limit, std::size_t underWay) const
    {
        EXPECT_EQ(f.peer.LookupWindow()->Limit(), limit);
        EXPECT_EQ(f.peer.LookupWindow()->InFlight(), underWay);
        ASSERT_FALSE(f.observer.windows.empty());
        EXPECT_EQ(f.observer.windows.back().limit, limit);
        EXPECT_EQ(f.observer.windows.back().underWay, underWay);
    }

    /// Make requests. @param count How many, from now on.
    void IssueMany(int count)
    {
        for (int i = 0; i < count; ++i)
        {
            f.Issue(kNow, 5);
        }
    }

    PeerFixture f;
};

TEST_F(WindowedLookupsTest, ThreeAreAskedAtFirstAndTheOthersWaitAtTheirSource)
{
    IssueMany(10);
    EXPECT_EQ(f.host.lookups.size(), 3u);
    ExpectWindow(3, 3);
    EXPECT_EQ(f.peer.GetCounters().issued, 3u);
    EXPECT_TRUE(f.peer.IsWaiting());
    EXPECT_EQ(f.source.keys.size(), 6u); // one is taken and waits
    Acknowledge(kNow, f.host.lookups[0]);
    // w is 2 now: six may be asking
    EXPECT_EQ(f.host.lookups.size(), 7u);
    ExpectWindow(6, 6);
    EXPECT_EQ(f.peer.GetCounters().issued, 7u);
}

TEST_F(WindowedLookupsTest, AKeyOfItsOwnNeedsNoRoom)
{
    IssueMany(3);
    f.Issue(kNow, 0);
    EXPECT_EQ(f.peer.GetCounters().answered, 1u);
    EXPECT_FALSE(f.peer.IsWaiting());
}

TEST_F(WindowedLookupsTest, ALookupThatGoesOnKeepsItsRoomBeforeNewOnes)
{
    IssueMany(4);
    Redirect(f.peer, kNow, f.host.lookups[1], kThird);
    ASSERT_EQ(f.host.lookups.size(), 5u);
    EXPECT_TRUE(f.host.lookups[3].extras->to == kThird);
    EXPECT_EQ(f.host.lookups[3].id, f.host.lookups[1].id);
    ExpectWindow(6, 4);
    EXPECT_EQ(f.peer.GetCounters().issued, 4u);
    Acknowledge(kNow, f.host.lookups[3]);
    ExpectWindow(7, 3);
}

/// By one a round of w answers; w is a third of what may be asking.
TEST_F(WindowedLookupsTest, AnswersToAllQuestionsLetTheWindowGrow)
{
    IssueMany(1000);
    std::size_t next = 0;
    for (int round = 0; round < 30; ++round)
    {
        const std::size_t before = f.peer.LookupWindow()->Limit();
        for (std::size_t i = 0; i < before / 3; ++i)
        {
            Redirect(f.peer, kNow, f.host.lookups.at(next++), round % 2 == 0 ? kThird : kFourth);
            ASSERT_LE(f.peer.LookupWindow()->InFlight(), f.peer.LookupWindow()->Limit());
            ASSERT_TRUE(f.peer.IdentitiesHold());
        }
        EXPECT_LE(f.peer.LookupWindow()->Limit(), before + 3);
    }
    EXPECT_GT(f.peer.LookupWindow()->Limit(), 75u);
    EXPECT_EQ(f.peer.LookupWindow()->InFlight(), f.peer.LookupWindow()->Limit());
}

TEST_F(WindowedLookupsTest, ALostQuestionIsSentAgainAndHalvesTheWindowOnce)
{
    IssueMany(1);
    for (int i = 0; i < 2; ++i)
    {
        Redirect(f.peer, kNow, Last(), i == 0 ? kThird : kFourth);
    }
    ExpectWindow(7, 1); // w is 2.5
    ASSERT_EQ(f.host.lookups.size(), 3u);
    for (const std::size_t sent : {4, 5, 6})
    {
        f.peer.OnWake(f.host.wake);
        ASSERT_EQ(f.host.lookups.size(), sent);
        EXPECT_TRUE(Last().extras->to == kFourth);
        ExpectWindow(3, 1);
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }
    EXPECT_EQ(f.peer.GetCounters().retransmitted, 3u);
    Redirect(f.peer, f.host.wake - Time(1), Last(), kThird);
    ASSERT_EQ(f.host.lookups.size(), 7u);
    ExpectWindow(6, 1); // w is 1.25, and 1 / 1.25 more
}

TEST_F(WindowedLookupsTest, WhatIsSentAgainGoesBeforeAllOthers)
{
    IssueMany(1);
    Redirect(f.peer, kNow, Last(), kThird); // w is 2
    IssueMany(8);
    ExpectWindow(6, 6);
    f.peer.OnWake(f.host.wake); // all are late: w is 1
    ExpectWindow(3, 3);
    EXPECT_EQ(f.peer.GetCounters().issued, 6u);
    ASSERT_EQ(f.host.lookups.size(), 10u);
    for (std::size_t i = 7; i < 10; ++i)
    {
        EXPECT_GT(f.host.lookups[i].attempt, 1);
    }
    Acknowledge(f.host.wake - Time(1), Last());
    ExpectWindow(6, 6);
    EXPECT_EQ(f.peer.GetCounters().issued, 7u);
    ASSERT_EQ(f.host.lookups.size(), 14u);
    EXPECT_EQ(f.host.lookups[12].attempt, 2);
    EXPECT_EQ(Last().attempt, 1);
}

TEST_F(WindowedLookupsTest, WhoWasLateGoesBeforeWhoGoesOn)
{
    IssueMany(1);
    for (int i = 0; i < 7; ++i)
    {
        Redirect(f.peer, kNow, Last(), i % 2 == 0 ? kThird : kFourth);
    }
    ExpectWindow(12, 1); // w is 4.09
    std::vector<std::uint64_t> expected{Last().id};
    f.Issue(kNow + FromSeconds(0.1), 5);
    expected.push_back(Last().id);
    for (int i = 0; i < 12; ++i)
    {
        f.Issue(kNow + FromSeconds(0.2), 5);
    }
    ExpectWindow(12, 12);
    const std::vector<Request> others(f.host.lookups.end() - 10, f.host.lookups.end());
    f.peer.OnWake(kNow + FromSeconds(1)); // the first one is late
    ExpectWindow(6, 11);
    Redirect(f.peer, kNow + FromSeconds(1.05), others[0], kThird); // and this one has to go on
    expected.push_back(others[0].id);
    ExpectWindow(7, 10);
    f.peer.OnWake(kNow + FromSeconds(1.1)); // the second one is late
    ExpectWindow(3, 9);
    const std::size_t sent = f.host.lookups.size();
    for (std::size_t i = 1; f.host.lookups.size() < sent + 3; ++i)
    {
        Acknowledge(kNow + FromSeconds(1.15), others.at(i));
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        EXPECT_EQ(f.host.lookups[sent + i].id, expected[i]) << i;
    }
}

TEST_F(WindowedLookupsTest, AnAnswerToTheFirstTransmissionTellsHowLongAnswersTake)
{
    IssueMany(1);
    Redirect(f.peer, kNow, Last(), kThird);
    const Request second = Last();
    f.peer.OnWake(f.host.wake);
    ExpectWindow(3, 1);
    const Time late = f.host.wake - Time(1);
    Redirect(f.peer, late, second, kFourth);
    EXPECT_TRUE(Last().extras->to == kFourth);
    ExpectWindow(6, 1);
    EXPECT_EQ(f.observer.rtts, (std::vector<Time>{late - kNow}));
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

/// It is of a transmission between the first and the last.
TEST_F(WindowedLookupsTest, AnAnswerOfUnknownAgeMovesTheLookupOnAndNotTheWindow)
{
    IssueMany(1);
    Redirect(f.peer, kNow, Last(), kThird);
    f.peer.OnWake(f.host.wake);
    const Request third = Last();
    f.peer.OnWake(f.host.wake);
    Redirect(f.peer, f.host.wake - Time(1), third, kFourth);
    EXPECT_TRUE(Last().extras->to == kFourth);
    ExpectWindow(3, 1);
    EXPECT_TRUE(f.observer.rtts.empty());
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST_F(WindowedLookupsTest, WhatWaitsToBeSentAgainMayBeAnsweredMeanwhile)
{
    IssueMany(1);
    Redirect(f.peer, kNow, Last(), kThird);
    IssueMany(6);
    const std::vector<Request> sent = f.host.lookups;
    f.peer.OnWake(f.host.wake);
    ExpectWindow(3, 3);
    for (std::size_t i = 1; i < sent.size(); ++i)
    {
        Redirect(f.peer, f.host.wake - Time(1), sent[i], kFourth);
        ASSERT_TRUE(f.peer.IdentitiesHold());
        ASSERT_LE(f.peer.LookupWindow()->InFlight(), f.peer.LookupWindow()->Limit());
    }
    // and goes on to whom the late ones have named, once there is room
    EXPECT_GE(std::count_if(f.host.lookups.begin(),
                            f.host.lookups.end(),
                            [](const Request& lookup) { return lookup.extras->to == kFourth; }),
              3);
}

TEST_F(WindowedLookupsTest, WhatIsGivenUpMakesRoom)
{
    IssueMany(4);
    f.peer.OnWake(kNow + FromSeconds(61));
    EXPECT_EQ(f.peer.GetCounters().givenUp, 3u);
    ExpectWindow(3, 1);
    EXPECT_EQ(f.peer.GetCounters().issued, 4u);
}

TEST_F(WindowedLookupsTest, ALookupThatHasNoHopLeftTakesNoRoom)
{
    PeerOptions options = Limited();
    options.hopLimit = 2;
    PeerFixture g("none", {}, options);
    g.Issue(kNow, 5);
    Redirect(g.peer, kNow, g.host.lookups.at(0), kThird);
    Redirect(g.peer, kNow, g.host.lookups.at(1), kFourth);
    EXPECT_EQ(g.host.lookups.size(), 2u);
    EXPECT_EQ(g.peer.LookupWindow()->InFlight(), 0u);
    g.peer.OnWake(kNow + FromSeconds(61));
    EXPECT_EQ(g.peer.GetCounters().givenUp, 1u);
    EXPECT_TRUE(g.peer.IdentitiesHold());
}

TEST_F(WindowedLookupsTest, StopLetsOutstandingRequestsFinish)
{
    IssueMany(4);
    f.peer.Stop(kNow);
    Redirect(f.peer, kNow, f.host.lookups[0], kThird);
    EXPECT_EQ(f.host.lookups.size(), 4u);
    Acknowledge(kNow, Last());
    EXPECT_EQ(f.peer.GetCounters().answered, 1u);
    EXPECT_EQ(f.peer.GetCounters().issued, 3u);
}

TEST(LookupLimitTest, EveryWindowHasItsName)
{
    const auto& parameter = GetParameter<PeerOptions>("LookupWindow");
    ASSERT_EQ(parameter.choices.size(), 2 + WindowRegistry::Get().All().size());
    EXPECT_EQ(parameter.choices[0], "none");
    EXPECT_EQ(parameter.choices[1], "stp");
    for (std::size_t place = 1; place < parameter.choices.size(); ++place)
    {
        SCOPED_TRACE(parameter.choices[place]);
        PeerFixture f("none", {}, Limited(static_cast<LookupLimit>(place)));
        for (int i = 0; i < 1000; ++i)
        {
            f.Issue(kNow, 5);
        }
        ASSERT_NE(f.peer.LookupWindow(), nullptr);
        EXPECT_EQ(f.peer.LookupWindow()->InFlight(), f.peer.LookupWindow()->Limit());
        EXPECT_EQ(f.peer.Level(), static_cast<double>(f.peer.LookupWindow()->Limit()));
        EXPECT_LT(f.host.lookups.size(), 500u);
        if (place > 1)
        {
            EXPECT_EQ(parameter.choices[place], WindowRegistry::Get().Names().at(place - 2));
        }
    }
}

TEST(LookupLimitTest, OnlyIterativeLookupsHaveOne)
{
    PeerOptions options = Limited();
    options.routing = RoutingMode::kRecursive;
    PeerFixture recursive("none", {}, options);
    PeerFixture unlimited("none", {}, Iterative());
    for (PeerFixture* const f : {&recursive, &unlimited})
    {
        EXPECT_EQ(f->peer.LookupWindow(), nullptr);
        EXPECT_EQ(f->peer.Level(), 0);
        f->Issue(kNow, 5);
        f->peer.OnWake(kNow + FromSeconds(30));
        EXPECT_EQ(f->peer.GetCounters().retransmitted, 0u);
    }
    // a scheme's level is its own, and so is its timer
    PeerFixture credit("credit", {{"InitialTimeout", 4}}, Limited());
    credit.Issue(kNow, 5);
    EXPECT_EQ(credit.peer.Level(), credit.peer.Scheme().Level());
    EXPECT_GT(credit.peer.Level(), 0);
    EXPECT_EQ(credit.host.wake, kNow + FromSeconds(4));
}

} // namespace
} // namespace dht
