/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-host.h"
#include "view-routing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::kNow;
using test::PeerFixture;
constexpr Time kWork = FromSeconds(0.1);

TEST(ProcessorTest, WorksOnOneThingAndIsDoneWhenItsTimeIsOver)
{
    test::MersenneRandom random(1);
    Processor processor({kWork, ProcessingTimes::kConstant}, random);
    EXPECT_FALSE(processor.IsBusy());
    EXPECT_EQ(processor.DoneAt(), kNever);
    EXPECT_EQ(processor.TakeDone(kNow), std::nullopt);
    processor.Begin(kNow, 3);
    EXPECT_TRUE(processor.IsBusy());
    EXPECT_EQ(processor.DoneAt(), kNow + kWork);
    EXPECT_EQ(processor.TakeDone(kNow + kWork - Time(1)), std::nullopt);
    EXPECT_EQ(processor.TakeDone(kNow + kWork), QueueIndex{3});
    EXPECT_FALSE(processor.IsBusy());
    EXPECT_EQ(processor.TakeDone(kNow + kWork), std::nullopt);
}

/// An exponential distribution's deviation is its mean.
TEST(ProcessorTest, ExponentialTimesHaveTheirMeanAndDeviation)
{
    constexpr int count = 20000;
    test::MersenneRandom random(1);
    Processor processor({kWork, ProcessingTimes::kExponential}, random);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < count; ++i)
    {
        processor.Begin(kNow, 0);
        const double time = ToSeconds(processor.DoneAt() - kNow);
        sum += time;
        squares += time * time;
        processor.TakeDone(processor.DoneAt());
    }
    const double mean = sum / count;
    EXPECT_NEAR(mean, 0.1, 0.003);
    EXPECT_NEAR(std::sqrt(squares / count - mean * mean), 0.1, 0.005);
}

PeerOptions
Working(std::size_t capacity = 200)
{
    PeerOptions options;
    options.processing.mean = kWork;
    options.queueCapacity = capacity;
    return options;
}

/// @return The ids that were sent, in order.
std::vector<std::uint64_t>
Ids(const PeerFixture& f)
{
    std::vector<std::uint64_t> ids;
    for (const auto& [link, request] : f.host.sent)
    {
        ids.push_back(request.id);
    }
    return ids;
}

using Sequence = std::vector<std::uint64_t>;

TEST(PeerProcessorTest, OneMessageAtATimeInTheOrderOfTheQueue)
{
    PeerFixture f("none", {}, Working());
    for (const std::uint64_t id : {1, 2, 3})
    {
        f.Offer(kNow, 1, PeerFixture::Foreign(id, id == 2 ? 1 : 5));
    }
    for (const Sequence& expected : {Sequence{1}, Sequence{1, 2}, Sequence{1, 2, 3}})
    {
        const Time done = kNow + static_cast<Time::rep>(expected.size()) * kWork;
        EXPECT_EQ(f.host.wake, done);
        f.peer.OnWake(done - Time(1)); // too early: nothing happens
        EXPECT_EQ(f.host.sent.size(), expected.size() - 1);
        f.peer.OnWake(done);
        EXPECT_EQ(Ids(f), expected);
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }
    EXPECT_EQ(f.host.wake, kNever);
}

