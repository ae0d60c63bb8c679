/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-scheme-registry.h"
#include "memory-ring.h"
#include "scheme-contexts.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::HashedRing;
using test::kDrainTime;

constexpr Time kLateStop = FromSeconds(15);

/// The least room there can be: one place in each queue, one request on the way on each link.
MemoryNetOptions
Tight()
{
    MemoryNetOptions options;
    options.scheme = "back-pressure";
    options.uplinkRate = 200;
    options.window = 1;
    options.peer.queueCapacity = 1;
    options.workload.stop = kLateStop;
    return options;
}

/// @return What each peer has had answered.
std::vector<std::uint64_t>
Answered(const MemoryNet& ring)
{
    std::vector<std::uint64_t> answered;
    for (std::size_t peer = 0; peer < ring.Size(); ++peer)
    {
        answered.push_back(ring.At(peer).GetPeer().GetCounters().answered);
    }
    return answered;
}

/// Runs to the end of the workload and beyond; every peer gets on, and all is answered.
void
ExpectFlowing(MemoryNet& ring, Time step)
{
    ring.RunUntil(FromSeconds(3));
    auto before = Answered(ring);
    for (Time now = FromSeconds(3) + step; now <= kLateStop; now += step)
    {
        ring.RunUntil(now);
        const auto after = Answered(ring);
        for (std::size_t peer = 0; peer < ring.Size(); ++peer)
        {
            ASSERT_GT(after[peer], before[peer])
                << "peer " << peer << " stands still at " << ToSeconds(now) << " s";
        }
        before = after;
    }
    ring.RunUntil(kLateStop + kDrainTime);
    const Counters c = ring.Totals();
    EXPECT_GT(c.blocked, 0u);
    EXPECT_EQ(c.TotalDropped(), 0u);
    EXPECT_EQ(c.retransmitted, 0u);
    EXPECT_EQ(c.answered, c.issued);
    EXPECT_EQ(ring.Queued() + ring.OnTheWay() + ring.Outstanding(), 0u);
    EXPECT_EQ(ring.Violations(), 0u);
}

TEST(BackPressureTest, AdmitsEverythingAndRelaysWithAQueueANeighbourThatBlocks)
{
    const Scheme& scheme = SchemeRegistry::Get().Find("back-pressure");
    const auto control = scheme.make(scheme.parameters);
    EXPECT_LE(control->Admit(FromSeconds(1), 1000000), FromSeconds(1));
    EXPECT_EQ(control->Relay().discipline, QueueDiscipline::kPerNeighbour);
    EXPECT_EQ(control->Relay().overflow, Overflow::kBlock);
    EXPECT_FALSE(control->Retransmission());
    EXPECT_EQ(control->MarkProbability(test::Entering(1000, 10)), 0);
}

/// Every peer of an even ring gets 10 to 40 answers a second at the least.
TEST(BackPressureTest, AnEvenRingWithTheLeastRoomKeepsFlowing)
{
    for (const std::size_t peers : {2, 16, 64})
    {
        SCOPED_TRACE(peers);
        MemoryNet ring(Tight(), ChordOverlay(Ring::Even(peers)));
        ExpectFlowing(ring, FromSeconds(1));
    }
}

/// An uneven ring's busiest links hold up all others: the slowest peers get 1 answer a second.
TEST(BackPressureTest, AnUnevenRingWithTheLeastRoomKeepsFlowing)
{
    for (const std::size_t peers : {5, 16, 64})
    {
        SCOPED_TRACE(peers);
        MemoryNet ring(Tight(), ChordOverlay(HashedRing(peers)));
        ExpectFlowing(ring, FromSeconds(12));
    }
}

TEST(BackPressureTest, MoreRoomKeepsFlowing)
{
    MemoryNetOptions options = Tight();
    options.window = 4;
    options.peer.queueCapacity = 200;
    MemoryNet even(options, ChordOverlay(Ring::Even(64)));
    ExpectFlowing(even, FromSeconds(1));
    MemoryNet uneven(options, ChordOverlay(HashedRing(64)));
    ExpectFlowing(uneven, FromSeconds(12));
}

/// NCA06, section 2.2.1. It also shows that a freeze would be seen here.
TEST(BackPressureTest, ASharedQueueEndsInADeadlock)
{
    MemoryNetOptions options = Tight();
    options.peer.queueCapacity = 50;
    options.peer.discipline = QueueDiscipline::kShared;
    MemoryNet ring(options, ChordOverlay(Ring::Even(16)));
    ring.RunUntil(FromSeconds(5));
    const Counters before = ring.Totals();
    ring.RunUntil(kLateStop + kDrainTime);
    EXPECT_EQ(ring.Totals().forwarded, before.forwarded);
    EXPECT_GT(ring.Queued(), 0u);
    // even so nothing is lost from the books
    EXPECT_EQ(ring.Violations(), 0u);
}

} // namespace
} // namespace dht
