/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lone-rpc-endpoint.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <vector>

/// What an endpoint does when answers are late.

namespace dht
{
namespace
{

using test::LoneRpcEndpoint;
using test::RpcTime;
using test::StpSizeOf;
using test::TargetPeer;

class RpcTimeoutTest : public LoneRpcEndpoint
{
};

/// An answer to the first transmission, while the second one is in flight.
TEST_F(RpcTimeoutTest, ALateAnswerIsAnAnswer)
{
    onTimeout = [](const Rpc&) { return TargetPeer(2); };
    Issue(RpcTime(0), 1);
    endpoint->OnWake(RpcTime(1));
    ASSERT_EQ(sent.size(), 2u);
    const auto answer = Answer(RpcTime(1.2), sent[0]);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->rtt, RpcTime(1.2));
    EXPECT_EQ(endpoint->Counts().roundTrips, RpcTime(1.2));
    EXPECT_EQ(endpoint->Counts().inVain, RpcTime(0)) << "it was not lost";
    EXPECT_TRUE(answer->isLast);
    EXPECT_EQ(endpoint->Counts().spurious, 1u);
    EXPECT_EQ(endpoint->Counts().abandoned, 1u);
    EXPECT_EQ(endpoint->Window().InFlight(), 0u);
    EXPECT_EQ(endpoint->NextWake(), kNever);
    // the other one has answered, too: that may be of use, but no RPC ends with it
    const auto other = Answer(RpcTime(1.3), sent[1]);
    ASSERT_TRUE(other);
    EXPECT_EQ(other->rtt, RpcTime(0.3));
    EXPECT_FALSE(other->isLast);
    EXPECT_EQ(endpoint->Counts().late, 1u);
    EXPECT_EQ(endpoint->Counts().roundTrips, RpcTime(1.5));
    EXPECT_EQ(endpoint->Counts().Answers(), 2u);
    EXPECT_EQ(endpoint->Counts().answered, 1u);
    // both come twice
    EXPECT_FALSE(Answer(RpcTime(1.4), sent[0]));
    EXPECT_FALSE(Answer(RpcTime(1.4), sent[1]));
    EXPECT_EQ(endpoint->Counts().unexpected, 2u);
    EXPECT_EQ(endpoint->Predictor().Samples(), 2u);
}

TEST_F(RpcTimeoutTest, AnAnswerAfterTheEndIsASampleForFourSeconds)
{
    Issue(RpcTime(0), 1);
    Issue(RpcTime(0), 2);
    endpoint->OnWake(RpcTime(1));
    EXPECT_EQ(endpoint->Counts().timedOut, 2u);
    EXPECT_EQ(endpoint->Counts().inVain, RpcTime(2));
    const auto answer = Answer(RpcTime(4.9), sent[0]);
    ASSERT_TRUE(answer);
    EXPECT_FALSE(answer->isLast);
    EXPECT_EQ(endpoint->Counts().spurious, 1u);
    EXPECT_EQ(endpoint->Predictor().Samples(), 1u);
    EXPECT_FALSE(Answer(RpcTime(5), sent[1]));
    EXPECT_EQ(endpoint->Counts().spurious, 1u);
    EXPECT_EQ(endpoint->Counts().inVain, RpcTime(1));
    EXPECT_EQ(endpoint->Counts().Losses(), 1u);
    EXPECT_EQ(endpoint->Counts().unexpected, 1u);
}

/// And it waits for room, behind nobody: an answer that comes meanwhile saves the transmission.
TEST_F(RpcTimeoutTest, AnAnswerToWhatWaitsToBeSentAgainSavesIt)
{
    Warm(20);
    onTimeout = [](const Rpc&) { return TargetPeer(9); };
    for (unsigned peer = 1; endpoint->Window().HasRoom(); ++peer)
    {
        Issue(RpcTime(peer == 1 ? 1 : 1.5), peer);
    }
    const std::size_t before = sent.size();
    endpoint->OnWake(RpcTime(2)); // the limit is half of what it was
    EXPECT_EQ(sent.size(), before);
    EXPECT_EQ(endpoint->Waiting(), 1u);
    EXPECT_TRUE(Answer(RpcTime(2.1), sent[0]));
    EXPECT_EQ(endpoint->Waiting(), 0u);
    EXPECT_EQ(endpoint->Counts().spurious, 1u);
}

TEST_F(RpcTimeoutTest, ATimeoutHalvesTheWindowOnceAnRpc)
{
    Warm(20);
    const double before = StpSizeOf(*endpoint);
    unsigned next = 20;
    onTimeout = [&](const Rpc&) { return TargetPeer(++next); };
    Issue(RpcTime(1), 1);
    endpoint->OnWake(RpcTime(2));
    EXPECT_EQ(StpSizeOf(*endpoint), before / 2);
    endpoint->OnWake(RpcTime(3));
    endpoint->OnWake(RpcTime(4));
    EXPECT_EQ(endpoint->Counts().timeouts, 3u);
    EXPECT_EQ(StpSizeOf(*endpoint), before / 2);
    Answer(RpcTime(4.1), sent.back());
    EXPECT_EQ(StpSizeOf(*endpoint), before / 2 + 2 / before);
}

TEST_F(RpcTimeoutTest, WhatGoesToASilentPeerLeavesTheWindow)
{
    Warm(20);
    const double before = StpSizeOf(*endpoint);
    Issue(RpcTime(1), 7);
    for (int i = 0; i < 5; ++i)
    {
        Issue(RpcTime(1.5), 7);
        Issue(RpcTime(1.5), 8);
    }
    EXPECT_EQ(endpoint->Window().InFlight(), 11u);
    endpoint->OnWake(RpcTime(2));
    EXPECT_EQ(endpoint->Window().InFlight(), 5u);
    EXPECT_EQ(endpoint->InFlight(), 10u); // their timers run on
    EXPECT_EQ(StpSizeOf(*endpoint), before / 2);
    // what they come to does not move the window any more
    EXPECT_TRUE(Answer(RpcTime(2.1), sent[1]));
    EXPECT_EQ(StpSizeOf(*endpoint), before / 2);
    endpoint->OnWake(RpcTime(2.5));
    EXPECT_EQ(endpoint->Counts().timeouts, 1u + 4u + 5u);
    EXPECT_EQ(endpoint->Counts().timedOut, 10u);
    EXPECT_EQ(StpSizeOf(*endpoint), before / 4); // peer 8 is one silent peer, too
}

TEST_F(RpcTimeoutTest, TheReleaseSendsAgainAndDoublesTheTimer)
{
    RpcOptions options;
    options.transmissions = 5;
    Start(options);
    Issue(RpcTime(0), 1);
    double now = 0;
    for (const double wait : {1, 2, 2, 2, 2})
    {
        now += wait;
        EXPECT_EQ(endpoint->NextWake(), RpcTime(now));
        EXPECT_TRUE(timedOut.empty());
        endpoint->OnWake(RpcTime(now));
    }
    ASSERT_EQ(timedOut.size(), 1u);
    EXPECT_EQ(timedOut[0].attempt, 5);
    EXPECT_EQ(sent.size(), 5u);
    EXPECT_EQ(endpoint->Counts().timeouts, 5u);
    EXPECT_EQ(endpoint->Counts().timedOut, 1u);
}

TEST_F(RpcTimeoutTest, WhatIsSentAgainByItselfComesBeforeAllOthersToo)
{
    RpcOptions options;
    options.transmissions = 2;
    Start(options);
    for (unsigned peer = 1; peer <= 9; ++peer)
    {
        Issue(RpcTime(0.1 * peer), peer);
    }
    endpoint->OnWake(RpcTime(1.1));
    ASSERT_EQ(sent.size(), 4u);
    EXPECT_EQ(sent[3].id, sent[0].id);
    EXPECT_EQ(sent[3].to, TargetPeer(1).endpoint);
    EXPECT_EQ(sent[3].attempt, 2);
}

/// Of one that is sent several times, too, if it wants to.
class HedgedRpcTest : public LoneRpcEndpoint
{
  protected:
    void SetUp() override
    {
        RpcOptions options;
        options.transmissions = 3;
        options.hedges = true;
        Start(options);
    }

