/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport-world.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::PathFaults;
using test::TransportWorld;
using Kind = TransportEvent::Kind;

/// @param faults Of the path. @param seed Of random numbers. @param size Bytes. @param seconds For
/// how long. Streams bytes from one host to another, and expects them once and in order.
void
ExpectStream(const PathFaults& faults, std::uint64_t seed, std::uint64_t size, double seconds)
{
    TransportWorld world(faults, seed);
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, size);
    EXPECT_TRUE(world.RunUntil(seconds, [&] { return world.CountOf(a, Kind::kClosed) == 1; }));
    EXPECT_EQ(world.BytesRead(b), size);
    EXPECT_EQ(world.wrongBytes, 0u);
    EXPECT_EQ(world.broken, 0u);
    EXPECT_EQ(world.CountOf(a, Kind::kOpened), 1u);
    EXPECT_EQ(world.CountOf(b, Kind::kAccepted), 1u);
    EXPECT_EQ(world.CountOf(b, Kind::kClosed), 1u);
    EXPECT_EQ(a.endpoint->Now().links, 0u);
}

TEST(TransportEndpointTest, CarriesAStream)
{
    ExpectStream({}, 1, 1000000, 20);
}

TEST(TransportEndpointTest, CarriesAnEmptyStream)
{
    ExpectStream({}, 1, 0, 5);
}

TEST(TransportEndpointTest, EveryByteArrivesOnceAndInOrderWhateverThePathDoes)
{
    PathFaults faults;
    faults.loss = 0.3;
    faults.jitter = FromSeconds(0.03);
    faults.duplication = 0.1;
    faults.blackouts = {{FromSeconds(5), FromSeconds(10)}, {FromSeconds(14), FromSeconds(19)}};
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
    {
        SCOPED_TRACE(seed);
        ExpectStream(faults, seed, 300000, 300);
    }
}

} // namespace
} // namespace dht
