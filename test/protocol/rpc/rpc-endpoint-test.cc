/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rpc-endpoint.h"
#include "rpc-network.h"

#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

/// One endpoint, and a caller that writes down what it is told.

namespace dht
{
namespace
{

constexpr Time
RpcTime(double seconds)
{
    return FromSeconds(seconds);
}

/// @param number Of a peer. @return Whom to ask.
RpcTarget
TargetPeer(unsigned number)
{
    return {Endpoint::Ipv4(0x0a000001 + number, 7000), std::nullopt};
}

const WireCoordinate kNowhere{};

class RpcEndpointTest : public testing::Test, public RpcCaller
{
  protected:
    void SendRpc(const Rpc& rpc) override
    {
        sent.push_back(rpc);
    }

    std::optional<RpcTarget> OnRpcTimeout(Time /* now */, const Rpc& rpc) override
    {
        timedOut.push_back(rpc);
        return onTimeout ? onTimeout(rpc) : std::nullopt;
    }

    void TearDown() override
    {
        EXPECT_TRUE(test::AddsUp(*endpoint));
    }

    /// @param options The endpoint's.
    void Start(const RpcOptions& options)
    {
        endpoint.emplace(options, Endpoint::Ipv4(0x0a000001, 7000), vivaldi, random);
    }

    /// @param now The present. @param peer Whom to ask. @return The RPC's id.
    std::uint64_t Issue(Time now, unsigned peer)
    {
        return endpoint->Issue(now, *this, TargetPeer(peer), peer);
    }

    /// @param now The present. @param rpc Whose answer comes. @return What it answers.
    std::optional<RpcAnswer> Answer(Time now, const Rpc& rpc)
    {
        return endpoint->OnAnswer(now, rpc.to, rpc.id, rpc.attempt, kNowhere);
    }

    /// Let answers come until the window is wide, and timers know. @param count How many.
    void Warm(int count)
    {
        for (int i = 0; i < count; ++i)
        {
            Issue(RpcTime(0), 1);
            Answer(RpcTime(0.1), sent.back());
        }
        sent.clear();
    }

