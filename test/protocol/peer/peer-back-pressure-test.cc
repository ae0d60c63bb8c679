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

PeerOptions
Capacity(std::size_t capacity)
{
    PeerOptions options;
    options.queueCapacity = capacity;
    return options;
}

/// Back-pressure, one place for each of three neighbours, and that for link 2 is taken.
class PeerBackPressureTest : public testing::Test
{
  protected:
    PeerBackPressureTest()
        : f("back-pressure", {}, Capacity(3))
    {
        f.host.room[2] = 0;
        EXPECT_TRUE(OfferTo5(1, 100));
    }

    /// Offer a request for link 2. @return Whether it was accepted.
    bool OfferTo5(ConnectionId from, std::uint64_t id)
    {
        return f.Offer(kNow, from, PeerFixture::Foreign(id, 5));
    }

    /// Let link 2 take requests. @param count How many.
    void Drain(int count)
    {
        f.host.room[2] = count;
        f.peer.OnWritable(kNow, 2);
    }

    /// @return The connections that were resumed since the last call.
    std::vector<ConnectionId> TakeResumed()
    {
        return std::exchange(f.host.resumed, {});
    }

    using Connections = std::vector<ConnectionId>;

    PeerFixture f;
};

TEST_F(PeerBackPressureTest, AFullQueueRefusesAndDropsNothing)
{
    EXPECT_FALSE(OfferTo5(8, 1));
    EXPECT_EQ(f.peer.Queued(), 1u);
    EXPECT_EQ(f.peer.GetCounters().accepted, 1u);
    EXPECT_EQ(f.peer.GetCounters().blocked, 1u);
    EXPECT_EQ(f.peer.GetCounters().TotalDropped(), 0u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
    EXPECT_TRUE(TakeResumed().empty());
}

TEST_F(PeerBackPressureTest, ARefusedRequestIsLeftAsItWas)
{
    Request request = PeerFixture::Foreign(1, 5);
    request.extras.Write().payload = Payload::Zeros(10);
    EXPECT_FALSE(f.peer.OnRequest(kNow, 8, request));
    EXPECT_EQ(request.id, 1u);
    EXPECT_EQ(request.hopLimit, 10);
    EXPECT_EQ(request.extras->payload.size, 10u);
}

TEST_F(PeerBackPressureTest, OtherQueuesAndDeliveriesAreNotHeldUp)
{
    EXPECT_FALSE(OfferTo5(8, 1));
    EXPECT_TRUE(f.Offer(kNow, 9, PeerFixture::Foreign(2, 1)));
    EXPECT_TRUE(f.Offer(kNow, 9, PeerFixture::Foreign(3, 0)));
    EXPECT_EQ(f.host.sent.size(), 1u);
    EXPECT_EQ(f.host.acks.size(), 1u);
}

TEST_F(PeerBackPressureTest, ARequestWithoutAHopLeftDoesNotWait)
{
    Request request = PeerFixture::Foreign(1, 5);
    request.hopLimit = 0;
    EXPECT_TRUE(f.Offer(kNow, 8, request));
    EXPECT_EQ(f.peer.GetCounters().TotalDropped(), 1u);
}

TEST_F(PeerBackPressureTest, WaitersAreResumedInOrderOnePerPlace)
{
    for (const ConnectionId connection : {8, 9, 10})
    {
        EXPECT_FALSE(OfferTo5(connection, connection));
    }
    for (const ConnectionId connection : {8, 9, 10})
    {
        Drain(1);
        EXPECT_EQ(TakeResumed(), Connections{connection});
        EXPECT_TRUE(OfferTo5(connection, connection));
        EXPECT_TRUE(TakeResumed().empty());
    }
    Drain(1);
    EXPECT_TRUE(TakeResumed().empty());
    ASSERT_EQ(f.host.sent.size(), 4u);
    EXPECT_EQ(f.host.sent[1].second.id, 8u);
    EXPECT_EQ(f.host.sent[3].second.id, 10u);
}

TEST_F(PeerBackPressureTest, AWokenWaiterThatIsSentAtOnceWakesTheNext)
{
    OfferTo5(8, 8);
    OfferTo5(9, 9);
    Drain(3);
    EXPECT_EQ(TakeResumed(), Connections{8});
    EXPECT_TRUE(OfferTo5(8, 8)); // the link takes it, and the place is free again
    EXPECT_EQ(TakeResumed(), Connections{9});
}

TEST_F(PeerBackPressureTest, AnOwnRequestWaitsItsTurnAndIsIssuedThen)
{
    OfferTo5(8, 8);
    f.Issue(kNow, 5);
    OfferTo5(9, 9);
    EXPECT_EQ(f.peer.GetCounters().issued, 0u);
    EXPECT_EQ(f.peer.Outstanding(), 0u);
    Drain(1);
    EXPECT_EQ(TakeResumed(), Connections{8});
    EXPECT_TRUE(OfferTo5(8, 8));
    EXPECT_EQ(f.host.wake, kNever);
    Drain(1);
    EXPECT_TRUE(TakeResumed().empty());
    EXPECT_EQ(f.host.wake, kNow);
    f.peer.OnWake(kNow);
    EXPECT_EQ(f.peer.GetCounters().issued, 1u);
    EXPECT_EQ(f.peer.Queued(), 1u);
    Drain(1);
    EXPECT_EQ(TakeResumed(), Connections{9});
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST_F(PeerBackPressureTest, ThePlaceOfWhoWasWokenIsNotForOthers)
{
    OfferTo5(8, 8);
    Drain(1);
    EXPECT_EQ(TakeResumed(), Connections{8});
    EXPECT_FALSE(OfferTo5(9, 9)) << "it has not waited";
    f.Issue(kNow, 5);
    EXPECT_EQ(f.peer.GetCounters().issued, 0u);
    EXPECT_TRUE(OfferTo5(8, 8));
    EXPECT_TRUE(TakeResumed().empty());
    Drain(1);
    EXPECT_EQ(TakeResumed(), Connections{9});
    EXPECT_TRUE(OfferTo5(9, 9));
    Drain(1);
    f.peer.OnWake(kNow);
    EXPECT_EQ(f.peer.GetCounters().issued, 1u);
}

TEST_F(PeerBackPressureTest, ThePlaceOfAnOwnRequestIsNotForOthers)
{
    f.Issue(kNow, 5);
    Drain(1);
    EXPECT_EQ(f.host.wake, kNow);
    EXPECT_FALSE(OfferTo5(9, 9)) << "it has not waited";
    f.peer.OnWake(kNow);
    EXPECT_EQ(f.peer.GetCounters().issued, 1u);
    Drain(1);
    EXPECT_EQ(TakeResumed(), Connections{9});
}

TEST_F(PeerBackPressureTest, AWokenWaiterThatGoesElsewhereLeavesItsPlaceToTheNext)
{
    OfferTo5(8, 8);
    OfferTo5(9, 9);
    Drain(1);
    EXPECT_EQ(TakeResumed(), Connections{8});
    // such as after a change of the routing table
    EXPECT_TRUE(f.Offer(kNow, 8, PeerFixture::Foreign(8, 1)));
    EXPECT_EQ(TakeResumed(), Connections{9});
    EXPECT_TRUE(OfferTo5(9, 9));
}

/// What the processor has answered goes before what is still to come: otherwise connections that
/// wait all the time would hold the peer's answers up for ever.
TEST(BackPressureAnswerTest, AnAnswerGoesBeforeConnectionsThatWereWoken)
{
    PeerOptions options = Capacity(4); // one place for each of three links, and for what ends here
    options.processing.mean = FromSeconds(0.001);
    PeerFixture f("back-pressure", {}, options);
    f.host.room[2] = 0;
    const auto offerTo5 = [&f](ConnectionId from) {
        return f.Offer(kNow, from, PeerFixture::Foreign(from, 5));
    };
    EXPECT_TRUE(offerTo5(7));
    EXPECT_FALSE(offerTo5(8));
    Request asked = PeerFixture::Foreign(9, 0);
    asked.extras.Write().replyTo = PeerFixture::KeyOf(5);
    EXPECT_TRUE(f.Offer(kNow, 9, asked));
    EXPECT_EQ(f.host.wake, kNever) << "neither can leave";

    f.host.room[2] = 1;
    f.peer.OnWritable(kNow, 2);
    f.peer.OnWake(kNow + FromSeconds(0.001));
    EXPECT_EQ(f.host.resumed, std::vector<ConnectionId>{8}) << "the place of 7 is free";
    f.peer.OnWake(kNow + FromSeconds(0.003));
    EXPECT_EQ(f.peer.GetCounters().delivered, 1u) << "the answer has taken it";
    EXPECT_EQ(f.peer.GetRelay().Length(2), 1u);
    EXPECT_FALSE(offerTo5(8)) << "it waits again, for the next one";

    f.host.room[2] = 1;
    f.peer.OnWritable(kNow + FromSeconds(1), 2);
    f.peer.OnWake(kNow + FromSeconds(1.01));
    ASSERT_EQ(f.host.sent.size(), 2u);
    EXPECT_EQ(f.host.sent[1].second.kind, MessageKind::kRoutedAck);
    EXPECT_EQ(f.host.resumed.size(), 2u);
    EXPECT_TRUE(offerTo5(8));
}

/// Connections that always have another request, and an application that does, too.
TEST_F(PeerBackPressureTest, OwnRequestsGetTheirShareAmongBusyConnections)
{
    f.source.keys.assign(1000, PeerFixture::KeyOf(5));
    f.peer.Start(kNow, f.source);
    for (const ConnectionId connection : {7, 8, 9})
    {
        while (OfferTo5(connection, 0))
        {
        }
    }
    for (int i = 0; i < 400; ++i)
    {
        Drain(1);
        // a host reads what it may read, as long as it may
        for (const ConnectionId connection : TakeResumed())
        {
            while (OfferTo5(connection, 0))
            {
            }
        }
        if (f.host.wake == kNow)
        {
            f.peer.OnWake(kNow);
        }
        ASSERT_TRUE(f.peer.IdentitiesHold());
    }
    EXPECT_NEAR(static_cast<double>(f.peer.GetCounters().issued), 100, 2);
}

TEST_F(PeerBackPressureTest, AClosedConnectionLeavesTheQueueOfWaiters)
{
    OfferTo5(8, 8);
    OfferTo5(9, 9);
    f.peer.OnClosed(kNow, 8);
    EXPECT_TRUE(TakeResumed().empty());
    Drain(1);
    EXPECT_EQ(TakeResumed(), Connections{9});
}

TEST_F(PeerBackPressureTest, AConnectionThatClosesAfterItWasWokenStrandsNobody)
{
    OfferTo5(8, 8);
    OfferTo5(9, 9);
    Drain(1);
    EXPECT_EQ(TakeResumed(), Connections{8});
    f.peer.OnClosed(kNow, 8);
    EXPECT_EQ(TakeResumed(), Connections{9});
}

TEST_F(PeerBackPressureTest, APeerThatStopsBeforeItsTurnStrandsNobody)
{
    f.Issue(kNow, 5);
    OfferTo5(9, 9);
    f.peer.Stop(kNow);
    Drain(1);
    f.peer.OnWake(kNow);
    EXPECT_EQ(TakeResumed(), Connections{9});
}

TEST_F(PeerBackPressureTest, APeerThatStopsAfterItWasWokenStrandsNobody)
{
    f.Issue(kNow, 5);
    OfferTo5(9, 9);
    Drain(1);
    EXPECT_EQ(f.host.wake, kNow);
    f.peer.Stop(kNow);
    EXPECT_GT(f.host.wake, kNow) << "there is nothing to do any more";
    f.peer.OnWake(kNow);
    EXPECT_EQ(TakeResumed(), Connections{9});
}

TEST_F(PeerBackPressureTest, APeerThatStopsAndStartsAgainWaitsOnceOnly)
{
    f.Issue(kNow, 5);
    f.peer.Stop(kNow);
    f.host.room[1] = 0;
    EXPECT_TRUE(f.Offer(kNow, 1, PeerFixture::Foreign(1, 3))); // fills the queue for link 1
    f.Issue(kNow, 3);                                          // waits there
    OfferTo5(9, 9);
    Drain(1);
    f.peer.OnWake(kNow);
    EXPECT_EQ(TakeResumed(), Connections{9});
}

} // namespace
} // namespace dht
