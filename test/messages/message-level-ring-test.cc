/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-analysis.h"
#include "dht-present-time.h"
#include "message-level-setup.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Rings of message-level peers: what links take, what they lose, and what the equations say.

namespace ns3
{
namespace
{

using test::MakePlan;
using test::Outcome;
using test::RingSetup;
using test::RunRing;

TEST(MessageLevelRingTest, AnUplinkLosesNothingAndBackPressureNeither)
{
    RingSetup setup;
    setup.scheme = "back-pressure";
    setup.load = 0;
    setup.warmup = Seconds(15);
    const Outcome outcome = RunRing(setup);
    EXPECT_EQ(outcome.totals.counters.TotalDropped(), 0u);
    EXPECT_GT(outcome.totals.counters.blocked, 0u);
    // every peer's uplink is busy nearly all the time
    const dht::CollapseAnalysis analysis(7, 120, dht::LoadModel::Uplink(0.05));
    EXPECT_NEAR(outcome.results.achieved, analysis.SaturationRate(), 4);
}

/// What the uplink does not take stays in the relay queues, where schemes see it.
TEST(MessageLevelRingTest, LookupsTravelAsDatagrams)
{
    for (const bool tcp : {false, true})
    {
        RingSetup setup;
        setup.isIterative = true;
        setup.tcp = tcp;
        const Outcome light = RunRing(setup);
        EXPECT_TRUE(light.totals.identitiesHold);
        EXPECT_NEAR(light.results.achieved, setup.load, 0.03 * setup.load);
        EXPECT_GT(light.totals.counters.redirected, light.totals.counters.answered);
        // every request is 3.5 lookups of 1 each, and as many answers
        const double most = setup.capacity / (3.5 * (1 + (tcp ? 0.15 : 0)));
        setup.load = 100;
        setup.scheme = "credit";
        const Outcome heavy = RunRing(setup);
        EXPECT_TRUE(heavy.totals.identitiesHold);
        EXPECT_GT(heavy.results.achieved, 0.75 * most);
        EXPECT_LT(heavy.results.achieved, 1.01 * most);
    }
}

/// It keeps the throughput of a ring that is overloaded, and the queues short.
TEST(MessageLevelRingTest, AWindowForLookupsNeedsNoScheme)
{
    RingSetup setup;
    setup.isIterative = true;
    setup.load = 100;
    const Outcome without = RunRing(setup);
    EXPECT_GT(without.totals.counters.TotalDropped(), 0u);
    setup.lookupWindow = dht::LookupLimit::kStp;
    const Outcome with = RunRing(setup);
    EXPECT_TRUE(with.totals.identitiesHold);
    EXPECT_EQ(with.totals.counters.TotalDropped(), 0u);
    EXPECT_GT(with.results.achieved, 0.9 * setup.capacity / 3.5);
    EXPECT_GT(with.results.achieved, without.results.achieved);
    EXPECT_LT(with.results.delay.mean, 0.5 * without.results.delay.mean);
    EXPECT_LT(with.results.outstandingMean, 0.5 * without.results.outstandingMean);
}

TEST(MessageLevelRingTest, AnUplinkTakesNoMoreThanItsBuffer)
{
    for (const char* const scheme : {"none", "back-pressure"})
    {
        RingSetup setup;
        setup.scheme = scheme;
        setup.load = 80;
        const uint32_t peers = uint32_t{1} << setup.links;
        MessageLevelRing ring(MakePlan(setup), {0, peers}, nullptr);
        ring.Make(peers);
        dht::Observer nobody;
        ring.Start(nobody);
        dht::Time most{0};
        for (Time time = Seconds(1); time < setup.duration; time += MilliSeconds(50))
        {
            Simulator::Schedule(time, [&] {
                for (uint32_t peer = 0; peer < peers; ++peer)
                {
                    most = std::max(most, ring.Get(peer).GetUplink().Backlog(DhtPresent()));
                }
            });
        }
        Simulator::Stop(setup.duration);
        Simulator::Run();
        Simulator::Destroy();
        // eight, and what is charged for those that come in meanwhile
        EXPECT_GT(most, dht::FromSeconds(6 / setup.capacity)) << scheme;
        EXPECT_LT(most, dht::FromSeconds(12 / setup.capacity)) << scheme;
    }
}

/// A request alone is acknowledged after a while, and none goes out before.
TEST(MessageLevelRingTest, ALoneSegmentIsAcknowledgedLate)
{
    RingSetup setup;
    setup.links = 1;
    setup.load = 20;
    setup.tcp = true;
    setup.sendBuffer = 1;
    setup.duration = Seconds(20);
    const Outcome outcome = RunRing(setup);
    // there and back, over two links each, of which an acknowledgement takes a fifth as long
    const double roundTrip = 0.2 + 2 * 0.02 + 2 * (1 + 0.2) / 120;
    EXPECT_NEAR(outcome.results.achievedRemote, 1 / roundTrip, 0.02 / roundTrip);
}

/// As AnUplinkLosesNothing..., where requests share segments, and what comes in takes time.
TEST(MessageLevelRingTest, BackPressureFillsSegments)
{
    RingSetup setup;
    setup.scheme = "back-pressure";
    setup.tcp = true;
    setup.load = 0;
    setup.warmup = Seconds(15);
    const Outcome outcome = RunRing(setup);
    EXPECT_EQ(outcome.totals.counters.TotalDropped(), 0u);
    const auto rate = [](double request, double ack) {
        return dht::CollapseAnalysis(7, 120 / request, {ack / request, 0.15 / request})
            .SaturationRate();
    };
    // a fifth of a lone request is its header, and an acknowledgement of two segments is as long
    const double alone = rate(1, 0.1);
    const double full = rate(0.8 + 0.2 / 5, 0.1 / 5);
    EXPECT_GT(full, 1.2 * alone);
    EXPECT_GT(outcome.results.achieved, 0.9 * full);
    EXPECT_LT(outcome.results.achieved, 1.01 * full);
}

TEST(MessageLevelRingTest, TrafficBelowSaturationIsThatOfEquations5To8)
{
    RingSetup setup;
    setup.links = 10;
    const dht::CollapseAnalysis analysis(setup.links, setup.capacity, dht::LoadModel::Uplink(0.05));
    setup.load = 0.9 * analysis.SaturationRate();
    const Outcome outcome = RunRing(setup);
    EXPECT_NEAR(outcome.results.achieved, setup.load, 0.02 * setup.load);
    EXPECT_EQ(outcome.results.dropped, 0);
    EXPECT_NEAR(outcome.results.hopsMean, 5, 0.05);
}

TEST(MessageLevelRingTest, OverloadCollapsesAsTheEquationsSay)
{
    RingSetup setup;
    setup.links = 10;
    setup.alpha = 0;
    setup.queue = 10;
    const dht::CollapseAnalysis analysis(setup.links, setup.capacity, dht::LoadModel::Uplink(0));
    setup.load = 1.5 * analysis.SaturationRate();
    const dht::CollapseAnalysis::Point expected = analysis.Solve(setup.load);
    const Outcome outcome = RunRing(setup);
    // requests for own keys are answered too
    const double remote = outcome.results.achieved - setup.load / (1 << setup.links);
    EXPECT_NEAR(remote, expected.traffic.delivered, 0.05 * expected.traffic.delivered);
    EXPECT_LT(remote, 0.8 * analysis.SaturationRate());
}

} // namespace
} // namespace ns3