    test::MersenneRandom random{1};
    Vivaldi vivaldi{{}, random};
    std::optional<RpcEndpoint> endpoint{std::in_place,
                                        RpcOptions{},
                                        Endpoint::Ipv4(0x0a000001, 7000),
                                        vivaldi,
                                        random};
    std::vector<Rpc> sent;
    std::vector<Rpc> timedOut;
    std::function<std::optional<RpcTarget>(const Rpc& rpc)> onTimeout;
};

TEST_F(RpcEndpointTest, WhatThereIsRoomForIsSentAndTheRestInTurn)
{
    for (unsigned peer = 1; peer <= 6; ++peer)
    {
        Issue(RpcTime(0), peer);
    }
    ASSERT_EQ(sent.size(), 3u);
    EXPECT_EQ(endpoint->Waiting(), 3u);
    EXPECT_EQ(sent[0].attempt, 1);
    EXPECT_EQ(sent[0].tag, 1u);
    EXPECT_EQ(sent[0].to, TargetPeer(1).endpoint);
    // w = 2: one that left, and three more
    const auto answer = Answer(RpcTime(0.1), sent[1]);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->tag, 2u);
    EXPECT_EQ(answer->caller, this);
    EXPECT_EQ(answer->rtt, RpcTime(0.1));
    EXPECT_TRUE(answer->isLast);
    ASSERT_EQ(sent.size(), 6u);
    for (unsigned i = 0; i < 6; ++i)
    {
        EXPECT_EQ(sent[i].tag, i + 1);
    }
}

TEST_F(RpcEndpointTest, TheReleaseSendsAnyOfTheFirstHundred)
{
    RpcOptions options;
    options.order = RpcOrder::kRandom;
    Start(options);
    for (unsigned peer = 1; peer <= 200; ++peer)
    {
        Issue(RpcTime(0), peer);
    }
    std::vector<std::uint64_t> tags;
    for (std::size_t i = 0; i < 20; ++i)
    {
        Answer(RpcTime(0.1), sent[i]);
    }
    std::uint64_t most = 0;
    bool isInOrder = true;
    for (std::size_t i = 4; i < 20; ++i)
    {
        most = std::max(most, sent[i].tag);
        isInOrder = isInOrder && sent[i].tag > sent[i - 1].tag;
    }
    EXPECT_GT(most, 50u);
    EXPECT_LT(most, 150u);
    EXPECT_FALSE(isInOrder);
}

TEST_F(RpcEndpointTest, AnAnswerIsFromWhoWasAskedToATransmissionThatWas)
{
    const std::uint64_t id = Issue(RpcTime(0), 1);
    EXPECT_FALSE(endpoint->OnAnswer(RpcTime(0.1), TargetPeer(2).endpoint, id, 1, kNowhere));
    EXPECT_FALSE(endpoint->OnAnswer(RpcTime(0.1), TargetPeer(1).endpoint, id, 0, kNowhere));
    EXPECT_FALSE(endpoint->OnAnswer(RpcTime(0.1), TargetPeer(1).endpoint, id, 2, kNowhere));
    EXPECT_FALSE(endpoint->OnAnswer(RpcTime(0.1), TargetPeer(1).endpoint, id + 1, 1, kNowhere));
    EXPECT_EQ(endpoint->Counts().unexpected, 4u);
    EXPECT_EQ(endpoint->Outstanding(), 1u);
    EXPECT_EQ(endpoint->Window().Size(), 1);
    EXPECT_EQ(endpoint->Predictor().Samples(), 0u);
    EXPECT_TRUE(Answer(RpcTime(0.1), sent[0]));
    EXPECT_FALSE(Answer(RpcTime(0.1), sent[0])); // it came twice
    EXPECT_EQ(endpoint->Counts().unexpected, 5u);
    EXPECT_EQ(endpoint->Counts().answered, 1u);
    EXPECT_EQ(endpoint->NextWake(), kNever);
}

TEST_F(RpcEndpointTest, ATimeoutIsToldAndEndsTheRpcUnlessSomebodyElseIsNamed)
{
    Issue(RpcTime(0), 1);
    EXPECT_EQ(endpoint->NextWake(), RpcTime(1));
    endpoint->OnWake(RpcTime(0.999));
    EXPECT_TRUE(timedOut.empty());
    endpoint->OnWake(RpcTime(1));
    ASSERT_EQ(timedOut.size(), 1u);
    EXPECT_EQ(timedOut[0].tag, 1u);
    EXPECT_EQ(timedOut[0].attempt, 1);
    EXPECT_EQ(sent.size(), 1u); // not sent again by itself
    EXPECT_EQ(endpoint->Counts().timedOut, 1u);
    EXPECT_EQ(endpoint->Outstanding(), 0u);
    EXPECT_EQ(endpoint->Window().InFlight(), 0u);
}

TEST_F(RpcEndpointTest, WhoIsNamedIsAskedUnderTheSameIdAndBeforeAllOthers)
{
    onTimeout = [](const Rpc& rpc) { return TargetPeer(static_cast<unsigned>(rpc.tag) + 10); };
    for (unsigned peer = 1; peer <= 9; ++peer)
    {
        Issue(RpcTime(peer < 4 ? 0.1 * peer : 0.5), peer);
    }
    endpoint->OnWake(RpcTime(1.1));
    ASSERT_EQ(sent.size(), 4u);
    EXPECT_EQ(sent[3].id, sent[0].id);
    EXPECT_EQ(sent[3].attempt, 2);
    EXPECT_EQ(sent[3].to, TargetPeer(11).endpoint);
    const auto answer = Answer(RpcTime(1.2), sent[3]);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->tag, 1u);
    EXPECT_EQ(answer->rtt, RpcTime(0.1));
    EXPECT_EQ(endpoint->Counts().answered, 1u);
    EXPECT_EQ(endpoint->Counts().timeouts, 1u);
}

