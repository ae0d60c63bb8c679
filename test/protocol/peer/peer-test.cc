/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-host.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::kNow;
using test::PeerFixture;

/// A scheme "marking" that marks everything as soon as a queue is not empty.
const PeerFixture::Values kMarkEverything{{"Threshold", 0.1}, {"Smoothing", 0}, {"Fairness", 0}};

std::uint64_t
Dropped(const Peer& peer, DropReason reason)
{
    return peer.GetCounters().dropped[static_cast<std::size_t>(reason)];
}

TEST(PeerTest, ARequestGoesToTheNextHopWithOneHopLess)
{
    PeerFixture f("none");
    Request request = PeerFixture::Foreign(7, 5);
    request.milliRate = 1234;
    request.attempt = 3;
    request.extras.Write().payload = Payload::Zeros(10);
    EXPECT_TRUE(f.Offer(kNow, 1, request));
    ASSERT_EQ(f.host.sent.size(), 1u);
    const auto& [link, sent] = f.host.sent[0];
    EXPECT_EQ(link, 2u);
    EXPECT_EQ(sent.hopLimit, 9);
    EXPECT_EQ(sent.id, 7u);
    EXPECT_EQ(sent.key, request.key);
    EXPECT_TRUE(sent.source == request.source);
    EXPECT_EQ(sent.milliRate, 1234u);
    EXPECT_EQ(sent.attempt, 3);
    EXPECT_FALSE(sent.marked);
    EXPECT_EQ(sent.extras->payload.bytes.get(), request.extras->payload.bytes.get());
    EXPECT_EQ(f.peer.GetCounters().forwarded, 1u);
    EXPECT_TRUE(f.host.acks.empty());
}

TEST(PeerTest, TheResponsiblePeerAcknowledgesToTheSource)
{
    PeerFixture f("none");
    Request request = PeerFixture::Foreign(7, 0);
    request.attempt = 3;
    request.marked = true;
    EXPECT_TRUE(f.Offer(kNow, 1, request));
    ASSERT_EQ(f.host.acks.size(), 1u);
    const auto& [to, ack] = f.host.acks[0];
    EXPECT_TRUE(to == request.source);
    EXPECT_EQ(ack.id, 7u);
    EXPECT_EQ(ack.attempt, 3);
    EXPECT_EQ(ack.hopLimit, 10);
    EXPECT_TRUE(ack.marked);
    EXPECT_TRUE(ack.responsible == Endpoint::Ipv4(0x0a000001, 7000));
    EXPECT_EQ(f.peer.GetCounters().delivered, 1u);
    ASSERT_EQ(f.observer.deliveries.size(), 1u);
    EXPECT_EQ(f.observer.deliveries[0].id, 7u);
    EXPECT_TRUE(f.host.sent.empty());
    request.marked = false;
    f.Offer(kNow, 1, request);
    EXPECT_FALSE(f.host.acks.at(1).second.marked);
}

