/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-finger-list.h"
#include "dht-lost-peers.h"
#include "dht-mersenne-random.h"
#include "dht-ring-view.h"
#include "dht-successor-list.h"
#include "ring-places.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

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

/// Tries of those that are lost, who never answer.
struct LostTries
{
    std::map<std::uint32_t, int> byAddress{}; ///< How many, of each.
    Time longest{0};                          ///< Between two of one of them.
};

/// @param lost Who is lost. @param known How many others there are. @param until For how long.
/// @param random For the waits. @return What happens.
LostTries
TryLost(LostPeers& lost, std::size_t known, Time until, Random& random)
{
    LostTries tries;
    std::map<std::uint32_t, Time> last;
    for (Time now{0}; now < until; now += FromSeconds(0.5))
    {
        if (const auto node = lost.TakeDue(now, known, random))
        {
            const std::uint32_t address = node->endpoint.Ipv4Address();
            tries.longest = std::max(tries.longest, now - last[address]);
            ++tries.byAddress[address];
            last[address] = now;
        }
    }
    return tries;
}

TEST(LostPeersTest, EachIsTriedLessOftenAndNoneIsForgotten)
{
    LostPeers lost;
    MersenneRandom random(1, 1);
    for (std::uint32_t place = 0; place < 3; ++place)
    {
        lost.Add(Time(0), At(place), Time(0), random);
    }
    EXPECT_LE(lost.NextDue(), FromSeconds(15));
    const LostTries day = TryLost(lost, 20, FromSeconds(86400), random);
    EXPECT_LE(day.longest, FromSeconds(181));
    ASSERT_EQ(day.byAddress.size(), 3u);
    for (const auto& [address, tries] : day.byAddress)
    {
        EXPECT_NEAR(tries, 720, 72) << address;
    }
    EXPECT_TRUE(lost.Remove(At(1).endpoint));
    EXPECT_FALSE(lost.Remove(At(1).endpoint));
    EXPECT_EQ(TryLost(lost, 20, FromSeconds(86400 + 300), random).byAddress.size(), 2u);
}

TEST(LostPeersTest, WhoKnowsNoMoreThanItHasLostTriesOneEveryTenSeconds)
{
    for (const std::uint32_t count : {2, 5, 20, 64})
    {
        LostPeers lost;
        MersenneRandom random(count, 1);
        for (std::uint32_t place = 0; place < count; ++place)
        {
            lost.Add(Time(0), At(place), Time(0), random);
        }
        const LostTries hours = TryLost(lost, count, FromSeconds(20000), random);
        EXPECT_EQ(hours.byAddress.size(), count);
        int sum = 0;
        for (const auto& [address, tries] : hours.byAddress)
        {
            sum += tries;
        }
        EXPECT_NEAR(sum, 2000, 400) << count;
    }
}

TEST(LostPeersTest, IfThereIsNoRoomChanceDecidesWhoIsForgotten)
{
    LostPeers lost;
    MersenneRandom random(1, 1);
    for (std::uint32_t place = 0; place < 100; ++place)
    {
        lost.Add(Time(0), At(place), Time(0), random);
    }
    EXPECT_EQ(lost.All().size(), 64u);
    EXPECT_TRUE(lost.Contains(At(99).endpoint));
    int early = 0;
    for (std::uint32_t place = 0; place < 64; ++place)
    {
        early += lost.Contains(At(place).endpoint) ? 1 : 0;
    }
    EXPECT_NEAR(early, 36, 10); // (1 - 1/64)^36 of them
}

TEST(LostPeersTest, WhoIsBannedIsNotTried)
{
    LostPeers lost;
    MersenneRandom random(1, 1);
    lost.Add(Time(0), At(1), FromSeconds(50), random);
    EXPECT_TRUE(lost.IsBanned(FromSeconds(49), At(1).endpoint));
    EXPECT_EQ(lost.TakeDue(FromSeconds(49), 0, random), std::nullopt);
    EXPECT_FALSE(lost.IsBanned(FromSeconds(50), At(1).endpoint));
    EXPECT_EQ(lost.TakeDue(FromSeconds(50), 9, random), At(1));
}

