/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-table.h"
#include "recording-host.h"

#include <gtest/gtest.h>

/// What a scheme is told, and what it decides about requests on their way.

namespace dht
{
namespace
{

using test::kNow;
using test::PeerFixture;

/// Lets those go first that have travelled farthest, and writes down what it is told.
class FarthestFirst : public CongestionControl
{
  public:
    explicit FarthestFirst(const RelayPolicy& policy)
        : m_policy(policy)
    {
    }

    Time Admit(Time now, std::size_t /* outstanding */) override
    {
        return now;
    }

    std::uint8_t FeedbackOn(const EnterContext& request) override
    {
        entered.push_back(request);
        return static_cast<std::uint8_t>(std::min(request.request.feedback + 3, 255));
    }

    void OnLeave(const LeaveContext& request) override
    {
        left.push_back(request);
    }

    void OnAck(const AckContext& ack) override
    {
        acks.push_back(ack);
    }

    bool GoesBefore(const QueuedRequest& newcomer, const QueuedRequest& other) const override
    {
        return newcomer.hopsLeft < other.hopsLeft;
    }

    RelayPolicy Relay() const override
    {
        return m_policy;
    }

    std::vector<EnterContext> entered; ///< Those that entered a queue.
    std::vector<LeaveContext> left;    ///< Those that left one.
    std::vector<AckContext> acks;      ///< Own ones that were answered.

  private:
    RelayPolicy m_policy; ///< How it relays.
};

/// A peer whose link 2 takes nothing until it is opened.
class ContextsTest : public testing::Test
{
  protected:
    void Make(Overflow overflow, std::uint32_t capacity, const ProcessingOptions& processing = {})
    {
        Make({QueueDiscipline::kPerNeighbour, overflow, QueueOrder::kScheme, true, true},
             capacity,
             processing);
    }

    void Make(const RelayPolicy& policy,
              std::uint32_t capacity,
              const ProcessingOptions& processing = {})
    {
        PeerOptions options;
        options.queueCapacity = capacity;
        options.hopLimit = 12;
        options.processing = processing;
        auto scheme = std::make_unique<FarthestFirst>(policy);
        m_scheme = scheme.get();
        m_f = std::make_unique<PeerFixture>(std::move(scheme), options);
        m_f->host.room[2] = 0;
    }

    /// A request arrives that goes to peer 5, by link 2.
    void Offer(Time now, std::uint64_t id, std::uint8_t hopLimit)
    {
        Request request = PeerFixture::Foreign(id, 5);
        request.hopLimit = hopLimit;
        m_f->Offer(now, 1, request);
    }

    /// @return The ids of what is sent, in order, once there is room.
    std::vector<std::uint64_t> Drain(Time now)
    {
        m_f->host.room[2] = 100;
        m_f->peer.OnWritable(now, 2);
        std::vector<std::uint64_t> ids;
        for (const auto& [link, request] : m_f->host.sent)
        {
            ids.push_back(request.id);
        }
        return ids;
    }

    std::unique_ptr<PeerFixture> m_f; ///< The peer.
    FarthestFirst* m_scheme{nullptr}; ///< Its scheme.
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

TEST_F(ContextsTest, FeedbackIsGatheredOnTheWayAndComesBackInTheOverlayAck)
{
    Make(Overflow::kDrop, 10);
    m_f->host.room.clear();
    Request passing = PeerFixture::Foreign(1, 5);
    SetFeedback(passing.extras.Write().extensions, 250);
    m_f->Offer(kNow, 1, passing);
    EXPECT_EQ(FeedbackIn(m_f->host.sent.at(0).second.extras->extensions), 253);
    EXPECT_EQ(FeedbackIn(passing.extras->extensions), 250) << "the sender's copy is its own";
    m_f->Offer(kNow, 1, m_f->host.sent[0].second);
    EXPECT_EQ(FeedbackIn(m_f->host.sent.at(1).second.extras->extensions), 255);
    EXPECT_EQ(m_scheme->entered.back().request.feedback, 253);

    Request arriving = PeerFixture::Foreign(2, 0);
    SetFeedback(arriving.extras.Write().extensions, 7);
    m_f->Offer(kNow, 1, arriving);
    EXPECT_EQ(FeedbackIn(m_f->host.acks.at(0).second.extras->extensions), 7);

    m_f->Issue(kNow, 5);
    const Request own = m_f->host.sent.at(2).second;
    EXPECT_EQ(FeedbackIn(own.extras->extensions), 3);
    OverlayAck ack = PeerFixture::AckOf(own);
    SetFeedback(ack.extras.Write().extensions, 200);
    m_f->peer.OnDatagram(kNow, {}, ack);
    ASSERT_EQ(m_scheme->acks.size(), 1u);
    EXPECT_EQ(m_scheme->acks[0].feedback, 200);
}

/// A scheme that has lost requests sent again after 3 s, and counts them no more.
class Impatient : public FarthestFirst
{
  public:
    using FarthestFirst::FarthestFirst;