    /// Let all timers run out. @return To whom the RPCs were sent.
    std::vector<Endpoint> SentToTheEnd()
    {
        while (endpoint->NextWake() < kNever)
        {
            endpoint->OnWake(endpoint->NextWake());
        }
        std::vector<Endpoint> to;
        std::transform(sent.begin(), sent.end(), std::back_inserter(to), [](const Rpc& rpc) {
            return rpc.to;
        });
        return to;
    }

    Endpoint m_one{TargetPeer(1).endpoint};   ///< A peer.
    Endpoint m_other{TargetPeer(2).endpoint}; ///< Another one.
};

TEST_F(HedgedRpcTest, ItsCallerHearsOfEachTimeout)
{
    Issue(RpcTime(0), 1);
    endpoint->OnWake(RpcTime(1));
    ASSERT_EQ(late.size(), 1u);
    EXPECT_EQ(late[0].attempt, 1);
    EXPECT_EQ(endpoint->NextWake(), RpcTime(3)) << "twice as long";
    EXPECT_EQ(SentToTheEnd(), (std::vector<Endpoint>{m_one, m_one, m_one}));
    EXPECT_EQ(late.size(), 2u);
    ASSERT_EQ(timedOut.size(), 1u);
    EXPECT_EQ(timedOut[0].attempt, 3);
}

TEST_F(HedgedRpcTest, AndMaySayWhomToAskNext)
{
    onLate = [](const Rpc& rpc) { return TargetPeer(rpc.attempt == 1 ? 2 : 1); };
    Issue(RpcTime(0), 1);
    EXPECT_EQ(SentToTheEnd(), (std::vector<Endpoint>{m_one, m_other, m_one}));
    EXPECT_EQ(timedOut.size(), 1u);
}

TEST_F(HedgedRpcTest, AndMayAskOthersBesides)
{
    onLate = [this](const Rpc& rpc) {
        if (rpc.tag == 1)
        {
            Issue(RpcTime(1), 2);
        }
        return std::nullopt;
    };
    Issue(RpcTime(0), 1);
    endpoint->OnWake(RpcTime(1));
    ASSERT_EQ(sent.size(), 3u);
    EXPECT_TRUE(Answer(RpcTime(1.1), sent[1])->isLast);
    EXPECT_TRUE(Answer(RpcTime(1.1), sent[2])->isLast);
}

TEST_F(HedgedRpcTest, AndMayEndIt)
{
    onLate = [this](const Rpc& rpc) {
        endpoint->Cancel(RpcTime(1), rpc.id);
        return std::nullopt;
    };
    Issue(RpcTime(0), 1);
    EXPECT_EQ(SentToTheEnd(), std::vector<Endpoint>{m_one});
    EXPECT_EQ(endpoint->Outstanding(), 0u);
}

/// Where something else tells that a peer does not answer, its timers need not run out.
TEST_F(RpcTimeoutTest, WhatASilentPeerWasAskedHasTimedOutAtOnce)
{
    onTimeout = [](const Rpc& rpc) {
        return rpc.tag == 1 ? std::optional(TargetPeer(3)) : std::nullopt;
    };
    Warm(20);
    Issue(RpcTime(0.2), 1);
    Issue(RpcTime(0.2), 2);
    const std::uint64_t last = endpoint->Issue(RpcTime(0.2), *this, TargetPeer(1), 4);
    endpoint->OnSilent(RpcTime(0.3), TargetPeer(1).endpoint);
    ASSERT_EQ(timedOut.size(), 2u) << "the other peer has time yet";
    EXPECT_EQ(timedOut[1].id, last);
    ASSERT_EQ(sent.size(), 4u);
    EXPECT_EQ(sent[3].to, TargetPeer(3).endpoint);
    EXPECT_EQ(endpoint->Counts().timedOut, 1u);
    endpoint->OnSilent(RpcTime(0.4), TargetPeer(1).endpoint);
    EXPECT_EQ(timedOut.size(), 2u) << "it is asked nothing more";
    EXPECT_TRUE(Answer(RpcTime(0.5), sent[0])) << "what comes after all is of use";
}

TEST_F(RpcTimeoutTest, ATransmissionSaysWhichRoundTripTimeItWas)
{
    RpcOptions options;
    options.transmissions = 3;
    Start(options);
    Issue(RpcTime(0), 1);
    endpoint->OnWake(RpcTime(1));
    EXPECT_EQ(Answer(RpcTime(1.1), sent[1])->rtt, RpcTime(0.1));
    Issue(RpcTime(2), 1);
    endpoint->OnWake(RpcTime(3));
    EXPECT_EQ(Answer(RpcTime(3.1), sent[2])->rtt, RpcTime(1.1));
}

/// Whoever goes on naming peers is stopped where the attempt on the wire ends.
TEST_F(RpcTimeoutTest, NoRpcIsSentMoreThan255Times)
{
    onTimeout = [](const Rpc&) { return TargetPeer(3); };
    Issue(RpcTime(0), 1);
    for (int i = 1; i < 400; ++i)
    {
        endpoint->OnWake(RpcTime(i));
    }
    EXPECT_EQ(sent.size(), 255u);
    EXPECT_EQ(sent.back().attempt, 255);
    EXPECT_EQ(endpoint->Counts().timedOut, 1u);
}

} // namespace
} // namespace dht
