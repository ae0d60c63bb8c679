/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "deadlock-analysis.h"
#include "dht-scheme-registry.h"
#include "memory-ring.h"
#include "overlay-walker.h"

#include <gtest/gtest.h>

/// Rings in memory over every overlay, and whether they lock up as the analysis says.

namespace dht
{
namespace
{

using test::kDrainTime;
using test::kStop;
using test::OverlayCase;

void
ExpectIdentities(const MemoryNet& ring)
{
    const Counters c = ring.Totals();
    ASSERT_EQ(ring.Violations(), 0u);
    ASSERT_EQ(c.issued, c.answered + c.givenUp + ring.Outstanding());
    ASSERT_EQ(c.accepted, c.forwarded + c.delivered + c.TotalDropped() + ring.Queued());
    ASSERT_EQ(c.forwarded, c.accepted - c.issued - c.retransmitted + ring.OnTheWay());
}

class OverlayRingTest : public testing::TestWithParam<OverlayCase>
{
};

TEST_P(OverlayRingTest, NothingVanishesWithAnyScheme)
{
    for (const double wrong : {0.0, 0.05})
    {
        OverlayCase what = GetParam();
        what.wrong = wrong;
        for (const auto& scheme : SchemeRegistry::Get().All())
        {
            SCOPED_TRACE(scheme->name);
            MemoryNetOptions options;
            options.scheme = scheme->name;
            options.workload.load = options.scheme == "none" ? 300 : 0;
            options.workload.stop = kStop;
            options.uplinkRate = 200;
            options.peer.queueCapacity = 50;
            MemoryNet ring(options, *what.Make());
            ring.RunUntil(kStop);
            ExpectIdentities(ring);
            EXPECT_GT(ring.Totals().answered, 0u);
            ring.RunUntil(kStop + kDrainTime);
            ExpectIdentities(ring);
            EXPECT_EQ(ring.Outstanding(), 0u);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Overlays,
                         OverlayRingTest,
                         testing::ValuesIn(test::OverlayCases({2, 3, 24})),
                         [](const auto& info) { return info.param.Name(); });

/// A ring under back-pressure with the least room there can be.
MemoryNet
TightRing(const OverlayCase& what, QueueDiscipline discipline)
{
    MemoryNetOptions options;
    options.scheme = "back-pressure";
    options.uplinkRate = 200;
    options.window = 1;
    options.peer.queueCapacity = 1;
    options.peer.discipline = discipline;
    options.workload.stop = kStop;
    return {options, *what.Make()};
}

/// @return Requests that are left when nothing can have moved for long.
std::size_t
LeftOver(const OverlayCase& what, QueueDiscipline discipline)
{
    MemoryNet ring = TightRing(what, discipline);
    ring.RunUntil(kStop + kDrainTime);
    ExpectIdentities(ring);
    return ring.Queued() + ring.OnTheWay();
}

bool
CanLockUp(const OverlayCase& what, QueueDiscipline discipline)
{
    return !AnalyseDeadlocks(*what.Make(), {discipline}).cycle.empty();
}

TEST(OverlayDeadlockTest, WhereTheAnalysisFindsNoCycleNothingLocksUp)
{
    for (const OverlayCase& what : test::OverlayCases({16, 50}))
    {
        if (what.kind != "small-world")
        {
            EXPECT_FALSE(CanLockUp(what, QueueDiscipline::kPerNeighbour)) << what;
            EXPECT_EQ(LeftOver(what, QueueDiscipline::kPerNeighbour), 0u) << what;
        }
    }
    // with three to five peers, a small world may have no cycle either
    const OverlayCase small{"small-world", true, 5};
    EXPECT_FALSE(CanLockUp(small, QueueDiscipline::kPerNeighbour));
    EXPECT_EQ(LeftOver(small, QueueDiscipline::kPerNeighbour), 0u);
}

TEST(OverlayDeadlockTest, WhereTheAnalysisFindsACycleRingsDoLockUp)
{
    for (const OverlayCase& what : test::OverlayCases({16, 50}))
    {
        EXPECT_TRUE(CanLockUp(what, QueueDiscipline::kShared)) << what;
        EXPECT_GT(LeftOver(what, QueueDiscipline::kShared), 0u) << what;
    }
    const OverlayCase smallWorld{"small-world", true, 50};
    EXPECT_TRUE(CanLockUp(smallWorld, QueueDiscipline::kPerNeighbour));
    EXPECT_GT(LeftOver(smallWorld, QueueDiscipline::kPerNeighbour), 0u);
    const OverlayCase misrouted{"chord", true, 50, 1, 0.1};
    EXPECT_TRUE(CanLockUp(misrouted, QueueDiscipline::kPerNeighbour));
    EXPECT_GT(LeftOver(misrouted, QueueDiscipline::kPerNeighbour), 0u);
}

} // namespace
} // namespace dht