    std::optional<TimeoutPolicy> Retransmission() const override
    {
        return TimeoutPolicy();
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

TEST_F(ContextsTest, ExtensionsThatLeaveNoRoomForFeedbackPassWithout)
{
    Make(Overflow::kDrop, 10);
    m_f->host.room.clear();
    Request full = PeerFixture::Foreign(1, 5);
    full.extras.Write().extensions.Set(2, std::vector<std::uint8_t>(253));
    ASSERT_TRUE(m_f->Offer(kNow, 1, full));
    const Extensions& sent = m_f->host.sent.at(0).second.extras->extensions;
    EXPECT_EQ(sent.Area(), full.extras->extensions.Area());
}

TEST_F(ContextsTest, ALookupTakesAlongTheFeedbackOfTheRedirectBefore)
{
    PeerOptions options;
    options.routing = RoutingMode::kIterative;
    const RelayPolicy policy{QueueDiscipline::kPerNeighbour,
                             Overflow::kDrop,
                             QueueOrder::kArrival,
                             true};
    PeerFixture f(std::make_unique<FarthestFirst>(policy), options);
    f.Issue(kNow, 5);
    ASSERT_EQ(f.host.lookups.size(), 1u);
    EXPECT_EQ(FeedbackIn(f.host.lookups[0].extras->extensions), 3);
    OverlayAck redirect = PeerFixture::AckOf(f.host.lookups[0]);
    redirect.redirect = true;
    redirect.responsible = Endpoint::Ipv4(0x0a000003, 7000);
    SetFeedback(redirect.extras.Write().extensions, 20);
    f.peer.OnDatagram(kNow, f.host.lookups[0].extras->to, redirect);
    ASSERT_EQ(f.host.lookups.size(), 2u);
    EXPECT_EQ(FeedbackIn(f.host.lookups[1].extras->extensions), 23);
}

TEST_F(ContextsTest, FeedbackComesBackThroughTheOverlayToo)
{
    Make({QueueDiscipline::kPerNeighbour, Overflow::kDrop, QueueOrder::kArrival, false, false}, 10);
    m_f->host.room.clear();
    Request arriving = PeerFixture::Foreign(1, 0);
    Extras& extras = arriving.extras.Write();
    SetFeedback(extras.extensions, 7);
    extras.extensions.Set(9, {1, 2, 3});
    extras.replyTo = PeerFixture::KeyOf(5);
    m_f->Offer(kNow, 1, arriving);
    const Request ack = m_f->host.sent.at(0).second;
    EXPECT_EQ(ack.kind, MessageKind::kRoutedAck);
    EXPECT_EQ(FeedbackIn(ack.extras->extensions), 7);
    EXPECT_FALSE(ack.extras->extensions.Find(9)) << "an answer repeats nothing else";

    for (const std::size_t size : {0, 5})
    {
        m_f->Issue(kNow, 5);
        Request answer = PeerFixture::Foreign(m_f->host.sent.back().second.id, 0);
        answer.kind = MessageKind::kRoutedAck;
        answer.extras.Write().payload = Payload::Zeros(size);
        SetFeedback(answer.extras.Write().extensions, 200);
        m_f->Offer(kNow, 1, answer);
        EXPECT_EQ(m_scheme->acks.back().feedback, 200) << size;
        EXPECT_EQ(m_f->observer.answers.back().payload.size, size);
    }
    EXPECT_EQ(m_scheme->acks.size(), 2u);
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
    Peer peer(PeerOptions(), std::make_unique<LinkRouting>(table), std::move(owned), host, random);
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
    }
    EXPECT_TRUE(peer.IdentitiesHold());
}

} // namespace
} // namespace dht
