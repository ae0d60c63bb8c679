/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "farthest-first.h"
#include "view-routing.h"

#include <gtest/gtest.h>

/// What a scheme is told, and what it decides about requests on their way.

namespace dht
{
namespace
{

using test::FarthestFirst;
using test::kNow;
using test::PeerFixture;

/// A peer whose scheme is asked.
class ContextsTest : public test::FarthestFirstFixture
{
};

TEST_F(ContextsTest, ASchemeOrdersAQueue)
{
    Make(Overflow::kDrop, 10);
    for (const auto& [id, hopLimit] : std::vector<std::pair<std::uint64_t, std::uint8_t>>{{1, 9},
                                                                                          {2, 5},
                                                                                          {3, 9},
                                                                                          {4, 7},
                                                                                          {5, 5}})
    {
        Offer(kNow, id, hopLimit);
    }
    EXPECT_EQ(Drain(kNow), (std::vector<std::uint64_t>{2, 5, 4, 1, 3}));
    EXPECT_TRUE(m_f->peer.IdentitiesHold());
}

TEST_F(ContextsTest, AFullQueueDropsTheOneThatGoesLast)
{
    Make(Overflow::kEvict, 3);
    for (const auto& [id, hopLimit] : std::vector<std::pair<std::uint64_t, std::uint8_t>>{{1, 9},
                                                                                          {2, 5},
                                                                                          {3, 7},
                                                                                          {4, 6},
                                                                                          {5, 8}})
    {
        Offer(kNow, id, hopLimit);
    }
    ASSERT_EQ(m_f->observer.drops.size(), 2u);
    EXPECT_EQ(m_f->observer.drops[0].first, 1u) << "it has travelled least";
    EXPECT_EQ(m_f->observer.drops[1].first, 5u) << "and this one less than all that are there";
    EXPECT_EQ(Drain(kNow), (std::vector<std::uint64_t>{2, 4, 3}));
    EXPECT_TRUE(m_f->peer.IdentitiesHold());
}

TEST_F(ContextsTest, NothingGetsBeforeWhatTheProcessorIsAtWorkOn)
{
    ProcessingOptions processing;
    processing.mean = FromSeconds(0.1);
    Make(Overflow::kDrop, 10, processing);
    m_f->host.room[2] = 100;
    Offer(kNow, 1, 9);
    Offer(kNow, 2, 5);
    Offer(kNow, 3, 3);
    for (int i = 1; i <= 3; ++i)
    {
        m_f->peer.OnWake(kNow + FromSeconds(0.1 * i));
    }
    EXPECT_EQ(Drain(kNow + FromSeconds(1)), (std::vector<std::uint64_t>{1, 3, 2}));
}

TEST_F(ContextsTest, WhatTheProcessorIsNotAtWorkOnIsInOrder)
{
    ProcessingOptions processing;
    processing.mean = FromSeconds(0.1);
    Make(Overflow::kEvict, 3, processing);
    m_f->host.room.clear();
    Offer(kNow, 1, 9); // at work on
    for (const auto& [id, hopLimit] :
         std::vector<std::pair<std::uint64_t, std::uint8_t>>{{2, 9}, {3, 5}, {4, 3}})
    {
        Request request = PeerFixture::Foreign(id, 1);
        request.hopLimit = hopLimit;
        m_f->Offer(kNow, 1, request);
    }
    ASSERT_EQ(m_f->observer.drops.size(), 1u);
    EXPECT_EQ(m_f->observer.drops[0].first, 2u);
    for (int i = 1; i <= 3; ++i)
    {
        m_f->peer.OnWake(kNow + FromSeconds(0.1 * i));
    }
    ASSERT_EQ(m_f->host.sent.size(), 3u);
    EXPECT_EQ(m_f->host.sent[1].second.id, 4u);
    EXPECT_EQ(m_f->host.sent[2].second.id, 3u);
}

TEST_F(ContextsTest, ASchemeIsToldWhatEntersAndWhatLeavesAndAfterHowLong)
{
    Make(Overflow::kDrop, 10);
    Offer(kNow, 1, 9);
    Offer(kNow + FromSeconds(0.25), 2, 12);
    ASSERT_EQ(m_scheme->entered.size(), 2u);
    EXPECT_EQ(m_scheme->entered[1].length, 1u);
    EXPECT_EQ(m_scheme->entered[1].link, 2u);
    EXPECT_EQ(m_scheme->entered[0].request.hopsDone, 3);
    EXPECT_TRUE(m_scheme->left.empty());
    Drain(kNow + FromSeconds(1.5));
    ASSERT_EQ(m_scheme->left.size(), 2u);
    EXPECT_EQ(m_scheme->left[0].sojourn, FromSeconds(1.5));
    EXPECT_EQ(m_scheme->left[0].length, 1u);
    EXPECT_EQ(m_scheme->left[0].request.hopsLeft, 9);
    EXPECT_EQ(m_scheme->left[1].sojourn, FromSeconds(1.25));
    Offer(kNow + FromSeconds(2), 3, 9);
    ASSERT_EQ(m_scheme->left.size(), 3u);
    EXPECT_EQ(m_scheme->left[2].sojourn, Time(0)) << "it did not have to wait";
}

TEST_F(ContextsTest, ASchemeIsToldTheQueueAndTheLink)
{
    Make({QueueDiscipline::kShared, Overflow::kDrop, QueueOrder::kScheme, true, true}, 10);
    Offer(kNow, 1, 9);
    ASSERT_EQ(m_scheme->entered.size(), 1u);
    EXPECT_EQ(m_scheme->entered[0].queue, 0u);
    EXPECT_EQ(m_scheme->entered[0].link, 2u);
    Drain(kNow);
    ASSERT_EQ(m_scheme->left.size(), 1u);
    EXPECT_EQ(m_scheme->left[0].queue, 0u);
    EXPECT_EQ(m_scheme->left[0].link, 2u);
}

TEST_F(ContextsTest, ASchemeThatAsksIsToldWhatEndsHere)
{
    RelayPolicy policy;
    for (const bool asks : {false, true})
    {
        policy.hearsArriving = asks;
        Make(policy, 10);
        Offer(kNow, 1, 9);
        Request request = PeerFixture::Foreign(2, 0);
        request.hopLimit = 8;
        request.milliRate = 7500;
        m_f->Offer(kNow, 1, request);
        // what comes back is no request
        request.kind = MessageKind::kRoutedAck;
        m_f->Offer(kNow, 1, request);
        ASSERT_EQ(m_scheme->arrived.size(), asks ? 1u : 0u);
    }
    EXPECT_EQ(m_scheme->arrived[0].hopsDone, 4);
    EXPECT_EQ(m_scheme->arrived[0].sourceRate, 7.5);
}

/// With a processor, what ends here enters a queue, as all else does.
TEST_F(ContextsTest, WhatEndsHereInAQueueIsNotToldTwice)
{
    RelayPolicy policy;
    policy.givesFeedback = true;
    policy.hearsArriving = true;
    ProcessingOptions processing;
    processing.mean = FromSeconds(0.1);
    Make(policy, 10, processing);
    m_f->Offer(kNow, 1, PeerFixture::Foreign(1, 0));
    m_f->peer.OnWake(kNow + FromSeconds(0.1));
    EXPECT_EQ(m_f->host.acks.size(), 1u);
    EXPECT_EQ(m_scheme->entered.size(), 1u);
    EXPECT_TRUE(m_scheme->arrived.empty());
}

TEST_F(ContextsTest, WhoseSourceAllowsMoreHopsHasDoneNone)
{
    Make(Overflow::kDrop, 10);
    Offer(kNow, 1, 13); // of 12
    EXPECT_EQ(m_scheme->entered.at(0).request.hopsDone, 0);
}

TEST_F(ContextsTest, WhatALinkLosesHasNotLeft)
{
    Make(Overflow::kDrop, 10);
    m_f->host.down = {2};
    Offer(kNow, 1, 9);
    ASSERT_EQ(m_f->observer.drops.size(), 1u);
    EXPECT_EQ(m_f->observer.drops[0].second, DropReason::kLinkDown);
    EXPECT_TRUE(m_scheme->left.empty());
    EXPECT_TRUE(m_f->peer.IdentitiesHold());
}

/// The time of entering is kept modulo 71 minutes.
TEST_F(ContextsTest, ASojournIsRightAtAnyTime)
{
    Make(Overflow::kDrop, 10);
    const Time late = FromSeconds(4294.9);
    Offer(late, 1, 9);
    Drain(Later(late, FromSeconds(600)));
    ASSERT_EQ(m_scheme->left.size(), 1u);
    EXPECT_EQ(m_scheme->left[0].sojourn, FromSeconds(600));
}

/// A scheme that has lost requests sent again after 3 s, and counts them no more.
class Impatient : public FarthestFirst
{
  public:
    using FarthestFirst::FarthestFirst;

