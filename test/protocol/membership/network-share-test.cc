/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-world.h"
#include "dht-finger-list.h"
#include "dht-network-share.h"
#include "dht-successor-list.h"
#include "token-keeper.h"

#include <algorithm>
#include <gtest/gtest.h>

/// No network has all places in a table, though it may have many addresses.

namespace dht
{
namespace
{

using test::DatagramWorld;

/// Networks: one that has many addresses, and one that the Internet does not route.
constexpr std::uint32_t kCrowd = 0x0c000000;
constexpr std::uint32_t kPrivate = 0x0a000000;

/// @param place A place on a ring of a thousand. @param network The first address of a network.
/// @return A peer there, of that network.
RingNode
At(std::uint32_t place, std::uint32_t network)
{
    return {Endpoint::Ipv4(network + place % 256, 7000), EvenKey(place, 1000)};
}

/// @param place A place on a ring of a thousand. @return A peer there, of a network of its own.
RingNode
Own(std::uint32_t place)
{
    return At(place, 0x08000000 + 256 * place);
}

TEST(NetworkShareTest, AQuarterOfThePlacesAndAtLeastOne)
{
    const RingNodes two{At(1, kCrowd), At(2, kCrowd)};
    EXPECT_TRUE(HasShare(8, two, At(3, kCrowd)));
    EXPECT_FALSE(HasShare(12, two, At(3, kCrowd)));
    EXPECT_FALSE(HasShare(8, two, Own(3)));
    EXPECT_TRUE(HasShare(2, two, At(3, kCrowd)));
    EXPECT_FALSE(HasShare(2, {}, At(3, kCrowd)));
    const RingNodes local{At(1, kPrivate), At(2, kPrivate)};
    EXPECT_FALSE(HasShare(8, local, At(3, kPrivate))) << "a whole ring may be there";
}

TEST(NetworkShareTest, WhoHasMoreThanTheShareOfSuccessorsGivesWay)
{
    SuccessorList list(Key(0), 8);
    RingNodes all;
    for (std::uint32_t place = 1; place <= 10; ++place)
    {
        all.push_back(At(place, kCrowd));
    }
    list.Merge(all);
    EXPECT_EQ(list.All(), RingNodes(all.begin(), all.begin() + 8)) << "there is nobody else";
    EXPECT_TRUE(list.MayHaveGaps());
    list.Merge({Own(20), Own(21)});
    EXPECT_EQ(list.All(),
              RingNodes({all[0], all[1], all[2], all[3], all[4], all[5], Own(20), Own(21)}));
    list.Merge({Own(22), Own(23), Own(24), Own(25)});
    EXPECT_EQ(list.All(),
              RingNodes({all[0], all[1], all[2], Own(20), Own(21), Own(22), Own(23), Own(24)}));
    EXPECT_TRUE(list.MayHaveGaps());
    // the first one is the successor, whatever its network
    list.Remove(all[0].endpoint);
    list.Remove(all[1].endpoint);
    list.Merge({all[1]});
    EXPECT_EQ(*list.First(), all[1]);
    EXPECT_FALSE(list.MayHaveGaps());
}

TEST(NetworkShareTest, ASuccessorThatNamesItsNetworkAloneDoesNotHideOthers)
{
    SuccessorList list(Key(0), 4);
    list.Merge({At(1, kCrowd), At(2, kCrowd), Own(20), Own(21)});
    const RingNodes named{At(2, kCrowd), At(3, kCrowd), At(4, kCrowd), At(5, kCrowd)};
    for (int times = 0; times < 3; ++times)
    {
        list.Replace(At(1, kCrowd), named, named);
        EXPECT_EQ(list.All(), RingNodes({At(1, kCrowd), At(2, kCrowd), Own(20), Own(21)}));
        EXPECT_EQ(list.Kept(), RingNodes({Own(20), Own(21)}));
    }
    // who turns out to be gone does not stay
    list.Remove(Own(21).endpoint);
    EXPECT_EQ(list.Kept(), RingNodes({Own(20)}));
    // nor does anybody where there is one network only, however often its peers come and go
    SuccessorList local(Key(0), 4);
    local.Merge({At(1, kCrowd), At(2, kCrowd), At(6, kCrowd)});
    local.Replace(At(1, kCrowd), named, {});
    EXPECT_EQ(local.All(), RingNodes({At(1, kCrowd)}));
}

TEST(NetworkShareTest, FingersPreferAnotherNetworkInTheSameOctave)
{
    FingerList list(Key(0));
    EXPECT_TRUE(list.Insert(At(600, kCrowd)));
    EXPECT_TRUE(list.Insert(At(300, kCrowd)));
    EXPECT_TRUE(list.Insert(At(510, kCrowd))) << "in one octave, the nearest of a network";
    EXPECT_TRUE(list.IsSurplus(At(300, kCrowd)));
    EXPECT_TRUE(list.Insert(Own(400))) << "farther than the finger, but not of that network";
    EXPECT_FALSE(list.Insert(At(310, kCrowd)));
    EXPECT_TRUE(list.Insert(Own(320)));
    EXPECT_EQ(list.All(), RingNodes({Own(320), At(510, kCrowd)}));
    FingerList local(Key(0));
    EXPECT_TRUE(local.Insert(At(600, kPrivate)));
    EXPECT_TRUE(local.Insert(At(300, kPrivate)));
    EXPECT_FALSE(local.Insert(Own(400)));
}

/// A ring of peers of different networks, and forty hosts of one network that follow one of them.
class CrowdTest : public testing::Test
{
  protected:
    CrowdTest()
    {
        for (std::uint32_t i = 0; i < 24; ++i)
        {
            honest.push_back(Endpoint::Ipv4(0x08080800 + 256 * i, 7000));
            world.Add(honest[i], i == 0 ? std::vector<Endpoint>() : std::vector{honest[0]});
        }
        world.Run(20);
        for (std::uint32_t i = 0; i < 256; ++i)
        {
            crowd.push_back(Endpoint::Ipv4(kCrowd + i, 7000));
        }
        std::sort(crowd.begin(), crowd.end(), [&](const Endpoint& a, const Endpoint& b) {
            const Key victim = IdOf(honest[0]);
            return Distance(victim, IdOf(a)) < Distance(victim, IdOf(b));
        });
        crowd.resize(40);
    }

