/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-helper.h"
#include "dht-hostile-peers.h"

#include "ns3/node-container.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

/// Which peers are hostile.

namespace
{

using namespace ns3;

/// @param scheme The peers' scheme. @param behaviour Of the hostile ones. @param share Of all
/// peers. @param stream What they are drawn from. @return Which of 128 peers are hostile.
std::vector<std::size_t>
Hostile(const std::string& scheme, dht::Behaviour behaviour, double share, int64_t stream = 300)
{
    NodeContainer nodes;
    nodes.Create(128);
    std::vector<Ipv4Address> addresses;
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        addresses.emplace_back(0x0a000001 + i);
    }
    DhtHelper helper;
    helper.SetScheme(scheme);
    const ApplicationContainer peers = helper.InstallJoining(nodes, addresses);
    DhtHostilePeers hostile(behaviour, share);
    EXPECT_EQ(hostile.AssignStreams(stream), 1);
    hostile.Choose(peers);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < peers.GetN(); ++i)
    {
        if (!DynamicCast<DhtPeerApplication>(peers.Get(i))->IsHonest())
        {
            found.push_back(i);
        }
    }
    Simulator::Destroy();
    return found;
}

constexpr auto LYING = dht::Behaviour::kLying;

TEST(HostilePeersTest, TheyAreTheSameForAllSchemesAndKinds)
{
    const auto peers = Hostile("none", LYING, 0.05);
    EXPECT_EQ(peers.size(), 6u);
    for (const char* scheme : {"credit", "back-pressure", "marking"})
    {
        EXPECT_EQ(Hostile(scheme, LYING, 0.05), peers) << scheme;
        EXPECT_EQ(Hostile(scheme, dht::Behaviour::kGreedy, 0.05), peers) << scheme;
    }
    EXPECT_NE(Hostile("none", LYING, 0.05, 301), peers);
}

TEST(HostilePeersTest, AGreaterShareHasTheSameAndMore)
{
    const auto few = Hostile("none", LYING, 0.05);
    const auto many = Hostile("none", LYING, 0.2);
    EXPECT_EQ(many.size(), 26u);
    EXPECT_TRUE(std::includes(many.begin(), many.end(), few.begin(), few.end()));
}

TEST(HostilePeersTest, TheFirstPeerIsHonest)
{
    for (int64_t stream = 0; stream < 20; ++stream)
    {
        const auto peers = Hostile("none", LYING, 0.9, stream);
        ASSERT_EQ(peers.size(), 115u);
        EXPECT_NE(peers.front(), 0u);
    }
}

TEST(HostilePeersTest, AShareIsRoundedButNeverToNobodyOrAll)
{
    EXPECT_TRUE(Hostile("none", LYING, 0).empty());
    EXPECT_EQ(DhtHostilePeers::CountOf(0.01, 128), 1u);
    EXPECT_EQ(DhtHostilePeers::CountOf(0.0001, 128), 1u);
    EXPECT_EQ(DhtHostilePeers::CountOf(0.2, 128), 26u);
    EXPECT_EQ(DhtHostilePeers::CountOf(0.999, 128), 127u);
    EXPECT_EQ(DhtHostilePeers::CountOf(0.5, 1), 0u);
}

TEST(HostilePeersTest, AnImpossibleShareIsRefused)
{
    for (const double share : {-0.1, 1.0, std::numeric_limits<double>::quiet_NaN()})
    {
        EXPECT_THROW(DhtHostilePeers(LYING, share), std::invalid_argument) << share;
    }
}

} // namespace