TEST(PeerProcessorTest, WhatHasArrivedTakesItsTimeToo)
{
    PeerFixture f("none", {}, Working());
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 0));
    EXPECT_TRUE(f.host.acks.empty());
    EXPECT_EQ(f.peer.Queued(), 1u);
    EXPECT_EQ(f.peer.GetCounters().delivered, 0u);
    f.peer.OnWake(kNow + kWork);
    EXPECT_EQ(f.host.acks.size(), 1u);
    EXPECT_EQ(f.peer.GetCounters().delivered, 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

/// What ends here comes on all links. In turn with the queues of many links it would be served less
/// often than it comes, and hold up every neighbour.
TEST(PeerProcessorTest, UnderBackPressureWhatHasArrivedGoesFirst)
{
    for (const bool holds : {true, false})
    {
        PeerFixture f(holds ? "back-pressure" : "marking", {}, Working());
        for (const std::uint64_t id : {1, 2, 3, 4, 5, 6})
        {
            f.Offer(kNow, 1, PeerFixture::Foreign(id, id % 2 == 1 ? 5 : 0));
        }
        for (int done = 1; done <= 4; ++done)
        {
            f.peer.OnWake(kNow + done * kWork);
        }
        EXPECT_EQ(f.peer.GetCounters().delivered, holds ? 3u : 2u);
        EXPECT_EQ(f.peer.GetCounters().forwarded, holds ? 1u : 2u);
    }
}

/// The links have equal turns, whatever part of the work ends here, which never gets more than
/// half.
TEST(PeerProcessorTest, UnderBackPressureLinksHaveEqualTurnsBesideWhatHasArrived)
{
    for (const int share : {0, 2, 3, 4})
    {
        PeerFixture f("back-pressure", {}, Working(8));
        std::uint64_t id = 0;
        std::array<int, 3> sent{};
        for (int step = 0; step < 3000; ++step)
        {
            // keys of the three links, all the time; and of this peer, one of so many
            for (const unsigned place : {1U, 3U, 5U})
            {
                f.Offer(kNow, place, PeerFixture::Foreign(++id, place));
            }
            if (share > 0 && step % share == 0)
            {
                f.Offer(kNow, 9, PeerFixture::Foreign(++id, 0));
            }
            f.peer.OnWake(kNow + (step + 1) * kWork);
        }
        for (const auto& [link, request] : f.host.sent)
        {
            ++sent.at(link);
        }
        EXPECT_NEAR(sent[0], sent[1], 2) << share;
        EXPECT_NEAR(sent[1], sent[2], 2) << share;
        EXPECT_GT(sent[0], 400) << share;
    }
}

/// COMSNETS09, section III-D: the keys a source is responsible for cost nothing.
TEST(PeerProcessorTest, OwnRequestsTakeTheirTimeUnlessTheirKeysAreThePeersOwn)
{
    PeerFixture f("none", {}, Working());
    f.Issue(kNow, 0);
    EXPECT_EQ(f.peer.GetCounters().answered, 1u);
    f.Issue(kNow, 5);
    EXPECT_TRUE(f.host.sent.empty());
    f.peer.OnWake(kNow + kWork);
    EXPECT_EQ(f.host.sent.size(), 1u);
}

TEST(PeerProcessorTest, AFullQueueDropsWhateverTheMessageIs)
{
    PeerFixture f("none", {}, Working(2));
    for (const std::uint64_t id : {1, 2, 3, 4})
    {
        EXPECT_TRUE(f.Offer(kNow, 1, PeerFixture::Foreign(id, id % 2 == 0 ? 0 : 5)));
    }
    EXPECT_EQ(f.peer.Queued(), 2u);
    EXPECT_EQ(
        f.observer.drops,
        (decltype(f.observer.drops){{3, DropReason::kQueueFull}, {4, DropReason::kQueueFull}}));
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(PeerProcessorTest, QueuesAreServedInTurn)
{
    PeerOptions options = Working();
    options.discipline = QueueDiscipline::kPerNeighbour;
    PeerFixture f("none", {}, options);
    // three messages each for link 2, for link 0 and for this peer, one after the other
    for (const std::uint64_t to : {5, 1, 0})
    {
        for (int i = 0; i < 3; ++i)
        {
            f.Offer(kNow, 1, PeerFixture::Foreign(to, to));
        }
    }
    for (std::size_t round = 1; round <= 3; ++round)
    {
        for (int turn = 0; turn < 3; ++turn)
        {
            f.peer.OnWake(f.host.wake);
        }
        EXPECT_EQ(f.host.acks.size(), round);
        ASSERT_EQ(f.host.sent.size(), 2 * round);
        EXPECT_NE(f.host.sent[2 * round - 1].first, f.host.sent[2 * round - 2].first);
    }
    EXPECT_EQ(f.peer.Queued(), 0u);
}

TEST(PeerProcessorTest, NoTimeIsSpentOnWhatCannotLeave)
{
    PeerOptions options = Working();
    options.discipline = QueueDiscipline::kPerNeighbour;
    PeerFixture f("none", {}, options);
    f.host.room[2] = 0;
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 5));
    EXPECT_EQ(f.host.wake, kNever);
    f.Offer(kNow, 1, PeerFixture::Foreign(2, 1));
    f.peer.OnWake(kNow + kWork);
    EXPECT_EQ(Ids(f), Sequence{2});
    f.host.room[2] = 1;
    f.peer.OnWritable(kNow + 5 * kWork, 2);
    EXPECT_EQ(f.host.wake, kNow + 6 * kWork);
    f.peer.OnWake(kNow + 6 * kWork);
    EXPECT_EQ(Ids(f), (Sequence{2, 1}));
}

