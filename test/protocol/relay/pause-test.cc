/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-host.h"
#include "test-name.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Peers that pause, as if other programs held their machines up.

namespace dht
{
namespace
{

using test::kNow;
using test::PeerFixture;
using test::RingDigest;
constexpr Time kLater = FromSeconds(2);

/// @param capacity Of the relay queues. @return A peer that goes on reading while it pauses.
PeerOptions
Reading(std::size_t capacity = 200)
{
    PeerOptions options;
    options.queueCapacity = capacity;
    options.pauses = PauseScope::kForwarding;
    return options;
}

TEST(PauseTest, NothingIsHandedOnUntilThePauseEndsAndThenInOrder)
{
    PeerFixture f("none", {}, Reading());
    f.peer.SetPaused(kNow, true);
    for (const std::uint64_t id : {1, 2, 3})
    {
        EXPECT_TRUE(f.Offer(kNow, 1, PeerFixture::Foreign(id, id == 2 ? 1 : 5)));
    }
    f.peer.OnWritable(kNow, 2);
    f.peer.OnWake(kNow);
    EXPECT_TRUE(f.host.sent.empty());
    EXPECT_EQ(f.peer.Queued(), 3u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
    f.peer.SetPaused(kLater, false);
    ASSERT_EQ(f.host.sent.size(), 3u);
    for (const std::uint64_t i : {0, 1, 2})
    {
        EXPECT_EQ(f.host.sent[i].second.id, i + 1);
    }
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(PauseTest, EveryQueueGoesOnWhenThePauseEnds)
{
    PeerFixture f("marking", {}, Reading());
    f.peer.SetPaused(kNow, true);
    for (const std::uint64_t to : {1, 2, 5})
    {
        f.Offer(kNow, 1, PeerFixture::Foreign(to, to));
    }
    f.peer.SetPaused(kLater, false);
    EXPECT_EQ(f.host.sent.size(), 3u);
}

TEST(PauseTest, ThePeersOwnRequestsWaitToo)
{
    PeerFixture f("none", {}, Reading());
    f.peer.SetPaused(kNow, true);
    f.Issue(kNow, 5);
    EXPECT_TRUE(f.host.sent.empty());
    EXPECT_EQ(f.peer.Outstanding(), 1u);
    f.peer.SetPaused(kLater, false);
    EXPECT_EQ(f.host.sent.size(), 1u);
}

TEST(PauseTest, WhatHasArrivedIsAnsweredDuringAPause)
{
    PeerFixture f("none", {}, Reading());
    f.peer.SetPaused(kNow, true);
    EXPECT_TRUE(f.Offer(kNow, 1, PeerFixture::Foreign(1, 0)));
    EXPECT_EQ(f.host.acks.size(), 1u);
}

TEST(PauseTest, PausingTwiceIsPausingOnce)
{
    PeerFixture f("none", {}, Reading());
    f.peer.SetPaused(kNow, false);
    f.peer.SetPaused(kNow, true);
    f.peer.SetPaused(kNow, true);
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 5));
    EXPECT_TRUE(f.host.sent.empty());
    f.peer.SetPaused(kLater, false);
    EXPECT_EQ(f.host.sent.size(), 1u);
}

TEST(PauseTest, ALinkThatIsBusyWhenThePauseEndsIsWaitedFor)
{
    PeerFixture f("none", {}, Reading());
    f.host.room[2] = 0;
    f.peer.SetPaused(kNow, true);
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 5));
    f.peer.SetPaused(kLater, false);
    EXPECT_TRUE(f.host.sent.empty());
    f.host.room[2] = 1;
    f.peer.OnWritable(kLater, 2);
    EXPECT_EQ(f.host.sent.size(), 1u);
}

TEST(PauseTest, SchemesThatDropDropWhatThePauseLeavesNoRoomFor)
{
    for (const char* scheme : {"none", "credit", "marking"})
    {
        PeerFixture f(scheme, {}, Reading(2));
        f.peer.SetPaused(kNow, true);
        for (const std::uint64_t id : {1, 2, 3})
        {
            EXPECT_TRUE(f.Offer(kNow, 1, PeerFixture::Foreign(id, 5)));
        }
        EXPECT_EQ(f.peer.GetCounters().TotalDropped(), 1u) << scheme;
        f.peer.SetPaused(kLater, false);
        EXPECT_EQ(f.host.sent.size(), 2u) << scheme;
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }
}

TEST(PauseTest, BackPressureRefusesDuringAPauseAndResumesAfterIt)
{
    PeerFixture f("back-pressure", {}, Reading(3));
    f.peer.SetPaused(kNow, true);
    EXPECT_TRUE(f.Offer(kNow, 8, PeerFixture::Foreign(1, 5)));
    EXPECT_FALSE(f.Offer(kNow, 8, PeerFixture::Foreign(2, 5)));
    EXPECT_TRUE(f.host.resumed.empty());
    f.peer.SetPaused(kLater, false);
    EXPECT_EQ(f.host.resumed, std::vector<ConnectionId>{8});
    EXPECT_TRUE(f.Offer(kLater, 8, PeerFixture::Foreign(2, 5)));
    EXPECT_EQ(f.host.sent.size(), 2u);
    EXPECT_EQ(f.peer.GetCounters().TotalDropped(), 0u);
}