/// An answer to the first transmission, while the second one is in flight.
TEST_F(RpcEndpointTest, ALateAnswerIsAnAnswer)
{
    onTimeout = [](const Rpc&) { return TargetPeer(2); };
    Issue(RpcTime(0), 1);
    endpoint->OnWake(RpcTime(1));
    ASSERT_EQ(sent.size(), 2u);
    const auto answer = Answer(RpcTime(1.2), sent[0]);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->rtt, RpcTime(1.2));
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
    EXPECT_EQ(endpoint->Counts().answered, 1u);
    // both come twice
    EXPECT_FALSE(Answer(RpcTime(1.4), sent[0]));
    EXPECT_FALSE(Answer(RpcTime(1.4), sent[1]));
    EXPECT_EQ(endpoint->Counts().unexpected, 2u);
    EXPECT_EQ(endpoint->Predictor().Samples(), 2u);
}

TEST_F(RpcEndpointTest, AnAnswerAfterTheEndIsASampleForFourSeconds)
{
    Issue(RpcTime(0), 1);
    Issue(RpcTime(0), 2);
    endpoint->OnWake(RpcTime(1));
    EXPECT_EQ(endpoint->Counts().timedOut, 2u);
    const auto answer = Answer(RpcTime(4.9), sent[0]);
    ASSERT_TRUE(answer);
    EXPECT_FALSE(answer->isLast);
    EXPECT_EQ(endpoint->Counts().spurious, 1u);
    EXPECT_EQ(endpoint->Predictor().Samples(), 1u);
    EXPECT_FALSE(Answer(RpcTime(5), sent[1]));
    EXPECT_EQ(endpoint->Counts().spurious, 1u);
    EXPECT_EQ(endpoint->Counts().unexpected, 1u);
}

/// And it waits for room, behind nobody: an answer that comes meanwhile saves the transmission.
TEST_F(RpcEndpointTest, AnAnswerToWhatWaitsToBeSentAgainSavesIt)
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

TEST_F(RpcEndpointTest, ATimeoutHalvesTheWindowOnceAnRpc)
{
    Warm(20);
    const double before = endpoint->Window().Size();
    unsigned next = 20;
    onTimeout = [&](const Rpc&) { return TargetPeer(++next); };
    Issue(RpcTime(1), 1);
    endpoint->OnWake(RpcTime(2));
    EXPECT_EQ(endpoint->Window().Size(), before / 2);
    endpoint->OnWake(RpcTime(3));
    endpoint->OnWake(RpcTime(4));
    EXPECT_EQ(endpoint->Counts().timeouts, 3u);
    EXPECT_EQ(endpoint->Window().Size(), before / 2);
    Answer(RpcTime(4.1), sent.back());
    EXPECT_EQ(endpoint->Window().Size(), before / 2 + 2 / before);
}

TEST_F(RpcEndpointTest, WhatGoesToASilentPeerLeavesTheWindow)
{
    Warm(20);
    const double before = endpoint->Window().Size();
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
    EXPECT_EQ(endpoint->Window().Size(), before / 2);
    // what they come to does not move the window any more
    EXPECT_TRUE(Answer(RpcTime(2.1), sent[1]));
    EXPECT_EQ(endpoint->Window().Size(), before / 2);
    endpoint->OnWake(RpcTime(2.5));
    EXPECT_EQ(endpoint->Counts().timeouts, 1u + 4u + 5u);
    EXPECT_EQ(endpoint->Counts().timedOut, 10u);
    EXPECT_EQ(endpoint->Window().Size(), before / 4); // peer 8 is one silent peer, too
}

TEST_F(RpcEndpointTest, TheReleaseSendsAgainAndDoublesTheTimer)
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

TEST_F(RpcEndpointTest, WhatIsSentAgainByItselfComesBeforeAllOthersToo)
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

TEST_F(RpcEndpointTest, ATransmissionSaysWhichRoundTripTimeItWas)
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
TEST_F(RpcEndpointTest, NoRpcIsSentMoreThan255Times)
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

