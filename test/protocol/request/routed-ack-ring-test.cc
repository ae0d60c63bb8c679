/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay-registry.h"
#include "memory-ring.h"
#include "plane-delays.h"

#include <gtest/gtest.h>

/// Whole rings whose overlay-acks are routed through the overlay.

namespace dht
{
namespace
{

using test::ExpectDrained;
using test::kDrainTime;
using test::kStop;

MemoryNetOptions
RoutedAckOptions(const std::string& scheme, double load)
{
    MemoryNetOptions options;
    options.scheme = scheme;
    options.routedAcks = true;
    options.workload.load = load;
    options.workload.stop = kStop;
    options.uplinkRate = 200;
    options.peer.queueCapacity = 50;
    if (scheme == "marking")
    {
        // from the first moment on more than the ring can take
        options.parameters = {{"InitialRate", 300}, {"Threshold", 20}};
    }
    return options;
}

TEST(RoutedAckRingTest, OnEveryOverlayEachRequestIsAnswered)
{
    for (const auto& kind : OverlayRegistry::Get().All())
    {
        test::MersenneRandom random(1);
        const test::PlaneDelays delays;
        std::vector<std::string> names;
        for (int i = 0; i < 24; ++i)
        {
            names.push_back(std::to_string(i));
        }
        MemoryNet ring(RoutedAckOptions("none", 10),
                       *kind->make(Ring::Hashed(names), {random, &delays}));
        ring.RunUntil(kStop + kDrainTime);
        ExpectDrained(ring);
        const Counters c = ring.Totals();
        EXPECT_GT(c.issued, 1000u);
        EXPECT_EQ(c.answered, c.issued) << kind->name;
        EXPECT_EQ(c.redundantAcks, 0u) << kind->name;
        // a request and its overlay-ack, except for keys of the source's own
        EXPECT_GT(c.delivered, 17 * c.issued / 10) << kind->name;
    }
}

/// On an even ring of 16, way and way back are 2.5 hops each for all that do not stay at home.
TEST(RoutedAckRingTest, TheWayBackTakesHopsToo)
{
    std::uint64_t hops[2];
    for (const bool routed : {false, true})
    {
        MemoryNetOptions options = RoutedAckOptions("none", 10);
        options.routedAcks = routed;
        MemoryNet ring(options, ChordOverlay(Ring::Even(16)));
        ring.RunUntil(kStop + kDrainTime);
        EXPECT_EQ(ring.Totals().answered, ring.Totals().issued);
        hops[routed] = ring.Totals().forwarded;
    }
    // the distance back is 16 less the one there: on average over all peers as many one bits
    EXPECT_NEAR(static_cast<double>(hops[1]),
                2 * static_cast<double>(hops[0]),
                0.1 * static_cast<double>(hops[0]));
}

class RoutedAckSchemeTest : public testing::TestWithParam<std::string>
{
};

TEST_P(RoutedAckSchemeTest, UnderOverloadNothingVanishesAndWhatIsLostIsSentAgain)
{
    MemoryNetOptions options = RoutedAckOptions(GetParam(), 150);
    if (GetParam() == "credit")
    {
        // by the paper's rule, some timeouts come too early
        options.parameters = {{"MinimumTimeout", 0}, {"Backoff", 1}};
    }
    MemoryNet ring(options, ChordOverlay(Ring::Even(16)));
    for (Time now(0); now < kStop; now += FromSeconds(0.1))
    {
        ring.RunUntil(now);
        const Counters c = ring.Totals();
        ASSERT_EQ(ring.Violations(), 0u);
        ASSERT_EQ(c.accepted, c.forwarded + c.delivered + c.TotalDropped() + ring.Queued());
    }
    ring.RunUntil(kStop + kDrainTime);
    ExpectDrained(ring);
    const Counters c = ring.Totals();
    EXPECT_GT(c.TotalDropped(), 0u);
    if (GetParam() == "none")
    {
        // each drop, of a request or of an overlay-ack, leaves one request unanswered
        EXPECT_EQ(c.givenUp, c.TotalDropped());
    }
    else
    {
        EXPECT_GT(c.retransmitted, 0u);
        EXPECT_GT(c.redundantAcks, 0u);
        EXPECT_EQ(c.answered, c.issued);
    }
}

INSTANTIATE_TEST_SUITE_P(MemoryNet,
                         RoutedAckSchemeTest,
                         testing::Values("none", "credit", "marking"),
                         [](const auto& info) { return info.param; });

/// @return How many requests a ring with back-pressure and as much to do as it can take has
///         answered after 20 s, and after 40 s.
std::pair<std::uint64_t, std::uint64_t>
BackPressureProgress(bool routed)
{
    MemoryNetOptions options = RoutedAckOptions("back-pressure", 0);
    options.workload.stop = kNever;
    options.routedAcks = routed;
    MemoryNet ring(options, ChordOverlay(Ring::Even(8)));
    ring.RunUntil(FromSeconds(20));
    const std::uint64_t before = ring.Totals().answered;
    ring.RunUntil(FromSeconds(40));
    EXPECT_EQ(ring.Totals().TotalDropped(), 0u);
    EXPECT_EQ(ring.Violations(), 0u);
    return {before, ring.Totals().answered};
}

/// NCA06, section 3.3: acknowledgements that wait for each other's room close a circle. When they
/// do not travel in the overlay, responsible peers always take requests, and there is none.
TEST(RoutedAckRingTest, BackPressureLocksUpWithRoutedAcksOnly)
{
    const auto direct = BackPressureProgress(false);
    EXPECT_GT(direct.second, direct.first + 1000);
    const auto routed = BackPressureProgress(true);
    EXPECT_GT(routed.first, 0u);
    EXPECT_EQ(routed.second, routed.first);
}

} // namespace
} // namespace dht