    /// @param peers Peers. @return How many are of the crowd.
    static std::size_t CountCrowd(const std::vector<Endpoint>& peers)
    {
        return std::count_if(peers.begin(), peers.end(), [](const Endpoint& peer) {
            return peer.Ipv4Address() >> 8 == kCrowd >> 8;
        });
    }

    /// @return Number of queries that the honest peers have sent.
    std::uint64_t QueriesOfHonestPeers()
    {
        std::uint64_t queries = 0;
        for (const Endpoint& peer : honest)
        {
            const auto& sent = world.At(peer).maintenance.GetCounters().sent;
            queries += sent[static_cast<std::size_t>(MaintenanceKind::kQuery)];
        }
        return queries;
    }

    DatagramWorld world;          ///< Everything.
    std::vector<Endpoint> honest; ///< Peers of different networks; the first one is the victim.
    std::vector<Endpoint> crowd;  ///< Of one network, those first that follow the victim next.
};

TEST_F(CrowdTest, FortyHostsOfANetworkHaveTheirShareOfSuccessors)
{
    for (const Endpoint& peer : crowd)
    {
        world.Add(peer, {honest[0]});
        world.Run(1);
    }
    world.Run(60);
    for (const Endpoint& peer : honest)
    {
        auto next = world.At(peer).maintenance.Successors();
        ASSERT_EQ(next.size(), 8u);
        next.erase(next.begin());
        EXPECT_LE(CountCrowd(next), 2u) << NameOf(peer);
    }
    EXPECT_EQ(world.At(honest[0]).maintenance.Successors().front(), crowd.front())
        << "who is responsible for which keys does not change";
}

TEST_F(CrowdTest, FortyHostsThatNameEachOtherDoNotHideTheRing)
{
    test::TokenKeeper tokens;
    for (std::size_t i = 0; i < crowd.size(); ++i)
    {
        world.strangers[NameOf(crowd[i])] = [&, i](const Endpoint& from,
                                                   const MaintenanceMessage& message) {
            tokens.Hear(crowd[i], message);
            if (message.kind == MaintenanceKind::kQuery)
            {
                MaintenanceMessage answer;
                answer.kind = MaintenanceKind::kNeighbours;
                answer.id = message.id;
                answer.attempt = message.attempt;
                answer.responsible = true;
                answer.predecessor = i == 0 ? honest[0] : crowd[i - 1];
                for (std::size_t next = i + 1; next < std::min(i + 9, crowd.size()); ++next)
                {
                    answer.peers.push_back(crowd[next]);
                }
                world.Send(crowd[i], from, answer);
            }
        };
    }
    std::size_t next = 0;
    world.Repeat(FromSeconds(0.1), [&] {
        const Endpoint& from = crowd[next++ % crowd.size()];
        MaintenanceMessage message;
        message.kind = MaintenanceKind::kQuery;
        message.key = IdOf(honest[0]);
        world.Send(from, honest[0], tokens.Sign(from, message));
    });
    world.Run(120);
    auto successors = world.At(honest[0]).maintenance.Successors();
    EXPECT_EQ(successors.front(), crowd.front());
    successors.erase(successors.begin());
    EXPECT_EQ(successors.size(), 7u);
    EXPECT_LE(CountCrowd(successors), 2u);
    // nobody names those that stay, so the peer itself sees when they are gone
    for (const Endpoint& peer : successors)
    {
        world.silent.insert(NameOf(peer));
    }
    world.Run(30);
    const auto left = world.At(honest[0]).maintenance.Successors();
    for (const Endpoint& gone : successors)
    {
        EXPECT_EQ(std::count(left.begin(), left.end(), gone), 0) << NameOf(gone);
    }
}

TEST_F(CrowdTest, HostsOfANetworkAllOverTheRingAreFewFingers)
{
    for (std::uint32_t i = 0; i < 40; ++i)
    {
        world.Add(Endpoint::Ipv4(kCrowd + i, 7001), {honest[0]});
        world.Run(1);
    }
    world.Run(60);
    const std::uint64_t before = QueriesOfHonestPeers();
    world.Run(60);
    const auto queries = static_cast<double>(QueriesOfHonestPeers() - before);
    RecordProperty("QueriesPerSecondAndPeer", std::to_string(queries / 60 / 24));
    EXPECT_LT(queries / 60 / 24, 4.4) << "no finger is looked for that is not wanted";
    std::vector<Endpoint> links;
    for (const Endpoint& peer : honest)
    {
        for (const auto& [link, to] : world.At(peer).links)
        {
            links.push_back(to);
        }
    }
    RecordProperty("Links", std::to_string(links.size()));
    RecordProperty("LinksToTheCrowd", std::to_string(CountCrowd(links)));
    EXPECT_LT(CountCrowd(links), 0.45 * links.size()) << "though they are 40 of 64 peers";
}

} // namespace
} // namespace dht
