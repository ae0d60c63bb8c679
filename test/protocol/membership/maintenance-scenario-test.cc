/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-scheme-registry.h"
#include "maintenance-world.h"

#include <gtest/gtest.h>

/// One peer in situations that come about by chance, or by somebody's bad will.

namespace dht
{
namespace
{

using test::MaintenanceWorld;

TEST(MaintenanceScenarioTest, FingersAreLookedAtAfterOneLeftDuringAMerge)
{
    MaintenanceWorld world(32);
    Maintenance& peer = world.maintenance;
    peer.Join(world.now, {world.others[5]});
    world.Run(60);
    // a finger dies and comes back, which begins a search that nobody answers; meanwhile the
    // finger that is looked at leaves
    const std::size_t lost = world.IndexOf(peer.Fingers().back());
    world.up[lost] = false;
    world.Run(60, [&] { return peer.GetCounters().failures > 0; });
    ASSERT_EQ(peer.GetCounters().failures, 1u);
    world.Run(5);
    bool merging = false;
    bool left = false;
    const auto isFinger = [&](std::size_t to) {
        return !(world.others[to] == peer.Successors().front()) &&
               !(peer.Predecessor() == world.others[to]);
    };
    world.hook = [&](std::size_t to, const MaintenanceMessage& query) {
        if (query.key == peer.Id())
        {
            merging = true;
            return true;
        }
        if (to == lost && query.key == IdOf(world.others[to]))
        {
            world.Answer(to, query);
            return true;
        }
        if (!merging || left || query.key != IdOf(world.others[to]) || !isFinger(to))
        {
            return false;
        }
        left = true;
        world.up[to] = false;
        MaintenanceMessage leave;
        leave.kind = MaintenanceKind::kLeave;
        peer.OnMessage(world.now, world.others[to], leave);
        return true;
    };
    world.Run(60, [&] { return left; });
    ASSERT_TRUE(left);
    world.Run(10);
    int looks = 0;
    world.hook = [&](std::size_t to, const MaintenanceMessage& query) {
        looks += query.key == IdOf(world.others[to]) && isFinger(to) ? 1 : 0;
        return false;
    };
    world.Run(60);
    EXPECT_GT(looks, 20);
}

/// @param world A ring. @param neighbour A peer. @return The link that leads there.
LinkIndex
LinkTo(const MaintenanceWorld& world, const Endpoint& neighbour)
{
    const auto found = std::find_if(world.links.begin(), world.links.end(), [&](const auto& link) {
        return link.second == neighbour;
    });
    EXPECT_NE(found, world.links.end());
    return found->first;
}

TEST(MaintenanceScenarioTest, WherePacketsGetLostALinkThatTakesNothingIsMadeAnew)
{
    MaintenanceWorld world(16);
    Maintenance& peer = world.maintenance;
    peer.Join(world.now, {world.others[5]});
    world.Run(30);
    int queries = 0;
    world.hook = [&](std::size_t, const MaintenanceMessage&) { return ++queries % 5 < 2; };
    world.Run(30);
    world.hook = nullptr;
    // two fifths of the queries get lost, and then none for a while, in which links recover
    const Endpoint next = peer.Successors().front();
    const LinkIndex link = LinkTo(world, next);
    for (int i = 1; i < 4; ++i)
    {
        const int connects = world.connects[link];
        peer.OnLinkChange(world.now, {link, LinkVerdict::kDeaf});
        EXPECT_EQ(world.connects[link], connects + 1) << i;
        EXPECT_EQ(peer.GetCounters().failures, 0u) << i;
        world.Run(8);
        EXPECT_EQ(peer.Successors().front(), next) << i;
    }
    world.Run(40);
    peer.OnLinkChange(world.now, {link, LinkVerdict::kDeaf});
    EXPECT_EQ(peer.GetCounters().failures, 1u);
    EXPECT_FALSE(peer.Successors().front() == next);
}

TEST(MaintenanceScenarioTest, NeighboursThatTakeNoConnectionsAreRoutedAroundAndKeepTheirKeys)
{
    // fewer than half of its links: more would be this peer's own fault
    MaintenanceWorld world(32);
    Maintenance& peer = world.maintenance;
    peer.Join(world.now, {world.others[5]});
    world.Run(30);
    // the two nearest, and all up to one that has no link
    std::size_t first = 0;
    while (first < 2 || world.IsLinked(world.others[first]))
    {
        world.deaf.insert(first++);
    }
    ASSERT_LT(first, 6u);
    for (const auto& [link, neighbour] : std::map<LinkIndex, Endpoint>(world.links))
    {
        if (world.deaf.count(world.IndexOf(neighbour)))
        {
            world.Break(link);
        }
    }
    const auto isAround = [&] { return world.IsLinked(world.others[first]); };
    // they answer all queries; another one gets a link although they do
    world.Run(3.5);
    ASSERT_TRUE(isAround());
    const Time from = world.now;
    world.Run(4, [&] { return !isAround(); });
    EXPECT_TRUE(isAround()) << "only for " << ToSeconds(world.now - from) << " s";
    world.Run(20);
    // others reach them
    EXPECT_EQ(peer.GetCounters().failures, 0u);
    EXPECT_EQ(peer.Successors().front(), world.others[0]);
    // they are linked again
    world.deaf.clear();
    world.Run(120);
    EXPECT_EQ(peer.Successors().front(), world.others[0]);
    EXPECT_TRUE(world.IsLinked(world.others[0]));
}

TEST(MaintenanceScenarioTest, ManyPortsOfOneAddressDoNotKeepOthersOut)
{
    MaintenanceWorld world(16);
    Maintenance& peer = world.maintenance;
    world.up[0] = false;
    peer.Join(world.now, {world.others[5]});
    world.Run(30);
    ASSERT_EQ(peer.Successors().front(), world.others[1]);
    // ports of one address that would be nearer, say so time and again, and never answer
    std::vector<Endpoint> silent;
    for (std::uint16_t port = 1; silent.size() < 12; ++port)
    {
        const Endpoint endpoint = Endpoint::Ipv4(0x0a00ffff, port);
        if (world.DistanceTo(endpoint) < world.DistanceTo(world.others[1]))
        {
            silent.push_back(endpoint);
        }
    }
    world.up[0] = true;
    world.hook = [&](std::size_t to, const MaintenanceMessage&) { return to == 1; }; // names no one
    MaintenanceMessage notify;
    notify.kind = MaintenanceKind::kNotify;
    for (int i = 0; i < 20; ++i)
    {
        for (const Endpoint& endpoint : silent)
        {
            world.Say(endpoint, notify);
        }
        world.Run(0.1);
    }
    world.Say(world.others[0], notify);
    for (const Endpoint& endpoint : silent)
    {
        world.Say(endpoint, notify);
    }
    world.Run(0.5);
    EXPECT_EQ(peer.Successors().front(), world.others[0]);
}

TEST(MaintenanceScenarioTest, WhoLosesAllSuccessorsDoesNotClaimTheWholeRing)
{
    MaintenanceOptions options;
    options.successors = 2;
    MaintenanceWorld world(32, options);
    Maintenance& peer = world.maintenance;
    peer.Join(world.now, {world.others[5]});
    world.Run(60);
    ASSERT_EQ(peer.Successors().size(), 2u);
    world.up[0] = world.up[1] = false;
    bool alone = false;
    world.Run(60, [&] {
        alone = alone || peer.Successors().empty();
        return false;
    });
    EXPECT_FALSE(alone);
    EXPECT_GE(peer.GetCounters().failures, 2u);
    EXPECT_EQ(peer.Successors().front(), world.others[2]);
}

/// Goes as soon as it has come.
class Guest : public test::IdleHost
{
  public:
    void OnJoined() override
    {
        peer->Leave(Time(0));
    }

    Peer* peer{nullptr}; ///< The peer under test.
};

TEST(MaintenanceScenarioTest, WhoLeavesAsItJoinsRests)
{
    Guest guest;
    test::MersenneRandom random(1);
    PeerOptions options;
    options.self = MaintenanceWorld::Self();
    Peer peer(options,
              JoinedPlace({}, random)(options.self, guest),
              SchemeRegistry::Get().Find("none").make(Parameters({})),
              guest,
              random);
    guest.peer = &peer;
    peer.Create(Time(0));
    EXPECT_FALSE(peer.GetMembership().IsJoined());
    EXPECT_EQ(peer.GetMembership().NextWake(), kNever);
}

} // namespace
} // namespace dht