TEST(LostPeersTest, WhereProofIsDemandedABanLastsUntilItIsGiven)
{
    LostPeers lost;
    const Endpoint a = At(1).endpoint;
    EXPECT_EQ(lost.NextBan(FromSeconds(0), a, {}), FromSeconds(30));
    EXPECT_FALSE(lost.IsBanned(FromSeconds(30), a));
    lost.DemandProof();
    EXPECT_EQ(lost.NextBan(FromSeconds(30), a, {}), FromSeconds(150)); // four times as long
    EXPECT_FALSE(lost.MayProve(FromSeconds(149), a));
    EXPECT_TRUE(lost.MayProve(FromSeconds(150), a));
    EXPECT_TRUE(lost.IsBanned(FromSeconds(500), a));
    lost.Pardon(a);
    EXPECT_FALSE(lost.IsBanned(FromSeconds(500), a));
    EXPECT_FALSE(lost.MayProve(FromSeconds(500), a));
    EXPECT_TRUE(lost.HasRecord(a));
}

/// @param lost Who was banned. @param now The present. @param place A peer. @param grounds What
/// there is against it. @return How long it is banned.
double
BanFor(LostPeers& lost, double now, std::uint32_t place, const LostPeers::Grounds& grounds)
{
    lost.Pardon(At(place).endpoint); // it has proved itself meanwhile
    return ToSeconds(lost.NextBan(FromSeconds(now), At(place).endpoint, grounds)) - now;
}

TEST(LostPeersTest, WhoCanProveTheContraryMaySoonUnlessItOffendsAgain)
{
    LostPeers lost;
    lost.DemandProof();
    double now = 0;
    for (const double expected : {2, 8, 32, 128, 512, 600, 600})
    {
        EXPECT_EQ(BanFor(lost, now, 1, {}), expected);
        now += expected + 10;
    }
    // that it takes requests does not refute that it lies
    const LostPeers::Grounds lie{At(7).id, false, 8};
    EXPECT_EQ(BanFor(lost, now, 2, lie), 30);
    EXPECT_EQ(BanFor(lost, now + 40, 2, lie), 120);
    // after long enough, all is forgotten
    EXPECT_EQ(BanFor(lost, now + 600 + 1300, 1, {}), 2);
}

TEST(LostPeersTest, WhoHasNotProvedItselfIsTriedAgainSoonHoweverOften)
{
    LostPeers lost;
    lost.DemandProof();
    EXPECT_EQ(BanFor(lost, 0, 1, {}), 2);
    EXPECT_EQ(BanFor(lost, 10, 1, {}), 8);
    for (int i = 2; i < 20; ++i)
    {
        const Time now = FromSeconds(10 * i);
        EXPECT_EQ(lost.NextBan(now, At(1).endpoint, {}), Later(now, FromSeconds(2)));
    }
    EXPECT_EQ(BanFor(lost, 200, 1, {}), 32); // it has, and was of no use again
}

TEST(LostPeersTest, WhoIsBannedIsTriedAsSoonAsThatIsOverAndAgainIfItHasToWait)
{
    LostPeers lost;
    MersenneRandom random(1, 1);
    lost.Add(Time(0), At(1), FromSeconds(2), random);
    EXPECT_EQ(lost.TakeDue(FromSeconds(1.9), 9, random), std::nullopt);
    EXPECT_EQ(lost.TakeDue(FromSeconds(2), 9, random), At(1));
    EXPECT_GT(lost.NextDue(), FromSeconds(10));
    lost.Defer(FromSeconds(3), At(1).endpoint);
    EXPECT_EQ(lost.TakeDue(FromSeconds(4.9), 9, random), std::nullopt);
    EXPECT_EQ(lost.TakeDue(FromSeconds(5), 9, random), At(1));
}

