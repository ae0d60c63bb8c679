/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-window-registry.h"
#include "transport-world.h"

#include <gtest/gtest.h>

/// The transport with each window there is.

namespace dht
{
namespace
{

using test::PathFaults;
using test::TransportWorld;

TEST(TransportKindsTest, EveryWindowCarriesAStream)
{
    for (const auto& kind : WindowRegistry::Get().All())
    {
        SCOPED_TRACE(kind->name);
        PathFaults faults;
        faults.loss = 0.02;
        faults.jitter = FromSeconds(0.005);
        faults.blackouts = {{FromSeconds(1), FromSeconds(3)}};
        TransportWorld world(faults, 3);
        const auto make = [&] { return MakeWindow(*kind, kind->parameters); };
        auto& a = world.Add({}, make);
        auto& b = world.Add({}, make);
        world.Stream(a, a.endpoint->Open(world.Now(), b.address, 1), 1000000);
        EXPECT_TRUE(world.RunUntil(600, [&] { return a.endpoint->Now().links == 0; }));
        EXPECT_EQ(world.BytesRead(b), 1000000u);
        EXPECT_EQ(world.wrongBytes, 0u);
        EXPECT_EQ(world.broken, 0u);
    }
}

/// No stall, and no timeout: every packet is acknowledged, and nobody probes.
TEST(TransportKindsTest, APriorityMayChangeAtAnyTime)
{
    const auto& registry = WindowRegistry::Get();
    const auto& polite = registry.Find("linear");
    const auto& variable = registry.Find("multcp");
    const auto windows =
        MakePriorityWindows(polite, polite.parameters, variable, variable.parameters);
    const auto make = [&] { return windows(1); };
    TransportWorld world;
    auto& a = world.Add({}, make);
    auto& b = world.Add({}, make);
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 1000000000);
    world.Run(1);
    const std::uint64_t probes = a.endpoint->Counts().probesSent;
    for (int i = 0; i < 100; ++i)
    {
        const std::uint64_t before = world.BytesRead(b);
        a.endpoint->SetPriority(world.Now(), link, i % 3);
        world.Pump(a);
        world.Run(0.1);
        EXPECT_GT(world.BytesRead(b), before) << i;
        EXPECT_LE(a.endpoint->Now().bytesInFlight,
                  std::max<std::size_t>(a.endpoint->Window(link)->Bytes(), 300));
    }
    EXPECT_EQ(a.endpoint->Counts().probesSent, probes);
    EXPECT_EQ(a.endpoint->Counts().packetsLost, 0u);
}

} // namespace
} // namespace dht
