/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lone-rpc-endpoint.h"

#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

/// What an endpoint sends, whom it believes, and what it tells its callers.

namespace dht
{
namespace
{

using test::kNowhere;
using test::LoneRpcEndpoint;
using test::RpcTime;
using test::StpSizeOf;
using test::TargetPeer;

class RpcEndpointTest : public LoneRpcEndpoint
{
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
    EXPECT_EQ(StpSizeOf(*endpoint), 1);
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
    EXPECT_EQ(StpSizeOf(*endpoint), 1);
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
