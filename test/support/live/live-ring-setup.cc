/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"

#include <gtest/gtest.h>

namespace dht
{
namespace test
{

LiveRingOptions
Quiet()
{
    LiveRingOptions options;
    options.workload.requests = 0;
    return options;
}

LiveRingOptions
Loaded(const std::string& scheme, std::uint64_t seed, double load)
{
    LiveRingOptions options;
    options.seed = seed;
    options.scheme = scheme;
    options.peer.requestLifetime = FromSeconds(20);
    options.workload.load = load;
    options.workload.start = FromSeconds(3);
    return options;
}

LiveRingOptions
FullyLoaded(const std::string& scheme, std::uint64_t seed)
{
    return Loaded(scheme, seed, scheme == "none" ? 30 : 0);
}

std::uint64_t
AnsweredWithout(const LiveRing& ring, std::size_t other)
{
    std::uint64_t sum = 0;
    for (const std::size_t peer : ring.Alive())
    {
        sum += peer == other ? 0 : ring.At(peer).GetPeer().GetCounters().answered;
    }
    return sum;
}

void
Populate(LiveRing& ring, std::size_t count)
{
    ring.Create(0);
    for (std::size_t peer = 1; peer < count; ++peer)
    {
        ring.Join(peer, {0});
    }
}

std::unique_ptr<LiveRing>
MakeSettledRing(const LiveRingOptions& options, std::size_t count)
{
    auto ring = std::make_unique<LiveRing>(options, count);
    Populate(*ring, count);
    EXPECT_NE(ring->Settle(FromSeconds(30)), kNever) << ring->Flaws();
    return ring;
}

void
ExpectSettled(LiveRing& ring, Time limit)
{
    const Time took = ring.Settle(limit);
    testing::Test::RecordProperty("seconds", std::to_string(ToSeconds(took)));
    ASSERT_NE(took, kNever) << ring.Flaws();
    for (int i = 0; i < 30; ++i)
    {
        ring.RunUntil(ring.Now() + FromSeconds(1));
        ASSERT_EQ(ring.Flaws(), "");
    }
}

} // namespace test
} // namespace dht