    const TimeoutPolicy* Retransmission() const override
    {
        static const TimeoutPolicy policy;
        return &policy;
    }
};

TEST(ContextTest, AnAnswerToWhatWasLostTellsHowManyWereOutstandingWithoutIt)
{
    RelayPolicy policy;
    policy.overlooksLost = true;
    auto made = std::make_unique<Impatient>(policy);
    const FarthestFirst& scheme = *made;
    PeerFixture f(std::move(made));
    f.Issue(kNow, 5);
    const Time later = kNow + FromSeconds(3.5);
    f.peer.OnWake(later);
    ASSERT_EQ(f.host.sent.size(), 2u) << "it was sent again";
    f.Issue(later, 1);
    f.Issue(later, 2);
    const auto answer = [&f, later](std::size_t sent) {
        f.peer.OnDatagram(later, {}, PeerFixture::AckOf(f.host.sent.at(sent).second));
    };
    answer(1);
    answer(2);
    ASSERT_EQ(scheme.acks.size(), 2u);
    EXPECT_EQ(scheme.acks[0].outstanding, 2u) << "it counts no more, and two others do";
    EXPECT_EQ(scheme.acks[1].outstanding, 2u);
}

/// A peer that knows the peers 1 and 3 of a ring of eight, until it loses 3.
TEST(ReroutedContextsTest, WhatGetsAnotherNextHopKeepsItsOrderAndItsTime)
{
    const auto node = [](std::uint32_t place) {
        return RingNode{Endpoint::Ipv4(0x0a000000 + place, 7000), EvenKey(place, 8)};
    };
    LinkTable table(0, 3);
    table.Set({node(1), node(3)});
    test::MersenneRandom random(1);
    test::RecordingHost host;
    host.room = {{0, 0}, {1, 0}};
    const RelayPolicy policy{QueueDiscipline::kPerNeighbour,
                             Overflow::kDrop,
                             QueueOrder::kScheme,
                             false,
                             true};
    auto owned = std::make_unique<FarthestFirst>(policy);
    const FarthestFirst& scheme = *owned;
    PeerOptions options;
    options.hold = 2;
    Peer peer(options, std::make_unique<test::LinkRouting>(table), std::move(owned), host, random);
    const auto offer = [&](std::uint64_t id, std::uint64_t to, std::uint8_t hopLimit) {
        Request request = PeerFixture::Foreign(id, to);
        request.hopLimit = hopLimit;
        EXPECT_TRUE(peer.OnRequest(kNow, 1, request));
    };
    offer(1, 1, 9);
    offer(2, 1, 3);
    offer(3, 4, 5);
    table.Set({node(1)});
    peer.OnRoutesChanged(kNow + FromSeconds(1));
    EXPECT_EQ(peer.GetCounters().rerouted, 1u);
    host.room[0] = 3;
    peer.OnWritable(kNow + FromSeconds(2), 0);
    ASSERT_EQ(host.sent.size(), 3u);
    EXPECT_EQ(host.sent[0].second.id, 2u);
    EXPECT_EQ(host.sent[1].second.id, 3u);
    EXPECT_EQ(host.sent[2].second.id, 1u);
    for (const LeaveContext& left : scheme.left)
    {
        EXPECT_EQ(left.sojourn, FromSeconds(2));
        EXPECT_EQ(left.batch, 9u) << "of 46 bytes each";
    }
    EXPECT_TRUE(peer.IdentitiesHold());
}

} // namespace
} // namespace dht