TEST_F(RpcEndpointTest, WhatIsCancelledLeavesAtOnceAndItsAnswerIsASample)
{
    std::vector<std::uint64_t> ids;
    for (unsigned peer = 1; peer <= 5; ++peer)
    {
        ids.push_back(Issue(RpcTime(0), peer));
    }
    EXPECT_TRUE(endpoint->Cancel(RpcTime(0.1), ids[4])); // waits
    EXPECT_TRUE(endpoint->Cancel(RpcTime(0.1), ids[0])); // in flight: the fourth is sent
    EXPECT_FALSE(endpoint->Cancel(RpcTime(0.1), ids[0]));
    ASSERT_EQ(sent.size(), 4u);
    EXPECT_EQ(sent[3].tag, 4u);
    EXPECT_EQ(endpoint->Outstanding(), 3u);
    EXPECT_FALSE(Answer(RpcTime(0.2), sent[0]));
    EXPECT_EQ(endpoint->Counts().late, 1u);
    EXPECT_EQ(endpoint->Counts().cancelled, 2u);
    EXPECT_EQ(endpoint->Predictor().Samples(), 1u);
    EXPECT_EQ(endpoint->Window().Size(), 1);
}

TEST_F(RpcEndpointTest, ACallerThatGoesIsToldNothingMore)
{
    onTimeout = [](const Rpc&) { return TargetPeer(2); };
    Issue(RpcTime(0), 1);
    endpoint->OnWake(RpcTime(1));
    Answer(RpcTime(1.1), sent[0]); // the second transmission may still be answered
    for (unsigned peer = 1; peer <= 5; ++peer)
    {
        Issue(RpcTime(1.1), peer);
    }
    const std::size_t before = timedOut.size();
    endpoint->Cancel(RpcTime(1.2), *this);
    EXPECT_EQ(endpoint->Outstanding(), 0u);
    for (const Rpc& rpc : sent)
    {
        EXPECT_FALSE(Answer(RpcTime(1.3), rpc));
    }
    endpoint->OnWake(RpcTime(9));
    EXPECT_EQ(timedOut.size(), before);
    EXPECT_EQ(endpoint->NextWake(), kNever);
}

TEST_F(RpcEndpointTest, ACallerMayIssueAndCancelWhileItIsAsked)
{
    std::vector<std::uint64_t> ids;
    for (unsigned peer = 1; peer <= 3; ++peer)
    {
        ids.push_back(Issue(RpcTime(0.1 * peer), peer));
    }
    onTimeout = [&](const Rpc& rpc) {
        endpoint->Cancel(RpcTime(1.1), ids[2]);
        endpoint->Cancel(RpcTime(1.1), rpc.id);
        Issue(RpcTime(1.1), 4);
        return TargetPeer(5); // of no use: it is cancelled
    };
    endpoint->OnWake(RpcTime(1.1));
    EXPECT_EQ(endpoint->Counts().cancelled, 2u);
    EXPECT_EQ(endpoint->Counts().timedOut, 0u);
    EXPECT_EQ(endpoint->Outstanding(), 2u);
    for (std::size_t i = 3; i < sent.size(); ++i)
    {
        EXPECT_EQ(sent[i].to, TargetPeer(4).endpoint);
    }
}

TEST_F(RpcEndpointTest, NobodyAsksItself)
{
    EXPECT_THROW(Issue(RpcTime(0), 0), std::invalid_argument);
    EXPECT_EQ(endpoint->Counts().issued, 0u);
    EXPECT_EQ(endpoint->Outstanding(), 0u);
}

TEST_F(RpcEndpointTest, AnotherPeerOfTheSameHostHasMoreTime)
{
    RpcTarget neighbour{Endpoint::Ipv4(0x0a000001, 7001), kNowhere};
    RpcTarget stranger{Endpoint::Ipv4(0x0a000002, 7001), kNowhere};
    for (int i = 0; i < 400; ++i)
    {
        endpoint->Issue(RpcTime(0), *this, stranger, 1);
        Answer(FromSeconds(0.001), sent.back());
    }
    endpoint->Issue(RpcTime(2), *this, stranger, 1);
    EXPECT_LT(endpoint->NextWake(), RpcTime(2.05));
    Answer(FromSeconds(2.001), sent.back());
    endpoint->Issue(RpcTime(3), *this, neighbour, 1);
    EXPECT_EQ(endpoint->NextWake(), RpcTime(3.1));
}

} // namespace
} // namespace dht
