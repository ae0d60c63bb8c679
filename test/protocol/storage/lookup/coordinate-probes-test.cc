/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "storage-world.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>

/// Round-trip times that are measured only for coordinates.

namespace dht
{
namespace
{

using test::StorageWorld;
using test::StorageWorldOptions;

/// @param peers How many. @return A ring of them.
Ring
ProbedRing(std::size_t peers)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < peers; ++i)
    {
        names.push_back("probed-" + std::to_string(i));
    }
    return Ring::Hashed(names);
}

/// @param world Some peers. @return The median of how wrong predictions are, relative to the truth.
double
MedianErrorIn(StorageWorld& world)
{
    std::vector<double> errors;
    for (std::uint32_t a = 0; a < world.Size(); ++a)
    {
        for (std::uint32_t b = 0; b < a; ++b)
        {
            const double real = ToSeconds(2 * world.delays.Get(a, b));
            const WireCoordinate there = world.StorageAt(b).Coordinates().Told();
            const double predicted = ToSeconds(world.StorageAt(a).Coordinates().Predict(there));
            errors.push_back(std::abs(predicted - real) / real);
        }
    }
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    return *middle;
}

TEST(CoordinateProbesTest, ProbesPutPeersInTheirPlaces)
{
    StorageWorldOptions options;
    options.knowsDelays = false;
    StorageWorld world(ProbedRing(200), options);
    EXPECT_GT(MedianErrorIn(world), 0.9);
    for (int round = 0; round < 300; ++round)
    {
        for (std::size_t peer = 0; peer < world.Size(); ++peer)
        {
            world.StorageAt(peer).Probe(world.Now());
        }
        world.Run(FromSeconds(1));
    }
    EXPECT_LT(MedianErrorIn(world), 0.05);
    EXPECT_EQ(world.StorageTotals().probes, 200u * 300);
    EXPECT_EQ(world.StorageTotals().probesAnswered, 200u * 300);
    EXPECT_EQ(world.StorageTotals().answered, 0u);
    EXPECT_EQ(world.StorageTotals().listed, 200u * 300);
    EXPECT_TRUE(world.IdentitiesHold());
}

TEST(CoordinateProbesTest, TheyGoEverywhereAndOftenNearby)
{
    StorageWorldOptions options;
    options.knowsDelays = false;
    StorageWorld world(ProbedRing(200), options);
    for (int round = 0; round < 400; ++round)
    {
        world.StorageAt(7).Probe(world.Now());
        world.Run(FromSeconds(1));
    }
    std::map<std::size_t, int> asked;
    for (const auto& sent : world.sent)
    {
        asked[sent.to] += sent.from == 7 ? 1 : 0;
    }
    EXPECT_GT(asked.size(), 50u);
    int least = 400;
    for (std::size_t i = 1; i <= 16; ++i)
    {
        least = std::min(least, asked[(7 + i) % 200]);
    }
    // an eighth is for the sixteen successors
    EXPECT_GE(least, 1);
    EXPECT_EQ(asked[7], 0);
}

TEST(CoordinateProbesTest, TheIntervalIsKeptAndBoundsTheTraffic)
{
    StorageWorldOptions options;
    options.storage.probeInterval = FromSeconds(10);
    StorageWorld world(ProbedRing(50), options);
    world.Run(FromSeconds(100));
    EXPECT_EQ(world.StorageTotals().probes, 0u) << "nobody has begun yet";
    world.StorageAt(0).Probe(world.Now()); // who is asked begins, too
    world.Run(FromSeconds(3000));
    const auto probes = world.StorageAt(0).Counters().probes;
    EXPECT_NEAR(static_cast<double>(probes), 300, 30);
    EXPECT_GT(world.StorageTotals().probes, 45u * 270);
    EXPECT_TRUE(world.IdentitiesHold());
}

TEST(CoordinateProbesTest, WithoutAnIntervalNobodyProbes)
{
    StorageWorld world(ProbedRing(50), {});
    world.Put(1, {1, 2, 3});
    world.Run(FromSeconds(1000));
    EXPECT_EQ(world.StorageTotals().probes, 0u);
}

TEST(CoordinateProbesTest, ALonelyPeerProbesNobody)
{
    StorageWorld world(ProbedRing(1), {});
    world.StorageAt(0).Probe(world.Now());
    world.Run(FromSeconds(10));
    EXPECT_EQ(world.StorageTotals().probes, 0u);
    EXPECT_TRUE(world.sent.empty());
}

TEST(CoordinateProbesTest, WhoIsDeadCostsAProbeAndNothingElse)
{
    StorageWorldOptions options;
    options.knowsDelays = false;
    StorageWorld world(ProbedRing(50), options);
    for (std::size_t peer = 0; peer < 50; peer += 2)
    {
        world.dead.insert(peer);
    }
    for (int round = 0; round < 100; ++round)
    {
        world.StorageAt(1).Probe(world.Now());
        world.Run(FromSeconds(2));
    }
    const StorageCounters& counters = world.StorageAt(1).Counters();
    EXPECT_EQ(counters.probes, 100u);
    EXPECT_LT(counters.probesAnswered, 90u);
    EXPECT_GT(counters.probesAnswered, 10u);
    EXPECT_EQ(world.StorageAt(1).Rpcs().Outstanding(), 0u);
    EXPECT_TRUE(world.IdentitiesHold());
}

} // namespace
} // namespace dht
