/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-misrouted-overlay.h"
#include "dht-overlay-registry.h"
#include "memory-ring.h"
#include "plane-delays.h"
#include "test-name.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

/// Whole overlays in which sources ask each peer for the next one.

namespace dht
{
namespace
{

using test::ExpectDrained;
using test::kDrainTime;
using test::kStop;
using test::RingDigest;

MemoryNetOptions
Options(const std::string& scheme, double load, RoutingMode routing = RoutingMode::kIterative)
{
    MemoryNetOptions options;
    options.scheme = scheme;
    options.workload.load = load;
    options.workload.stop = kStop;
    options.uplinkRate = 200;
    options.peer.queueCapacity = 50;
    options.peer.routing = routing;
    return options;
}

/// @param kind Which kind. @param wrong Share of the entries. @return An overlay of 24 peers.
MisroutedOverlay
MakeOverlay(const OverlayKind& kind, double wrong)
{
    test::MersenneRandom random(1);
    const test::PlaneDelays delays;
    std::vector<std::string> names;
    for (int i = 0; i < 24; ++i)
    {
        names.push_back(std::to_string(i));
    }
    auto overlay = kind.make(Ring::Hashed(names), {random, &delays});
    return {std::move(overlay), wrong, random};
}

/// @return What all peers counted in a modest run.
Counters
CountersOf(const Overlay& overlay, RoutingMode routing)
{
    MemoryNet ring(Options("none", 10, routing), overlay);
    ring.RunUntil(kStop + kDrainTime);
    ExpectDrained(ring);
    return ring.Totals();
}

/// The same requests go the same ways, even the wrong ones.
TEST(IterativeRingTest, EveryKeyIsFoundWithAsManyHopsAsInRecursiveRouting)
{
    for (const auto& kind : OverlayRegistry::Get().All())
    {
        for (const double wrong : {0.0, 0.1})
        {
            SCOPED_TRACE(kind->name + ", wrong entries: " + std::to_string(wrong));
            const MisroutedOverlay overlay = MakeOverlay(*kind, wrong);
            const Counters recursive = CountersOf(overlay, RoutingMode::kRecursive);
            const Counters iterative = CountersOf(overlay, RoutingMode::kIterative);
            EXPECT_GT(iterative.issued, 1000u);
            EXPECT_EQ(iterative.issued, recursive.issued);
            EXPECT_EQ(iterative.answered, recursive.answered);
            EXPECT_EQ(iterative.delivered, recursive.delivered);
            EXPECT_EQ(iterative.forwarded, recursive.forwarded);
            EXPECT_EQ(iterative.dropped, recursive.dropped);
            EXPECT_GT(iterative.redirected, 0u);
            if (wrong == 0)
            {
                EXPECT_EQ(iterative.answered, iterative.issued);
            }
        }
    }
}

/// Watches the window of a peer.
class WindowWatcher : public Observer
{
  public:
    void OnLookupWindow(const EventContext& /* at */, const LookupWindowEvent& window) override
    {
        isKept = isKept && (window.underWay <= underWay || window.underWay <= window.limit);
        hasShrunk = hasShrunk || window.limit < limit;
        isFull = isFull || window.underWay == window.limit;
        underWay = window.underWay;
        limit = window.limit;
    }

    bool isKept{true};       ///< Whether it never lets in more than there is room for.
    bool hasShrunk{false};   ///< Whether it ever had less room.
    bool isFull{false};      ///< Whether it was ever full.
    std::size_t underWay{0}; ///< What is in it.
    std::size_t limit{0};    ///< What may be.
};

/// One of 16 peers is gone: what it is asked is lost.
TEST(IterativeRingTest, AWindowBoundsWhatIsAskedAtOnceThroughLosses)
{
    MemoryNetOptions options = Options("none", 150);
    options.peer.lookupWindow = LookupLimit::kStp;
    MemoryNet ring(options, ChordOverlay(Ring::Even(16)));
    std::array<WindowWatcher, 15> watchers;
    for (std::size_t i = 0; i < watchers.size(); ++i)
    {
        ring.SetObserver(i, &watchers[i]);
    }
    ring.RunUntil(kStop / 2);
    ring.Crash(watchers.size());
    ring.RunUntil(kStop);
    ring.Stop(); // more is offered than was asked
    ring.RunUntil(kStop + kDrainTime);
    for (const WindowWatcher& watcher : watchers)
    {
        EXPECT_TRUE(watcher.isKept);
        EXPECT_TRUE(watcher.isFull);
        EXPECT_TRUE(watcher.hasShrunk);
        EXPECT_EQ(watcher.underWay, 0u);
    }
    EXPECT_GT(ring.Totals().retransmitted, 0u);
    EXPECT_EQ(ring.Violations(), 0u);
}

class IterativeSchemeTest : public testing::TestWithParam<std::string>
{
};

TEST_P(IterativeSchemeTest, UnderOverloadNothingVanishesAndEverythingDrains)
{
    MemoryNet ring(Options(GetParam(), 150), ChordOverlay(Ring::Even(16)));
    for (Time now(0); now < kStop; now += FromSeconds(0.1))
    {
        ring.RunUntil(now);
        const Counters c = ring.Totals();
        ASSERT_EQ(ring.Violations(), 0u);
        ASSERT_EQ(c.accepted,
                  c.forwarded + c.redirected + c.delivered + c.TotalDropped() + ring.Queued());
    }
    ring.RunUntil(kStop + kDrainTime);
    ExpectDrained(ring);
    const Counters c = ring.Totals();
    EXPECT_EQ(c.issued, c.answered + c.givenUp);
    if (GetParam() == "none")
    {
        EXPECT_EQ(c.givenUp, c.TotalDropped());
        EXPECT_GT(c.givenUp, 0u);
    }
    else
    {
        EXPECT_EQ(c.givenUp, 0u);
    }
    if (GetParam() == "back-pressure")
    {
        EXPECT_EQ(c.TotalDropped(), 0u);
        EXPECT_EQ(c.retransmitted, 0u);
        EXPECT_GT(c.blocked, 0u);
    }
}

TEST_P(IterativeSchemeTest, WhatIsOutstandingWhenThePeersStopIsFinished)
{
    MemoryNetOptions options = Options(GetParam(), 150);
    options.peer.queueCapacity = 5; // one lookup waits, the others are parked
    MemoryNet ring(options, ChordOverlay(Ring::Even(16)));
    ring.RunUntil(kStop / 2);
    ring.Stop();
    const std::uint64_t issued = ring.Totals().issued;
    ring.RunUntil(kStop + kDrainTime);
    ExpectDrained(ring);
    EXPECT_EQ(ring.Totals().issued, issued);
    if (GetParam() == "back-pressure")
    {
        EXPECT_EQ(ring.Totals().answered, issued);
    }
}

TEST_P(IterativeSchemeTest, TheSameSeedGivesTheSameEventsAndAnotherOneDoesNot)
{
    std::vector<std::uint64_t> digests;
    for (const std::uint64_t seed : {1, 1, 2})
    {
        MemoryNetOptions options = Options(GetParam(), 100);
        options.seed = seed;
        MemoryNet ring(options, ChordOverlay(Ring::Even(16)));
        const RingDigest digest(ring);
        ring.RunUntil(kStop);
        digests.push_back(digest.Get());
    }
    EXPECT_EQ(digests[0], digests[1]);
    EXPECT_NE(digests[0], digests[2]);
}

INSTANTIATE_TEST_SUITE_P(MemoryNet,
                         IterativeSchemeTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const auto& info) { return TestName(info.param); });

} // namespace
} // namespace dht
