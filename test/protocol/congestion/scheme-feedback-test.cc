/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "farthest-first.h"

#include <gtest/gtest.h>

/// The feedback that schemes gather on a request's way, and how it comes back to the source.

namespace dht
{
namespace
{

using test::FarthestFirst;
using test::kNow;
using test::PeerFixture;

/// A peer that carries feedback.
class FeedbackTest : public test::FarthestFirstFixture
{
};

TEST_F(FeedbackTest, FeedbackIsGatheredOnTheWayAndComesBackInTheOverlayAck)
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

TEST_F(FeedbackTest, ExtensionsThatLeaveNoRoomForFeedbackPassWithout)
{
    Make(Overflow::kDrop, 10);
    m_f->host.room.clear();
    Request full = PeerFixture::Foreign(1, 5);
    full.extras.Write().extensions.Set(2, std::vector<std::uint8_t>(253));
    ASSERT_TRUE(m_f->Offer(kNow, 1, full));
    const Extensions& sent = m_f->host.sent.at(0).second.extras->extensions;
    EXPECT_EQ(sent.Area(), full.extras->extensions.Area());
}

TEST_F(FeedbackTest, ALookupTakesAlongTheFeedbackOfTheRedirectBefore)
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

TEST_F(FeedbackTest, FeedbackComesBackThroughTheOverlayToo)
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

} // namespace
} // namespace dht