/// Whatever the scheme and wherever they go: what comes on a connection waits for the pause's end.
TEST(PauseTest, APauseThatStopsReadingRefusesEverything)
{
    const PeerOptions options; // by default, a pause stops reading
    for (const char* scheme : {"none", "credit", "back-pressure", "marking"})
    {
        PeerFixture f(scheme, {}, options);
        f.peer.SetPaused(kNow, true);
        EXPECT_FALSE(f.Offer(kNow, 8, PeerFixture::Foreign(1, 5)));
        EXPECT_FALSE(f.Offer(kNow, 9, PeerFixture::Foreign(2, 0)));
        EXPECT_EQ(f.peer.GetCounters().accepted, 0u) << scheme;
        EXPECT_TRUE(f.host.resumed.empty());
        f.peer.SetPaused(kLater, false);
        EXPECT_EQ(f.host.resumed, (std::vector<ConnectionId>{8, 9})) << scheme;
        EXPECT_TRUE(f.Offer(kLater, 8, PeerFixture::Foreign(1, 5)));
        EXPECT_TRUE(f.Offer(kLater, 9, PeerFixture::Foreign(2, 0)));
        EXPECT_EQ(f.host.sent.size(), 1u);
        EXPECT_EQ(f.host.acks.size(), 1u);
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }
}

/// A ring in memory whose peers pause half of the time, at random.
class PausingRingTest : public testing::TestWithParam<std::string>
{
  protected:
    static constexpr Time kStop = FromSeconds(6);

    static MemoryNetOptions Options()
    {
        MemoryNetOptions options;
        options.scheme = GetParam();
        options.workload.load = 100;
        options.workload.stop = kStop;
        options.uplinkRate = 200;
        options.peer.queueCapacity = 50;
        return options;
    }

    /// Run a ring up to kStop. @param ring The ring. @param check Called now and then.
    template <typename Check>
    static void Disturb(MemoryNet& ring, Check check)
    {
        test::MersenneRandom random(7);
        for (Time now(0); now < kStop; now += FromSeconds(0.05))
        {
            ring.RunUntil(now);
            const auto choice = static_cast<std::size_t>(random.Uniform() * 2 * 16);
            ring.SetPaused(choice % 16, choice < 16);
            check();
        }
        for (std::size_t peer = 0; peer < 16; ++peer)
        {
            ring.SetPaused(peer, false);
        }
    }
};

TEST_P(PausingRingTest, NothingVanishesAndEverythingDrains)
{
    MemoryNet ring(Options(), ChordOverlay(Ring::Even(16)));
    Disturb(ring, [&ring] {
        const Counters c = ring.Totals();
        ASSERT_EQ(ring.Violations(), 0u);
        ASSERT_EQ(c.accepted, c.forwarded + c.delivered + c.TotalDropped() + ring.Queued());
        ASSERT_EQ(c.forwarded, c.accepted - c.issued - c.retransmitted + ring.OnTheWay());
    });
    ring.RunUntil(kStop + FromSeconds(100));
    EXPECT_EQ(ring.Outstanding() + ring.Queued() + ring.OnTheWay(), 0u);
    const Counters c = ring.Totals();
    EXPECT_EQ(c.delivered, c.answered + c.redundantAcks);
    if (GetParam() == "back-pressure")
    {
        EXPECT_EQ(c.TotalDropped(), 0u);
        EXPECT_EQ(c.answered, c.issued);
        EXPECT_GT(c.blocked, 0u);
    }
    if (GetParam() == "none")
    {
        EXPECT_GT(c.TotalDropped(), 0u);
    }
}

TEST_P(PausingRingTest, TheSamePausesGiveTheSameEvents)
{
    std::vector<std::uint64_t> digests;
    for (int i = 0; i < 2; ++i)
    {
        MemoryNet ring(Options(), ChordOverlay(Ring::Even(16)));
        const RingDigest digest(ring);
        Disturb(ring, [] {});
        digests.push_back(digest.Get());
    }
    EXPECT_EQ(digests[0], digests[1]);
    MemoryNet undisturbed(Options(), ChordOverlay(Ring::Even(16)));
    const RingDigest digest(undisturbed);
    undisturbed.RunUntil(kStop);
    EXPECT_NE(digests[0], digest.Get());
}

INSTANTIATE_TEST_SUITE_P(MemoryNet,
                         PausingRingTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const auto& info) { return TestName(info.param); });

} // namespace
} // namespace dht