TEST(LostPeersTest, WhoHasLiedIsAskedAgainAndForgivenIfItDoesNoMore)
{
    for (const bool demandsProof : {false, true})
    {
        LostPeers lost;
        MersenneRandom random(1, 1);
        if (demandsProof)
        {
            lost.DemandProof();
        }
        const Key key = At(7).id;
        for (const std::uint32_t place : {1, 2})
        {
            lost.Add(Time(0),
                     At(place),
                     lost.NextBan(Time(0), At(place).endpoint, {std::optional(key), false, 8}),
                     random);
        }
        EXPECT_FALSE(lost.TakeLiar(FromSeconds(4)));
        for (const std::uint32_t place : {1, 2})
        {
            const auto liar = lost.TakeLiar(FromSeconds(5));
            ASSERT_TRUE(liar);
            EXPECT_EQ(liar->node, At(place));
            EXPECT_EQ(liar->key, key);
        }
        EXPECT_FALSE(lost.TakeLiar(FromSeconds(9)));
        EXPECT_TRUE(lost.TakeLiar(FromSeconds(10)));
        lost.Forgive(FromSeconds(11), At(1).endpoint);
        EXPECT_EQ(lost.IsBanned(FromSeconds(11), At(1).endpoint), demandsProof);
        EXPECT_EQ(lost.MayProve(FromSeconds(11), At(1).endpoint), demandsProof);
        EXPECT_TRUE(lost.IsBanned(FromSeconds(29), At(2).endpoint));
        EXPECT_FALSE(lost.MayProve(FromSeconds(29), At(2).endpoint));
        // who was forgiven, or is tried anyway, need not be asked
        EXPECT_EQ(lost.TakeLiar(FromSeconds(20))->node, At(2));
        EXPECT_FALSE(lost.TakeLiar(FromSeconds(20)));
        EXPECT_FALSE(lost.TakeLiar(FromSeconds(31)));
    }
}

TEST(LostPeersTest, LossesAreNoReasonToBanAnybodyForLong)
{
    LostPeers lost;
    lost.DemandProof();
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(BanFor(lost, 20 * i, 1, {{}, true, 8}), 2);
        EXPECT_EQ(BanFor(lost, 20 * i, 2, {At(7).id, true, 8}), 2);
    }
    // nor do they count against it later, or make what it did before less bad
    EXPECT_EQ(BanFor(lost, 200, 1, {{}, false, 8}), 2);
    EXPECT_EQ(BanFor(lost, 220, 1, {{}, true, 8}), 2);
    EXPECT_EQ(BanFor(lost, 240, 1, {{}, false, 8}), 8);
}

TEST(LostPeersTest, WhereManyAreBannedAtOnceNobodyIsForLong)
{
    LostPeers lost;
    lost.DemandProof();
    // of eleven others, three are banned again and again
    for (int i = 0; i < 2; ++i)
    {
        for (const std::uint32_t place : {1, 2, 3})
        {
            EXPECT_EQ(BanFor(lost, 20 * i, place, {{}, false, 8}), i > 0 ? 8 : 2) << place;
        }
    }
    // with two more it is half as many as are left
    EXPECT_EQ(BanFor(lost, 40, 4, {{}, false, 7}), 2);
    for (int i = 3; i < 6; ++i)
    {
        for (const std::uint32_t place : {1, 2, 3, 4, 5})
        {
            EXPECT_EQ(BanFor(lost, 20 * i, place, {{}, false, 6}), 2) << place;
        }
    }
    // a minute after the others' last bans, it is to blame again
    EXPECT_EQ(BanFor(lost, 161, 1, {{}, false, 6}), 2);
    EXPECT_EQ(BanFor(lost, 170, 1, {{}, false, 6}), 32);
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
