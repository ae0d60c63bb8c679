/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iterative-peers.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Iterative routing, at one peer: lookups that have to go on, and for which there is no room.

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

/// Back-pressure, and one place for the lookups of a peer, which is taken. Two lookups are out.
class ParkedLookupsTest : public testing::Test
{
  protected:
    ParkedLookupsTest()
        : f("back-pressure", {}, Iterative(4))
    {
        f.Issue(kNow, 5);
        f.Issue(kNow, 6);
        f.host.lookupsReady = false;
        f.Issue(kNow, 1);
        EXPECT_EQ(f.host.lookups.size(), 2u);
        EXPECT_EQ(f.peer.Queued(), 1u);
    }

    /// The two that are out have to go on, and there is no room.
    void RedirectBoth()
    {
        for (const std::size_t i : {0, 1})
        {
            Redirect(f.peer, kNow, f.host.lookups[i], i == 0 ? kThird : kFourth);
            EXPECT_TRUE(f.peer.IdentitiesHold());
        }
        EXPECT_EQ(f.host.lookups.size(), 2u);
    }

    /// Lookups can be sent from now on.
    void Send(Time now)
    {
        f.host.lookupsReady = true;
        f.peer.OnDatagramsWritable(now);
        f.peer.OnWake(now);
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }

    PeerFixture f;
};

TEST_F(ParkedLookupsTest, TheyAreSentInOrderWhenThereIsRoom)
{
    RedirectBoth();
    EXPECT_EQ(f.peer.Outstanding(), 3u);
    Send(kNow);
    ASSERT_EQ(f.host.lookups.size(), 5u);
    EXPECT_TRUE(f.host.lookups[3].extras->to == kThird);
    EXPECT_TRUE(f.host.lookups[4].extras->to == kFourth);
    EXPECT_EQ(f.peer.GetCounters().TotalDropped(), 0u);
}

TEST_F(ParkedLookupsTest, TheyGoBeforeTheNextOwnRequest)
{
    RedirectBoth();
    f.Issue(kNow, 2);
    EXPECT_EQ(f.peer.GetCounters().issued, 3u);
    Send(kNow);
    ASSERT_EQ(f.host.lookups.size(), 6u);
    EXPECT_TRUE(f.host.lookups[3].extras->to == kThird);
    EXPECT_TRUE(f.host.lookups[4].extras->to == kFourth);
    EXPECT_EQ(f.host.lookups[5].key, PeerFixture::KeyOf(2));
}

TEST_F(ParkedLookupsTest, StoppingThePeerDoesNotForgetThem)
{
    RedirectBoth();
    f.peer.Stop(kNow);
    Send(kNow);
    EXPECT_EQ(f.host.lookups.size(), 5u);
}

TEST_F(ParkedLookupsTest, WhatWasGivenUpMeanwhileIsNotSent)
{
    RedirectBoth();
    const Time late = FromSeconds(61);
    f.peer.OnWake(late);
    EXPECT_EQ(f.peer.GetCounters().givenUp, 3u);
    Send(late);
    EXPECT_EQ(f.host.lookups.size(), 3u); // that which had its place in the queue
    EXPECT_EQ(f.peer.Outstanding(), 0u);
}

TEST_F(ParkedLookupsTest, ADuplicateOfTheirRedirectDoesNotParkThemTwice)
{
    RedirectBoth();
    Redirect(f.peer, kNow, f.host.lookups[0], kFourth);
    EXPECT_EQ(f.peer.GetCounters().redundantAcks, 1u);
    Send(kNow);
    EXPECT_EQ(f.host.lookups.size(), 5u);
}

/// Waits for room as back-pressure does, and has a timer of 1 s as well.
class PatientScheme : public CongestionControl
{
  public:
    Time Admit(Time now, std::size_t /* outstanding */) override
    {
        return now;
    }

    RelayPolicy Relay() const override
    {
        return {QueueDiscipline::kPerNeighbour, Overflow::kBlock};
    }

    const TimeoutPolicy* Retransmission() const override
    {
        static const TimeoutPolicy policy = [] {
            TimeoutPolicy second;
            second.initial = FromSeconds(1);
            second.minimum = FromSeconds(1);
            return second;
        }();
        return &policy;
    }
};

/// A lookup that waits for room was not sent: it is not late, however long it waits.
TEST(ParkedLookupTest, WhatIsParkedIsNotRetransmitted)
{
    test::MersenneRandom random(1);
    test::RecordingHost host;
    test::ScriptedSource source;
    Peer peer(Iterative(4),
              ChordOverlay(Ring::Even(8)).MakeTable(0),
              std::make_unique<PatientScheme>(),
              host,
              random);
    source.keys = {PeerFixture::KeyOf(5)};
    peer.Start(kNow, source);
    host.lookupsReady = false;
    source.keys = {PeerFixture::KeyOf(1)};
    peer.Start(kNow, source);
    Redirect(peer, kNow, host.lookups.at(0), kThird);
    const Time late = kNow + FromSeconds(5);
    host.lookupsReady = true;
    peer.OnDatagramsWritable(late);
    peer.OnWake(late);
    EXPECT_EQ(std::count_if(host.lookups.begin(),
                            host.lookups.end(),
                            [](const Request& lookup) { return lookup.extras->to == kThird; }),
              1);
    EXPECT_TRUE(peer.IdentitiesHold());
}

} // namespace
} // namespace dht
