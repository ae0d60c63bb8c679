/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-delays.h"
#include "coordinate-delays.h"
#include "delay-matrix.h"
#include "placed-delays.h"
#include "split-mix-random.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

/// Delays between peers.

namespace dht
{
namespace
{

TEST(PeerDelaysTest, DelaysOfAccessLinksAddUp)
{
    SplitMixRandom random(1, 1);
    const AccessDelays delays(100, FromSeconds(0.005), FromSeconds(0.015), random);
    Time least = kNever;
    Time most(0);
    for (std::uint32_t i = 0; i < 100; ++i)
    {
        for (std::uint32_t j = 0; j < 100; ++j)
        {
            // a + b + c + d, whichever way they are paired
            EXPECT_EQ(delays.Get(i, j) + delays.Get(7, 3), delays.Get(i, 7) + delays.Get(j, 3));
            least = std::min(least, delays.Get(i, j));
            most = std::max(most, delays.Get(i, j));
        }
    }
    EXPECT_GE(least, delays.Least());
    EXPECT_EQ(delays.Least(), FromSeconds(0.01));
    EXPECT_LT(least, FromSeconds(0.012));
    EXPECT_GT(most, FromSeconds(0.028));
    EXPECT_LE(most, FromSeconds(0.03));
}

TEST(PeerDelaysTest, CoordinatesGiveDistances)
{
    SplitMixRandom random(1, 1);
    const CoordinateDelays delays(60, FromSeconds(0.01), FromSeconds(0.21), random);
    for (std::uint32_t i = 0; i < 60; ++i)
    {
        EXPECT_EQ(delays.Get(i, i), FromSeconds(0.01));
        for (std::uint32_t j = 0; j < 60; ++j)
        {
            EXPECT_EQ(delays.Get(i, j), delays.Get(j, i));
            EXPECT_LE(delays.Get(i, j), FromSeconds(0.21));
            // no way round is shorter
            EXPECT_LE(delays.Get(i, j) + delays.Least(),
                      delays.Get(i, 5) + delays.Get(5, j) + Time(2));
        }
    }
}

/// @param hosts How many. @return Delays by which the hosts are known.
std::unique_ptr<DelayMatrix>
Numbered(std::uint32_t hosts)
{
    auto delays = std::make_unique<DelayMatrix>(hosts);
    for (std::uint32_t i = 0; i < hosts; ++i)
    {
        for (std::uint32_t j = 0; j < hosts; ++j)
        {
            if (i != j)
            {
                delays->Set(i, j, Time(1000 * (i * hosts + j)));
            }
        }
    }
    return delays;
}

TEST(PeerDelaysTest, AsManyHostsAsPeersAreInTheirOrder)
{
    SplitMixRandom random(1, 1);
    const PlacedDelays delays(Numbered(5), 5, 5, Time(0), random);
    EXPECT_EQ(delays.Get(1, 3), Time(8000));
    EXPECT_EQ(delays.Get(3, 1), Time(16000));
    EXPECT_EQ(delays.Least(), Time(1000));
}

TEST(PeerDelaysTest, PeersAreOnDistinctHostsWhereThereAreMore)
{
    std::set<std::set<std::uint32_t>> sets;
    for (std::uint64_t run = 1; run <= 20; ++run)
    {
        SplitMixRandom random(run, 1);
        const PlacedDelays delays(Numbered(50), 50, 10, Time(0), random);
        std::set<std::uint32_t> hosts;
        for (std::uint32_t i = 0; i < 10; ++i)
        {
            hosts.insert(delays.HostOf(i));
        }
        EXPECT_EQ(hosts.size(), 10u);
        EXPECT_EQ(delays.Get(2, 7), Time(1000 * (delays.HostOf(2) * 50 + delays.HostOf(7))));
        sets.insert(hosts);
    }
    EXPECT_EQ(sets.size(), 20u);
}

TEST(PeerDelaysTest, HostsMayHaveSeveralPeersWhereThereAreFewer)
{
    SplitMixRandom random(1, 1);
    EXPECT_THROW(PlacedDelays(Numbered(4), 4, 10, Time(0), random), std::invalid_argument);
    const PlacedDelays delays(Numbered(4), 4, 10, Time(300), random);
    std::map<std::uint32_t, int> peers;
    for (std::uint32_t i = 0; i < 10; ++i)
    {
        ++peers[delays.HostOf(i)];
        for (std::uint32_t j = 0; j < i; ++j)
        {
            EXPECT_EQ(delays.Get(i, j) == Time(300), delays.HostOf(i) == delays.HostOf(j));
            EXPECT_GE(delays.Get(i, j), delays.Least());
        }
    }
    ASSERT_EQ(peers.size(), 4u);
    for (const auto& [host, count] : peers)
    {
        EXPECT_GE(count, 2) << host;
        EXPECT_LE(count, 3) << host;
    }
    EXPECT_EQ(delays.Least(), Time(300));
}

} // namespace
} // namespace dht
