/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-finger-list.h"
#include "dht-lost-peers.h"
#include "dht-ring-view.h"
#include "dht-successor-list.h"
#include "ring-places.h"

#include <algorithm>
#include <gtest/gtest.h>

/// What a peer knows of its ring: successors, fingers, lost peers, and all of them.

namespace dht
{
namespace
{

using test::AllAt;
using test::At;
using test::RandomNodes;

TEST(SuccessorListTest, KeepsTheNearestInOrder)
{
    SuccessorList list(At(900).id, 3);
    EXPECT_EQ(list.First(), nullptr);
    EXPECT_TRUE(list.IsNearest(At(899)));
    EXPECT_FALSE(list.IsNearest(At(900)));
    list.Merge(AllAt({100, 950, 900, 100, 10, 500}));
    EXPECT_EQ(list.All(), AllAt({950, 10, 100}));
    EXPECT_TRUE(list.IsNearest(At(920)));
    EXPECT_FALSE(list.IsNearest(At(950)));
    // whoever is not beyond the one who names it is left out
    const RingNodes named = AllAt({920, 960, 950, 940, 970, 980});
    list.Replace(At(950), named, named);
    EXPECT_EQ(list.All(), AllAt({950, 960, 970}));
    list.Remove(At(960).endpoint);
    EXPECT_EQ(list.All(), AllAt({950, 970}));
}

TEST(FingerListTest, HoldsTheFingersOfAReadyMadeRing)
{
    test::MersenneRandom random(3);
    for (int run = 0; run < 50; ++run)
    {
        RingNodes nodes = RandomNodes(random, 40);
        std::sort(nodes.begin(), nodes.end(), [](const auto& a, const auto& b) {
            return a.id < b.id;
        });
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
        std::vector<Key> ids;
        for (const RingNode& node : nodes)
        {
            ids.push_back(node.id);
        }
        const ChordOverlay ideal{Ring(ids)};
        FingerList list(nodes[0].id);
        RingNodes shuffled = nodes;
        for (std::size_t i = shuffled.size(); i > 1; --i)
        {
            std::swap(shuffled[i - 1], shuffled[DrawBelow(random, i)]);
        }
        for (const RingNode& node : shuffled)
        {
            const bool wanted = list.IsWanted(node);
            EXPECT_EQ(list.Insert(node), wanted);
            EXPECT_FALSE(list.IsWanted(node));
        }
        RingNodes expected;
        for (const std::size_t finger : ideal.Neighbours(0))
        {
            expected.push_back(nodes[finger]);
        }
        EXPECT_EQ(list.All(), expected);
        EXPECT_EQ(*list.From(0), expected.front());
        EXPECT_EQ(list.From(kKeyBits), nullptr);
    }
}

TEST(LostPeersTest, TheLastFewAreTriedInTurn)
{
    LostPeers lost;
    for (std::uint32_t place = 0; place < 100; ++place)
    {
        lost.Add(At(place));
    }
    EXPECT_FALSE(lost.Contains(At(10).endpoint));
    EXPECT_TRUE(lost.Contains(At(99).endpoint));
    EXPECT_EQ(lost.TakeNext(Time(0), true), At(68));
    EXPECT_EQ(lost.TakeNext(Time(0), true), At(69));
    EXPECT_TRUE(lost.Remove(At(70).endpoint));
    EXPECT_FALSE(lost.Remove(At(70).endpoint));
    EXPECT_EQ(lost.TakeNext(Time(0), true), At(71));
    lost.Clear();
    lost.Add(At(1), FromSeconds(5));
    EXPECT_TRUE(lost.IsBanned(FromSeconds(4), At(1).endpoint));
    EXPECT_EQ(lost.TakeNext(FromSeconds(4), true), std::nullopt);
    EXPECT_FALSE(lost.IsBanned(FromSeconds(5), At(1).endpoint));
    int trials = 0;
    while (lost.TakeNext(FromSeconds(5), true))
    {
        ++trials;
    }
    EXPECT_EQ(trials, 12);
}

TEST(LostPeersTest, WhereProofIsDemandedABanLastsUntilItIsGiven)
{
    LostPeers lost;
    const Endpoint a = At(1).endpoint;
    EXPECT_EQ(lost.NextBan(FromSeconds(0), a), FromSeconds(30));
    EXPECT_FALSE(lost.IsBanned(FromSeconds(30), a));
    lost.DemandProof();
    EXPECT_EQ(lost.NextBan(FromSeconds(30), a), FromSeconds(150)); // four times as long
    EXPECT_FALSE(lost.MayProve(FromSeconds(149), a));
    EXPECT_TRUE(lost.MayProve(FromSeconds(150), a));
    EXPECT_TRUE(lost.IsBanned(FromSeconds(500), a));
    lost.Pardon(a);
    EXPECT_FALSE(lost.IsBanned(FromSeconds(500), a));
    EXPECT_FALSE(lost.MayProve(FromSeconds(500), a));
    EXPECT_TRUE(lost.HasRecord(a));
}

TEST(RingViewTest, AnswersLeaveOutWhoAsks)
{
    RingView view(Endpoint::Ipv4(0x0a000001, 7000), 8, 64);
    const Endpoint a = Endpoint::Ipv4(0x0a000002, 7000);
    const Endpoint b = Endpoint::Ipv4(0x0a000003, 7000);
    MaintenanceMessage query;
    query.key = view.self.id;
    EXPECT_TRUE(view.AnswerTo(query, a).responsible);
    EXPECT_TRUE(view.AnswerTo(query, a).peers.empty());
    view.Meet(*view.Node(a), {*view.Node(b)}, {*view.Node(b)});
    view.Meet(*view.Node(b), {*view.Node(a)}, {*view.Node(a)});
    EXPECT_EQ(view.successors.All().size(), 2u);
    // whoever returns asks for its own id: for all others, this peer or the other one is there
    for (const Endpoint& asker : {a, b})
    {
        query.key = IdOf(asker);
        const MaintenanceMessage answer = view.AnswerTo(query, asker);
        const Endpoint& other = asker == a ? b : a;
        const bool first = IsBetween(view.self.id, IdOf(asker), IdOf(other));
        EXPECT_EQ(answer.responsible, first);
        if (!first)
        {
            EXPECT_EQ(answer.peers, std::vector<Endpoint>({other}));
        }
    }
}

TEST(RingViewTest, BelievesOnlyInPeersThatThereCanBe)
{
    const RingView view(Endpoint::Ipv4(0x0a000001, 7000), 8, 64);
    EXPECT_TRUE(view.Node(Endpoint::Ipv4(0x0a000001, 7001)));
    EXPECT_FALSE(view.Node(view.self.endpoint));
    EXPECT_FALSE(view.Node(Endpoint::Ipv4(0x0a000002, 0)));
    EXPECT_FALSE(view.Node(Endpoint::Ipv4(0, 7000)));
    EXPECT_FALSE(view.Node(Endpoint::Ipv4(0xe0000001, 7000)));
    EXPECT_FALSE(view.Node(Endpoint::Ipv4(0xffffffff, 7000)));
    Endpoint ipv6;
    ipv6.ipv6 = true;
    ipv6.port = 7000;
    ipv6.address[15] = 1;
    EXPECT_FALSE(view.Node(ipv6));
    const RingView other(ipv6, 8, 64);
    ipv6.address[15] = 2;
    EXPECT_TRUE(other.Node(ipv6));
    ipv6.address[0] = 0xff;
    EXPECT_FALSE(other.Node(ipv6));
    std::vector<Endpoint> many;
    for (std::uint32_t i = 0; i < 40; ++i)
    {
        many.push_back(Endpoint::Ipv4(0x0b000000 + i / 2, 7000));
    }
    EXPECT_EQ(view.Nodes(many).size(), kMaximumPeersInMessage);
}

} // namespace
} // namespace dht
