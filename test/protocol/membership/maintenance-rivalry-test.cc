/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-world.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Two peers of one host that have one place on the ring and join at the same time.

namespace dht
{
namespace
{

using test::DatagramWorld;

/// A ring of 16 hosts, and others that come.
class MaintenanceRivalryTest : public testing::Test
{
  protected:
    MaintenanceRivalryTest()
    {
        for (std::uint32_t i = 0; i < 16; ++i)
        {
            honest.push_back(Endpoint::Ipv4(0x08080800 + 256 * i, 7000));
            world.Add(honest[i], i == 0 ? std::vector<Endpoint>() : std::vector{honest[0]});
        }
        world.Run(20);
    }

    /// @param host An address. @param later How much later the peer of the lower port comes, in
    /// seconds. @return The two: that of the lower port first.
    std::vector<Endpoint> AddTwins(std::uint32_t host, double later)
    {
        std::vector<Endpoint> twins{Endpoint::Ipv4(host, 7000), Endpoint::Ipv4(host, 7008)};
        EXPECT_EQ(IdOf(twins[0]), IdOf(twins[1]));
        world.Add(twins[1], {honest[host % 16]});
        world.Run(later);
        world.Add(twins[0], {honest[host / 7 % 16]});
        return twins;
    }

    /// @param peer An endpoint. @return Whether the peer there has a place of which it was not told
    /// that it is another's.
    bool HasPlace(const Endpoint& peer)
    {
        const auto& node = world.At(peer);
        return node.maintenance.IsJoined() && !node.failure;
    }

    /// @param id A place. @return What the peers before it takes for its successor.
    Endpoint SuccessorBefore(const Key& id)
    {
        const Endpoint& before =
            *std::min_element(honest.begin(), honest.end(), [&](const auto& a, const auto& b) {
                return Distance(IdOf(a), id) < Distance(IdOf(b), id);
            });
        return world.At(before).maintenance.Successors().front();
    }

    DatagramWorld world;          ///< Everything.
    std::vector<Endpoint> honest; ///< Peers of the ring.
};

TEST_F(MaintenanceRivalryTest, OneOfTwinsKeepsThePlaceAndTheOtherIsTold)
{
    unsigned joined = 0;
    for (std::uint32_t host = 0; host < 40; ++host)
    {
        const auto twins = AddTwins(0x09090900 + 256 * host, 0.01 * (host % 8));
        world.Run(0.5);
        joined += HasPlace(twins[0]) && HasPlace(twins[1]);
        world.Run(30);
        ASSERT_NE(HasPlace(twins[0]), HasPlace(twins[1])) << host;
        const Endpoint& winner = twins[HasPlace(twins[0]) ? 0 : 1];
        const Endpoint& loser = twins[HasPlace(twins[0]) ? 1 : 0];
        EXPECT_EQ(world.At(loser).failure, JoinFailure::kPlaceTaken) << host;
        EXPECT_TRUE(world.At(loser).links.empty()) << host;
        EXPECT_EQ(SuccessorBefore(IdOf(winner)), winner) << host;
        world.At(winner).maintenance.Leave(world.Now());
        world.Run(5);
    }
    EXPECT_GT(joined, 5u) << "both had the place for a while";
}

TEST_F(MaintenanceRivalryTest, ANeighbourThatNamesARivalWhoIsNotThereDisplacesNobody)
{
    const Endpoint victim = Endpoint::Ipv4(0x09090909, 7008);
    const Endpoint rival = Endpoint::Ipv4(0x09090909, 7000);
    world.Add(victim, {honest[0]});
    world.Run(10);
    unsigned asked = 0;
    world.strangers[NameOf(rival)] = [&](const Endpoint& from, const MaintenanceMessage& message) {
        asked += from == victim && message.kind == MaintenanceKind::kQuery;
    };
    // it says so itself, in datagrams that none has asked for
    world.Repeat(FromSeconds(0.1), [&] {
        MaintenanceMessage notify;
        notify.kind = MaintenanceKind::kNotify;
        for (const Endpoint& peer : honest)
        {
            world.Send(rival, peer, notify);
        }
        world.Send(rival, victim, notify);
    });
    world.Run(30);
    EXPECT_TRUE(HasPlace(victim));
    EXPECT_EQ(asked, 0u);
}

} // namespace
} // namespace dht
