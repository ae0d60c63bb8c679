/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-observers.h"
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
        PeerOptions options;
        options.queueCapacity = capacity;
        options.hopLimit = 12;
        options.processing = processing;
        const RelayPolicy policy{QueueDiscipline::kPerNeighbour,
                                 overflow,
                                 QueueOrder::kScheme,
                                 true,
                                 true};
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
    f.peer.OnDatagram(kNow, {}, redirect);
    ASSERT_EQ(f.host.lookups.size(), 2u);
    EXPECT_EQ(FeedbackIn(f.host.lookups[1].extras->extensions), 23);
}

TEST(ObserversTest, AllAreTold)
{
    PeerFixture f("none");
    test::RecordingObserver first;
    test::RecordingObserver second;
    Observers both;
    both.Add(first);
    both.Add(second);
    f.peer.SetObserver(&both);
    f.Issue(kNow, 0);
    for (const auto* observer : {&first, &second})
    {
        EXPECT_EQ(observer->deliveries.size(), 1u);
        EXPECT_EQ(observer->answers.size(), 1u);
    }
    EXPECT_TRUE(f.observer.answers.empty());
}

} // namespace
} // namespace dht
