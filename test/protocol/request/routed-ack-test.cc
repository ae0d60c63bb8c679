/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-host.h"

#include <gtest/gtest.h>

/// Overlay-acks that are routed through the overlay, at one peer.

namespace dht
{
namespace
{

using test::kNow;
using test::PeerFixture;

/// @param index Which peer of eight. @return Its id.
Key
IdOf(std::uint64_t index)
{
    return EvenKey(index, 8);
}

/// @return Options of peer 0, whose overlay-acks come by the overlay.
PeerOptions
Routed(std::size_t capacity = 200)
{
    PeerOptions options;
    options.replyTo = IdOf(0);
    options.queueCapacity = capacity;
    return options;
}

/// @return A request for a key of peer 0, whose source has the id of some peer.
Request
RequestOf(std::uint64_t source)
{
    Request request = PeerFixture::Foreign(1, 0);
    request.extras.Write().replyTo = IdOf(source);
    return request;
}

/// @return An overlay-ack on its way to peer `to`.
Request
AckFor(std::uint64_t id, std::uint64_t to)
{
    Request ack;
    ack.kind = MessageKind::kRoutedAck;
    ack.id = id;
    ack.key = EvenKey(to, 8);
    ack.source = Endpoint::Ipv4(0x0a000005, 7000);
    ack.hopLimit = 50;
    ack.extras.Write().requestHopLimit = 60;
    return ack;
}

TEST(RoutedAckTest, AnOwnRequestSaysWhereItsAckIsToGo)
{
    PeerFixture f("none", {}, Routed());
    f.Issue(kNow, 5);
    ASSERT_EQ(f.host.sent.size(), 1u);
    EXPECT_EQ(f.host.sent[0].second.extras->replyTo, IdOf(0));
    EXPECT_EQ(f.host.sent[0].second.kind, MessageKind::kRequest);
}

TEST(RoutedAckTest, TheResponsiblePeerSendsItTowardsTheSourcesId)
{
    PeerFixture f("none");
    Request request = RequestOf(5);
    request.attempt = 3;
    request.marked = true;
    request.milliRate = 1234;
    EXPECT_TRUE(f.Offer(kNow, 1, request));
    EXPECT_TRUE(f.host.acks.empty());
    ASSERT_EQ(f.host.sent.size(), 1u);
    const auto& [link, ack] = f.host.sent[0];
    EXPECT_EQ(link, 2u);
    EXPECT_EQ(ack.kind, MessageKind::kRoutedAck);
    EXPECT_EQ(ack.id, 1u);
    EXPECT_EQ(ack.key, EvenKey(5, 8));
    EXPECT_TRUE(ack.source == Endpoint::Ipv4(0x0a000001, 7000));
    EXPECT_EQ(ack.attempt, 3);
    EXPECT_TRUE(ack.marked);
    EXPECT_EQ(ack.milliRate, 1234u);
    EXPECT_EQ(ack.extras->requestHopLimit, 10);
    // it starts with all its hops again
    EXPECT_EQ(ack.hopLimit, PeerOptions().hopLimit - 1);
    EXPECT_EQ(f.peer.GetCounters().accepted, 2u);
    EXPECT_EQ(f.peer.GetCounters().delivered, 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(RoutedAckTest, ARelayTakesAHopOffAndLeavesTheRequestsAlone)
{
    PeerFixture f("none");
    EXPECT_TRUE(f.Offer(kNow, 1, AckFor(1, 5)));
    ASSERT_EQ(f.host.sent.size(), 1u);
    EXPECT_EQ(f.host.sent[0].first, 2u);
    EXPECT_EQ(f.host.sent[0].second.hopLimit, 49);
    EXPECT_EQ(f.host.sent[0].second.extras->requestHopLimit, 60);
}

TEST(RoutedAckTest, ARelayMarksItAsItMarksARequest)
{
    PeerFixture f("marking", {{"Threshold", 0.1}, {"Smoothing", 0}, {"Fairness", 0}});
    f.host.room[2] = 0;
    f.Offer(kNow, 1, AckFor(1, 5)); // finds the queue empty
    f.Offer(kNow, 1, AckFor(2, 5));
    f.host.room[2] = 2;
    f.peer.OnWritable(kNow, 2);
    ASSERT_EQ(f.host.sent.size(), 2u);
    EXPECT_FALSE(f.host.sent[0].second.marked);
    EXPECT_TRUE(f.host.sent[1].second.marked);
}

TEST(RoutedAckTest, ItAnswersTheRequestWithItsHopsItsRttAndItsMark)
{
    PeerFixture f("credit", {}, Routed());
    f.Issue(kNow, 5);
    Request ack = AckFor(f.host.sent.at(0).second.id, 0);
    ack.marked = true;
    EXPECT_TRUE(f.Offer(kNow + FromSeconds(0.25), 1, ack));
    ASSERT_EQ(f.observer.answers.size(), 1u);
    const Answer& answer = f.observer.answers[0];
    EXPECT_EQ(answer.hops, 4u); // of the request, from 64 to 60
    EXPECT_EQ(answer.delay, FromSeconds(0.25));
    EXPECT_TRUE(answer.marked);
    EXPECT_TRUE(answer.responsible == ack.source);
    EXPECT_EQ(f.observer.rtts, std::vector<Time>{FromSeconds(0.25)});
    EXPECT_EQ(f.peer.Outstanding(), 0u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

/// Such as that of a peer that is gone: its ids are this peer's now.
TEST(RoutedAckTest, OneThatNobodyWaitsForIsRedundant)
{
    PeerFixture f("none", {}, Routed());
    Request ack = AckFor(1, 0);
    ack.key = dht::Key(ack.key) + 1;
    EXPECT_TRUE(f.Offer(kNow, 1, ack));
    EXPECT_EQ(f.peer.GetCounters().redundantAcks, 1u);
    EXPECT_EQ(f.peer.GetCounters().delivered, 1u);
    EXPECT_TRUE(f.host.sent.empty());
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(RoutedAckTest, OneThatHasNotFarToGoNeedsNoHop)
{
    PeerFixture f("none", {}, Routed());
    EXPECT_TRUE(f.Offer(kNow, 1, RequestOf(0)));
    EXPECT_TRUE(f.host.sent.empty());
    EXPECT_EQ(f.peer.GetCounters().accepted, 2u);
    EXPECT_EQ(f.peer.GetCounters().delivered, 2u);
    EXPECT_EQ(f.peer.GetCounters().redundantAcks, 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(RoutedAckTest, WithoutAHopLeftItIsDropped)
{
    PeerFixture f("none");
    Request ack = AckFor(7, 5);
    ack.hopLimit = 0;
    EXPECT_TRUE(f.Offer(kNow, 1, ack));
    EXPECT_EQ(f.observer.drops, (decltype(f.observer.drops){{7, DropReason::kHopLimit}}));
}

TEST(RoutedAckTest, AFullQueueDropsIt)
{
    PeerFixture f("none", {}, Routed(1));
    f.host.room[2] = 0;
    f.Offer(kNow, 1, PeerFixture::Foreign(2, 5));
    EXPECT_TRUE(f.Offer(kNow, 1, RequestOf(5)));
    EXPECT_EQ(f.observer.drops, (decltype(f.observer.drops){{1, DropReason::kQueueFull}}));
    EXPECT_EQ(f.peer.GetCounters().delivered, 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

/// With back-pressure, a request has arrived only when there is room for its overlay-ack.
TEST(RoutedAckTest, BackPressureLetsTheRequestWaitForRoom)
{
    PeerFixture f("back-pressure", {}, Routed(3));
    f.host.room[2] = 0;
    f.Offer(kNow, 8, PeerFixture::Foreign(2, 5));
    EXPECT_FALSE(f.Offer(kNow, 9, RequestOf(5)));
    EXPECT_EQ(f.peer.GetCounters().delivered, 0u);
    EXPECT_EQ(f.peer.GetCounters().blocked, 1u);
    // but one whose overlay-ack goes elsewhere need not
    EXPECT_TRUE(f.Offer(kNow, 9, RequestOf(1)));
    f.host.room[2] = 1;
    f.peer.OnWritable(kNow, 2);
    EXPECT_EQ(f.host.resumed, std::vector<ConnectionId>{9});
    EXPECT_TRUE(f.Offer(kNow, 9, RequestOf(5)));
    EXPECT_EQ(f.peer.Queued(), 1u);
    EXPECT_EQ(f.peer.GetCounters().TotalDropped(), 0u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

/// The same behind a processor, which does not work on what cannot be answered.
TEST(RoutedAckTest, AProcessorLeavesARequestUntilThereIsRoomForItsAck)
{
    PeerOptions options = Routed(4);
    options.processing.mean = FromSeconds(0.1);
    PeerFixture f("back-pressure", {}, options);
    f.host.room[2] = 0;
    f.Offer(kNow, 8, PeerFixture::Foreign(2, 5));
    EXPECT_TRUE(f.Offer(kNow, 9, RequestOf(5)));
    EXPECT_EQ(f.host.wake, kNever);
    f.host.room[2] = 2;
    f.peer.OnWritable(kNow, 2);
    for (const Time done : {FromSeconds(1.1), FromSeconds(1.2), FromSeconds(1.3)})
    {
        EXPECT_EQ(f.host.wake, done);
        f.peer.OnWake(done);
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }
    ASSERT_EQ(f.host.sent.size(), 2u);
    EXPECT_EQ(f.host.sent[1].second.kind, MessageKind::kRoutedAck);
}

} // namespace
} // namespace dht