TEST(PeerProcessorTest, WhatIsDoneDuringAPauseLeavesAtItsEnd)
{
    PeerFixture f("none", {}, Working());
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 5));
    f.Offer(kNow, 1, PeerFixture::Foreign(2, 0));
    f.peer.SetPaused(kNow + kWork / 2, true);
    EXPECT_EQ(f.host.wake, kNever);
    f.peer.OnWake(kNow + kWork);
    EXPECT_TRUE(f.host.sent.empty());
    f.peer.SetPaused(kNow + 5 * kWork, false);
    EXPECT_EQ(Ids(f), Sequence{1});
    // the next one is begun only now
    EXPECT_EQ(f.host.wake, kNow + 6 * kWork);
    EXPECT_TRUE(f.host.acks.empty());
    f.peer.OnWake(kNow + 6 * kWork);
    EXPECT_EQ(f.host.acks.size(), 1u);
}

/// One place for each neighbour and one for what arrives.
/// Its next hop is gone, and it is queued for another one: it is worked on again there.
TEST(PeerProcessorTest, WhatIsTakenFromItsHandsIsNotForgotten)
{
    LinkTable table(0, 3);
    const RingNode near{Endpoint::Ipv4(0x0a000001, 7000), EvenKey(1, 8)};
    table.Set({near, {Endpoint::Ipv4(0x0a000003, 7000), EvenKey(3, 8)}});
    test::MersenneRandom random(1);
    test::RecordingHost host;
    PeerOptions options = Working();
    options.discipline = QueueDiscipline::kPerNeighbour;
    const Scheme& none = SchemeRegistry::Get().Find("none");
    Peer peer(options,
              std::make_unique<test::LinkRouting>(table),
              none.make(none.parameters),
              host,
              random);
    Request request = PeerFixture::Foreign(1, 4);
    ASSERT_TRUE(peer.OnRequest(kNow, 1, request));
    table.Set({near});
    peer.OnRoutesChanged(kNow);
    EXPECT_EQ(peer.GetCounters().rerouted, 1u);
    peer.OnWake(kNow + kWork);
    EXPECT_TRUE(host.sent.empty());
    peer.OnWake(kNow + 2 * kWork);
    EXPECT_EQ(host.sent.size(), 1u);
    EXPECT_TRUE(peer.IdentitiesHold());
}

TEST(PeerProcessorTest, BackPressureMakesWhatArrivesWait)
{
    PeerFixture f("back-pressure", {}, Working(4));
    EXPECT_TRUE(f.Offer(kNow, 8, PeerFixture::Foreign(1, 0)));
    EXPECT_FALSE(f.Offer(kNow, 8, PeerFixture::Foreign(2, 0)));
    EXPECT_TRUE(f.host.resumed.empty());
    f.peer.OnWake(kNow + kWork);
    EXPECT_EQ(f.host.resumed, std::vector<ConnectionId>{8});
    EXPECT_TRUE(f.Offer(kNow + kWork, 8, PeerFixture::Foreign(2, 0)));
    EXPECT_EQ(f.peer.GetCounters().TotalDropped(), 0u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

} // namespace
} // namespace dht
