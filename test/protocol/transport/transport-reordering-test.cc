/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-window-registry.h"
#include "transport-world.h"

#include <gtest/gtest.h>

/// Windows on a path that reorders and loses.

namespace dht
{
namespace
{

using test::TransportWorld;

/// One TCP flow over a round trip of 60 ms that loses 2 %. @param jitter Of it, in seconds.
/// @return Its mean window in bytes.
double
MeanWindow(double jitter)
{
    constexpr int kSamples = 80;
    test::PathFaults faults;
    faults.loss = 0.02;
    faults.delay = FromSeconds(0.03 - jitter / 2);
    faults.jitter = FromSeconds(jitter);
    TransportWorld world(faults, 5);
    const WindowKind& reno = WindowRegistry::Get().Find("reno");
    TransportOptions options;
    options.sendBuffer = 1 << 22;
    options.receiveWindow = 1 << 22;
    auto& a = world.Add(options, [&reno] { return MakeWindow(reno, reno.parameters); });
    auto& b = world.Add(options);
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 1000000000);
    double sum = 0;
    for (int i = 0; i < kSamples; ++i)
    {
        world.Run(0.25);
        sum += static_cast<double>(std::min<std::size_t>(a.endpoint->Window(link)->Bytes(), 1e6));
    }
    EXPECT_EQ(world.broken, 0u);
    return sum / kSamples;
}

/// Were a reduction undone for one late packet, losses would reduce nothing.
TEST(TransportReorderingTest, JitterChangesTheWindowOfALossyPathLittle)
{
    const double smooth = MeanWindow(0);
    for (const double jitter : {0.002, 0.005, 0.02})
    {
        SCOPED_TRACE(jitter);
        const double window = MeanWindow(jitter);
        EXPECT_LT(window, 2 * smooth);
        EXPECT_GT(window, smooth / 2);
    }
}

} // namespace
} // namespace dht