TEST(PeerTest, ARequestWithoutAHopLeftIsDroppedUnlessItHasArrived)
{
    PeerFixture f("none");
    Request request = PeerFixture::Foreign(7, 5);
    request.hopLimit = 0;
    EXPECT_TRUE(f.Offer(kNow, 1, request));
    EXPECT_TRUE(f.host.sent.empty());
    EXPECT_EQ(Dropped(f.peer, DropReason::kHopLimit), 1u);
    EXPECT_EQ(f.observer.drops, (decltype(f.observer.drops){{7, DropReason::kHopLimit}}));
    request = PeerFixture::Foreign(8, 0);
    request.hopLimit = 0;
    EXPECT_TRUE(f.Offer(kNow, 1, request));
    ASSERT_EQ(f.host.acks.size(), 1u);
    EXPECT_EQ(f.host.acks[0].second.hopLimit, 0);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(PeerTest, TheLastHopIsTaken)
{
    PeerFixture f("none");
    Request request = PeerFixture::Foreign(7, 5);
    request.hopLimit = 1;
    f.Offer(kNow, 1, request);
    ASSERT_EQ(f.host.sent.size(), 1u);
    EXPECT_EQ(f.host.sent[0].second.hopLimit, 0);
}

/// A limit of no hops is a strange option, but it must not become one of 255.
TEST(PeerTest, AnOwnRequestHasNoMoreHopsThanTheLimit)
{
    PeerOptions options;
    options.hopLimit = 0;
    PeerFixture f("none", {}, options);
    f.Issue(kNow, 5);
    for (const auto& [link, request] : f.host.sent)
    {
        EXPECT_EQ(request.hopLimit, 0) << "on link " << link;
    }
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(PeerTest, AFullQueueDropsAndCounts)
{
    PeerOptions options;
    options.queueCapacity = 3;
    PeerFixture f("none", {}, options);
    f.host.room[2] = 0;
    for (std::uint64_t id = 1; id <= 5; ++id)
    {
        EXPECT_TRUE(f.Offer(kNow, 1, PeerFixture::Foreign(id, 5)));
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }
    EXPECT_EQ(f.peer.Queued(), 3u);
    EXPECT_EQ(Dropped(f.peer, DropReason::kQueueFull), 2u);
    EXPECT_EQ(
        f.observer.drops,
        (decltype(f.observer.drops){{4, DropReason::kQueueFull}, {5, DropReason::kQueueFull}}));
    f.host.room[2] = 10;
    f.peer.OnWritable(kNow, 2);
    ASSERT_EQ(f.host.sent.size(), 3u);
    EXPECT_EQ(f.host.sent[0].second.id, 1u);
    EXPECT_EQ(f.host.sent[1].second.id, 2u);
    EXPECT_EQ(f.host.sent[2].second.id, 3u);
    EXPECT_EQ(f.peer.Queued(), 0u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(PeerTest, TheHeadOfASharedQueueHoldsUpThoseBehindIt)
{
    PeerFixture f("none");
    f.host.room[2] = 0;
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 5)); // by link 2
    f.Offer(kNow, 1, PeerFixture::Foreign(2, 1)); // by link 0
    f.peer.OnWritable(kNow, 0);
    EXPECT_TRUE(f.host.sent.empty());
    f.host.room[2] = 1;
    f.peer.OnWritable(kNow, 2);
    EXPECT_EQ(f.host.sent.size(), 2u);
}

TEST(PeerTest, AQueueANeighbourHoldsUpNobodyElse)
{
    PeerOptions options;
    options.discipline = QueueDiscipline::kPerNeighbour;
    PeerFixture f("none", {}, options);
    f.host.room[2] = 0;
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 5));
    f.Offer(kNow, 1, PeerFixture::Foreign(2, 1));
    ASSERT_EQ(f.host.sent.size(), 1u);
    EXPECT_EQ(f.host.sent[0].second.id, 2u);
    EXPECT_EQ(f.peer.Queued(), 1u);
}

TEST(PeerTest, ACongestedQueueMarks)
{
    PeerFixture f("marking", kMarkEverything);
    f.host.room[2] = 0;
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 5)); // finds the queue empty
    f.Offer(kNow, 1, PeerFixture::Foreign(2, 5));
    f.host.room[2] = 2;
    f.peer.OnWritable(kNow, 2);
    ASSERT_EQ(f.host.sent.size(), 2u);
    EXPECT_FALSE(f.host.sent[0].second.marked);
    EXPECT_TRUE(f.host.sent[1].second.marked);
    EXPECT_EQ(f.peer.GetCounters().marked, 1u);
    ASSERT_EQ(f.observer.marks.size(), 1u);
    EXPECT_EQ(f.observer.marks[0].id, 2u);
    EXPECT_TRUE(f.observer.marks[0].marked) << "an observer sees it as it is from now on";
}

TEST(PeerTest, AnObserverHearsHowLongTheQueuesAreNow)
{
    PeerFixture f("none");
    f.host.room[2] = 0;
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 5));
    f.Offer(kNow, 1, PeerFixture::Foreign(2, 5));
    f.host.room[2] = 1;
    f.peer.OnWritable(kNow, 2);
    EXPECT_EQ(f.observer.lengths, (std::vector<std::size_t>{1, 2, 1}));
}

