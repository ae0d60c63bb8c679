/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-standstill.h"
#include "recording-host.h"
#include "view-routing.h"

#include <gtest/gtest.h>
#include <memory>

/// Full queues that do not move any more.

namespace dht
{
namespace
{

constexpr Time LIMIT = FromSeconds(10);
constexpr Time NOW = FromSeconds(1);

TEST(StandstillTest, AQueueForWhichNobodyWaitsIsNotOne)
{
    Standstill standstill(LIMIT);
    standstill.OnLeft(NOW, 3);
    EXPECT_EQ(standstill.Next(), kNever);
    EXPECT_FALSE(standstill.TakeDue(FromSeconds(100)));
}

TEST(StandstillTest, CountsFromTheFirstWhoWaits)
{
    Standstill standstill(LIMIT);
    standstill.OnWait(NOW, 3);
    standstill.OnWait(NOW + LIMIT / 2, 3);
    standstill.OnWait(NOW + FromSeconds(1), 1);
    EXPECT_EQ(standstill.Next(), NOW + LIMIT);
    EXPECT_FALSE(standstill.TakeDue(NOW + LIMIT - Time(1)));
    EXPECT_EQ(standstill.TakeDue(NOW + LIMIT), 3U);
    EXPECT_EQ(standstill.Next(), NOW + FromSeconds(1) + LIMIT);
    EXPECT_FALSE(standstill.TakeDue(NOW + LIMIT));
}

TEST(StandstillTest, BeginsAnewWheneverSomethingLeaves)
{
    Standstill standstill(LIMIT);
    standstill.OnWait(NOW, 0);
    standstill.OnLeft(NOW + LIMIT / 2, 0);
    EXPECT_EQ(standstill.Next(), NOW + LIMIT / 2 + LIMIT);
}

/// A peer of a ring whose table may change, with one place for its only neighbour, who takes
/// nothing, and connections that wait for it.
class StandingPeerTest : public testing::Test
{
  protected:
    void Make(const char* scheme, Time limit = LIMIT)
    {
        PeerOptions options;
        options.self = Endpoint::Ipv4(0x0a000001, 7000);
        options.queueCapacity = 1;
        options.standstillLimit = limit;
        options.linkPatience = Time(0);
        m_table.Set({{Endpoint::Ipv4(0x0a000002, 7000), EvenKey(4, 8)}});
        const Scheme& found = SchemeRegistry::Get().Find(scheme);
        m_peer = std::make_unique<Peer>(options,
                                        std::make_unique<test::LinkRouting>(m_table),
                                        found.make(found.parameters),
                                        m_host,
                                        m_random);
        m_peer->SetObserver(&m_observer);
        m_host.room[0] = 0;
    }

    bool Offer(Time now, ConnectionId from, std::uint64_t id)
    {
        Request request = test::PeerFixture::Foreign(id, 5);
        return m_peer->OnRequest(now, from, request);
    }

    LinkTable m_table{0, 5};
    test::RecordingHost m_host;
    test::RecordingObserver m_observer;
    test::MersenneRandom m_random{1};
    std::unique_ptr<Peer> m_peer;
};

TEST_F(StandingPeerTest, EmptiesTheQueueAndReadsOn)
{
    Make("back-pressure");
    EXPECT_TRUE(Offer(NOW, 8, 1));
    EXPECT_EQ(m_host.wake, kNever);
    EXPECT_FALSE(Offer(NOW, 8, 2));
    EXPECT_EQ(m_host.wake, NOW + LIMIT);
    m_peer->OnWake(NOW + LIMIT);
    EXPECT_EQ(m_observer.drops, (decltype(m_observer.drops){{1, DropReason::kStandstill}}));
    EXPECT_EQ(m_host.resumed, std::vector<ConnectionId>{8});
    EXPECT_TRUE(Offer(NOW + LIMIT, 8, 2));
    EXPECT_TRUE(m_peer->IdentitiesHold());
}

TEST_F(StandingPeerTest, LeavesAQueueThatMovesAlone)
{
    Make("back-pressure");
    Offer(NOW, 8, 1);
    Offer(NOW, 8, 2);
    Offer(NOW, 9, 3);
    m_host.room[0] = 1;
    m_peer->OnWritable(NOW + LIMIT / 2, 0);
    EXPECT_TRUE(Offer(NOW + LIMIT / 2, 8, 2));
    m_peer->OnWake(NOW + LIMIT);
    EXPECT_TRUE(m_observer.drops.empty());
    EXPECT_EQ(m_host.wake, NOW + LIMIT / 2 + LIMIT);
}

TEST_F(StandingPeerTest, DoesNotCountTheTimeInWhichTheQueueWasEmpty)
{
    Make("back-pressure");
    Offer(NOW, 8, 1);
    Offer(NOW, 8, 2);
    m_host.room[0] = 1;
    m_peer->OnWritable(NOW, 0); // the queue is empty
    m_peer->OnClosed(NOW, 8);   // and request 2 is not offered again
    const Time later = NOW + LIMIT - FromSeconds(1);
    EXPECT_TRUE(Offer(later, 9, 3));
    EXPECT_FALSE(Offer(later, 9, 4));
    m_peer->OnWake(NOW + LIMIT);
    EXPECT_TRUE(m_observer.drops.empty());
    EXPECT_EQ(m_host.wake, later + LIMIT);
}

TEST_F(StandingPeerTest, WithoutALimitItStandsForEver)
{
    Make("back-pressure", Time(0));
    Offer(NOW, 8, 1);
    Offer(NOW, 8, 2);
    EXPECT_EQ(m_host.wake, kNever);
}

TEST_F(StandingPeerTest, WaitsForTheEndOfAPause)
{
    Make("back-pressure");
    Offer(NOW, 8, 1);
    Offer(NOW, 8, 2);
    m_peer->SetPaused(NOW, true);
    m_peer->OnWake(NOW + LIMIT);
    EXPECT_TRUE(m_observer.drops.empty());
    EXPECT_EQ(m_host.wake, NOW + 2 * LIMIT);
}

TEST_F(StandingPeerTest, DropsNothingForAConnectionThatIsGone)
{
    Make("back-pressure");
    Offer(NOW, 8, 1);
    Offer(NOW, 8, 2);
    m_peer->OnClosed(NOW, 8);
    m_peer->OnWake(NOW + LIMIT);
    EXPECT_TRUE(m_observer.drops.empty());
    EXPECT_EQ(m_host.wake, kNever);
}

TEST(StandingTest, AReadyMadeRingCannotLockUpAndWaitsForEver)
{
    PeerOptions options;
    options.queueCapacity = 3;
    test::PeerFixture f("back-pressure", {}, options);
    f.host.room[2] = 0;
    EXPECT_TRUE(f.Offer(NOW, 8, test::PeerFixture::Foreign(1, 5)));
    EXPECT_FALSE(f.Offer(NOW, 8, test::PeerFixture::Foreign(2, 5)));
    EXPECT_EQ(f.host.wake, kNever);
}

} // namespace
} // namespace dht
