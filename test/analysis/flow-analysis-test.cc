/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-analysis.h"
#include "dht-chord.h"
#include "flow-analysis.h"
#include "memory-ring.h"
#include "overlay-walker.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

/// Flows in a given overlay, beside the closed form and beside requests that are followed one by
/// one.

namespace dht
{
namespace
{

const LoadModel kUplinkLoad = LoadModel::Uplink(0.05);
const LoadModel kProcessorLoad = LoadModel::Processor();
constexpr unsigned kHopLimit = 64;

/// An overlay to look at.
struct Scene
{
    std::string kind; ///< Its name.
    bool even;        ///< Whether the ids are evenly spaced.
    double wrong;     ///< Share of the entries.
};

std::unique_ptr<Overlay>
MakeOverlay(const Scene& scene, std::size_t peers)
{
    return test::OverlayCase{scene.kind, scene.even, peers, 7, scene.wrong}.Make();
}

FlowAnalysis::Ways
WaysOf(const Overlay& overlay)
{
    return std::make_shared<const OverlayRoutes>(FindRoutes(overlay, kHopLimit));
}

/// @return Capacities that differ by a factor of up to three.
std::vector<double>
SomeCapacities(std::size_t peers)
{
    test::MersenneRandom random(8);
    std::vector<double> capacities(peers);
    std::generate(capacities.begin(), capacities.end(), [&] {
        return 60 + 120 * random.Uniform();
    });
    return capacities;
}

class EveryOverlayTest : public testing::TestWithParam<Scene>
{
};

TEST_P(EveryOverlayTest, ThePeersShareTheKeys)
{
    const auto overlay = MakeOverlay(GetParam(), 50);
    std::vector<double> left(50);
    for (std::size_t peer = 0; peer < 50; ++peer)
    {
        left[peer] = overlay->Share(peer);
    }
    EXPECT_NEAR(std::accumulate(left.begin(), left.end(), 0.0), 1, 1e-14);
    test::MersenneRandom random(9);
    const int draws = 40000;
    for (int i = 0; i < draws; ++i)
    {
        left[overlay->Responsible(DrawKey(random))] -= 1.0 / draws;
    }
    for (std::size_t peer = 0; peer < 50; ++peer)
    {
        EXPECT_NEAR(left[peer], 0, 5 * std::sqrt(overlay->Share(peer) / draws)) << peer;
    }
}

/// The analysis takes a peer's id for all the keys that it is responsible for.
TEST_P(EveryOverlayTest, AllKeysOfOnePeerGoTheSameWay)
{
    const auto overlay = MakeOverlay(GetParam(), 50);
    test::MersenneRandom random(10);
    for (std::size_t peer = 0; peer < 50; ++peer)
    {
        const auto table = overlay->MakeTable(peer);
        for (int i = 0; i < 200; ++i)
        {
            const Key key = DrawKey(random);
            const Key& id = overlay->Peers().Id(overlay->Responsible(key));
            ASSERT_EQ(table->NextHop(key), table->NextHop(id));
        }
    }
}

/// Follows a request for each pair of peers.
std::vector<Traffic<>>
FollowRequests(const Overlay& overlay)
{
    const std::size_t size = overlay.Peers().Size();
    std::vector<Traffic<>> traffic(size);
    for (std::size_t source = 0; source < size; ++source)
    {
        for (std::size_t destination = 0; destination < size; ++destination)
        {
            std::size_t at = source;
            for (unsigned hop = 1; hop <= kHopLimit && at != destination; ++hop)
            {
                const double share = overlay.Share(destination);
                (hop == 1 ? traffic[at].fresh : traffic[at].relay) += share;
                const auto link = overlay.MakeTable(at)->NextHop(overlay.Peers().Id(destination));
                at = overlay.Neighbours(at).at(*link);
                traffic[at].delivered += at == destination ? share : 0;
            }
        }
    }
    return traffic;
}

TEST_P(EveryOverlayTest, WithoutLossTheFlowsAreThoseOfRequestsFollowedOneByOne)
{
    const auto overlay = MakeOverlay(GetParam(), 40);
    const auto followed = FollowRequests(*overlay);
    const auto capacities = SomeCapacities(40);
    const FlowAnalysis analysis(WaysOf(*overlay), capacities, kUplinkLoad);
    const double rate = 0.99 * analysis.SaturationRate();
    const auto point = analysis.Solve(rate);
    double saturation = INFINITY;
    for (std::size_t peer = 0; peer < 40; ++peer)
    {
        EXPECT_EQ(point.processing[peer], 1);
        EXPECT_NEAR(point.traffic[peer].fresh, rate * followed[peer].fresh, 1e-10);
        EXPECT_NEAR(point.traffic[peer].relay, rate * followed[peer].relay, 1e-10);
        EXPECT_NEAR(point.traffic[peer].delivered, rate * followed[peer].delivered, 1e-10);
        saturation = std::min(saturation, capacities[peer] / kUplinkLoad.Offered(followed[peer]));
    }
    EXPECT_NEAR(analysis.SaturationRate(), saturation, 1e-10);
}

TEST_P(EveryOverlayTest, EveryPeerProcessesWhatItCan)
{
    const auto overlay = MakeOverlay(GetParam(), 40);
    const auto capacities = SomeCapacities(40);
    for (const LoadModel& load : {kUplinkLoad, kProcessorLoad})
    {
        const FlowAnalysis analysis(WaysOf(*overlay), capacities, load);
        for (const double factor : {1.001, 1.5, 4.0, 100.0, 1e9})
        {
            const auto point = analysis.Solve(factor * analysis.SaturationRate());
            for (std::size_t peer = 0; peer < 40; ++peer)
            {
                const double p = std::min(1.0, capacities[peer] / point.offered[peer]);
                EXPECT_NEAR(point.processing[peer] / p, 1, 1e-11);
                EXPECT_NEAR(load.Offered(point.traffic[peer]) / point.offered[peer], 1, 1e-15);
            }
        }
    }
}

TEST_P(EveryOverlayTest, TheFirstToLoseAreTheBottlenecks)
{
    const auto overlay = MakeOverlay(GetParam(), 40);
    const FlowAnalysis analysis(WaysOf(*overlay), SomeCapacities(40), kUplinkLoad);
    const auto point = analysis.Solve(analysis.SaturationRate() * (1 + 1e-8));
    std::vector<std::size_t> losers;
    for (std::size_t peer = 0; peer < 40; ++peer)
    {
        if (point.processing[peer] < 1)
        {
            losers.push_back(peer);
        }
    }
    EXPECT_EQ(losers, analysis.Bottlenecks());
    EXPECT_FALSE(losers.empty());
}

INSTANTIATE_TEST_SUITE_P(FlowAnalysis,
                         EveryOverlayTest,
                         testing::Values(Scene{"chord", true, 0},
                                         Scene{"chord", false, 0},
                                         Scene{"tree", true, 0},
                                         Scene{"tree", false, 0},
                                         Scene{"small-world", true, 0},
                                         Scene{"small-world", false, 0},
                                         Scene{"chord", true, 0.05},
                                         Scene{"tree", false, 0.2},
                                         Scene{"small-world", false, 1}));

TEST(FlowAnalysisTest, EvenPowersOfTwoAgreeWithTheClosedForm)
{
    for (unsigned links = 1; links <= 9; ++links)
    {
        const std::size_t peers = std::size_t(1) << links;
        for (const LoadModel& load :
             {kUplinkLoad, kProcessorLoad, UplinkCost::OwnSegments(256).Load()})
        {
            const CollapseAnalysis closed(links, 120, load);
            const FlowAnalysis flows(WaysOf(ChordOverlay(Ring::Even(peers))),
                                     std::vector<double>(peers, 120),
                                     load);
            EXPECT_NEAR(flows.SaturationRate() / closed.SaturationRate(), 1, 1e-12);
            EXPECT_EQ(flows.Bottlenecks().size(), peers);
            for (const double factor : {0.5, 1.01, 1.5, 10.0, 1e6})
            {
                const auto expected = closed.Solve(factor * closed.SaturationRate());
                const auto actual = flows.Solve(expected.rate);
                const auto mean = actual.Mean();
                EXPECT_NEAR(mean.delivered / expected.traffic.delivered, 1, 1e-9);
                EXPECT_NEAR(mean.Out() / expected.traffic.Out(), 1, 1e-9);
                for (std::size_t peer = 0; peer < peers; ++peer)
                {
                    ASSERT_NEAR(actual.processing[peer] / expected.processing, 1, 1e-9);
                }
            }
        }
    }
}

/// A balanced tree takes as many hops as an even ring, but random neighbours burden some peers more
/// than others.
TEST(FlowAnalysisTest, ATreeSaturatesBeforeARingOfAsManyHops)
{
    const std::vector<double> capacities(128, 120);
    const FlowAnalysis ring(WaysOf(*MakeOverlay({"chord", true, 0}, 128)), capacities, kUplinkLoad);
    const FlowAnalysis tree(WaysOf(*MakeOverlay({"tree", true, 0}, 128)), capacities, kUplinkLoad);
    EXPECT_NEAR(tree.Solve(1).Mean().Out(), 3.5, 1e-12);
    EXPECT_NEAR(ring.Solve(1).Mean().Out(), 3.5, 1e-12);
    EXPECT_LT(tree.SaturationRate(), 0.7 * ring.SaturationRate());
}

TEST(FlowAnalysisTest, ASlowPeerIsTheBottleneck)
{
    std::vector<double> capacities(64, 120);
    capacities[5] = 60;
    const FlowAnalysis analysis(WaysOf(ChordOverlay(Ring::Even(64))), capacities, kUplinkLoad);
    EXPECT_EQ(analysis.Bottlenecks(), std::vector<std::size_t>{5});
    EXPECT_NEAR(analysis.SaturationRate(), 60 / 1.05 / 3, 1e-12);
}

TEST(FlowAnalysisTest, APeerAloneHasNothingToDo)
{
    const FlowAnalysis analysis(WaysOf(ChordOverlay(Ring::Even(1))), {120}, kUplinkLoad);
    EXPECT_EQ(analysis.Solve(1e6).offered, std::vector<double>{0});
    EXPECT_EQ(analysis.SaturationRate(), INFINITY);
}

TEST(FlowAnalysisTest, WhatIsOutOfRangeIsRejected)
{
    const ChordOverlay overlay(Ring::Even(2));
    const auto ways = WaysOf(overlay);
    EXPECT_THROW(FlowAnalysis(ways, {1}, kUplinkLoad), std::invalid_argument);
    EXPECT_THROW(FlowAnalysis(ways, {1, 0}, kUplinkLoad), std::invalid_argument);
    EXPECT_THROW(FlowAnalysis(ways, {1, 1}, kUplinkLoad).Solve(-1), std::invalid_argument);
    EXPECT_THROW(FindRoutes(overlay, 0), std::invalid_argument);
    EXPECT_THROW(FindRoutes(ChordOverlay(Ring::Even(65536))), std::invalid_argument);
}

} // namespace
} // namespace dht