TEST(PeerTest, AReadyMadeOverlayLosesWhatWaitsForALinkThatFails)
{
    PeerFixture f("none");
    f.host.room[2] = 0;
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 5));
    f.host.down = {2};
    f.peer.OnLinkSilent(kNow, 2);
    EXPECT_EQ(f.peer.Queued(), 1u) << "nobody asks the neighbour, which may be there";
    f.peer.OnLinkFailed(kNow, 2);
    EXPECT_EQ(f.peer.Queued(), 0u);
    EXPECT_EQ(Dropped(f.peer, DropReason::kLinkDown), 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(PeerTest, WhoLeavesIssuesNothingMore)
{
    PeerFixture f("credit", {{"RestartCredits", 1}});
    f.source.keys.assign(3, PeerFixture::KeyOf(5));
    f.peer.Start(kNow, f.source);
    ASSERT_EQ(f.host.sent.size(), 1u);
    f.peer.Leave(kNow);
    f.peer.OnDatagram(kNow, {}, PeerFixture::AckOf(f.host.sent[0].second));
    EXPECT_EQ(f.peer.GetCounters().answered, 1u);
    EXPECT_EQ(f.host.sent.size(), 1u);
}

/// COMSNETS09, section IV-1: each queue marks by its own average length.
TEST(PeerTest, AQueueIsMarkedForItsOwnLengthAndNotForItsNeighbours)
{
    PeerOptions options;
    options.queueCapacity = 300; // 100 a neighbour
    options.discipline = QueueDiscipline::kPerNeighbour;
    PeerFixture f("marking", {{"Threshold", 20}, {"Smoothing", 0.9}, {"Fairness", 0}}, options);
    f.host.room[2] = 0;
    for (std::uint64_t id = 0; id < 90; ++id)
    {
        f.Offer(kNow, 1, PeerFixture::Foreign(id, 1)); // by link 0, whose queue stays empty
        f.Offer(kNow, 1, PeerFixture::Foreign(id, 5)); // by link 2, whose queue fills up
    }
    for (const auto& [link, request] : f.host.sent)
    {
        ASSERT_EQ(link, 0u);
        ASSERT_FALSE(request.marked) << "request " << request.id << " found an empty queue";
    }
    f.host.sent.clear();
    f.host.room[2] = 90;
    f.peer.OnWritable(kNow, 2);
    ASSERT_EQ(f.host.sent.size(), 90u);
    // the average, 10 behind a queue that grows by 1 a request, has been above 20 for long
    for (std::size_t i = 40; i < 90; ++i)
    {
        EXPECT_TRUE(f.host.sent[i].second.marked) << i << " requests were before it";
    }
}

TEST(PeerTest, AMarkIsNeverUnset)
{
    for (const char* scheme : {"none", "credit", "back-pressure", "marking"})
    {
        PeerFixture f(scheme);
        Request request = PeerFixture::Foreign(1, 5);
        request.marked = true;
        f.Offer(kNow, 1, request);
        ASSERT_EQ(f.host.sent.size(), 1u);
        EXPECT_TRUE(f.host.sent[0].second.marked) << scheme;
    }
}

TEST(PeerTest, AMarkIsCountedWhereItIsSetOnly)
{
    PeerFixture f("marking", kMarkEverything);
    f.host.room[2] = 0;
    Request request = PeerFixture::Foreign(1, 5);
    request.marked = true;
    for (int i = 0; i < 5; ++i)
    {
        f.Offer(kNow, 1, request);
    }
    EXPECT_EQ(f.peer.Queued(), 5u);
    EXPECT_EQ(f.peer.GetCounters().marked, 0u);
}

TEST(PeerTest, AMarkOfSomeProbabilityIsSetThatOften)
{
    // s = 10 of t = 20: q = 10 / (20 * 10) = 0.05
    PeerOptions options;
    options.queueCapacity = 1000;
    PeerFixture f("marking", {{"Threshold", 20}, {"Smoothing", 0}, {"Fairness", 0}}, options);
    f.host.room[2] = 0;
    for (std::uint64_t id = 0; id < 10; ++id)
    {
        f.Offer(kNow, 1, PeerFixture::Foreign(id, 5));
    }
    const std::uint64_t before = f.peer.GetCounters().marked;
    for (std::uint64_t id = 0; id < 10000; ++id)
    {
        f.Offer(kNow, 1, PeerFixture::Foreign(id, 5));
        f.host.room[2] = 1;
        f.peer.OnWritable(kNow, 2);
    }
    // the standard deviation is 22
    EXPECT_NEAR(static_cast<double>(f.peer.GetCounters().marked - before), 500, 100);
}

} // namespace
} // namespace dht
