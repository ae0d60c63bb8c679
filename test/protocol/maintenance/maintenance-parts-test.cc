/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-finger-list.h"
#include "dht-link-table.h"
#include "dht-lost-peers.h"
#include "dht-queries.h"
#include "dht-ring-view.h"
#include "dht-search.h"
#include "dht-successor-list.h"
#include "memory-ring.h"

#include <algorithm>
#include <arpa/inet.h>
#include <gtest/gtest.h>

/// What maintenance is made of, part by part.

namespace dht
{
namespace
{

/// @param place A place on a ring of a thousand. @return A peer there.
RingNode
At(std::uint32_t place)
{
    return {Endpoint::Ipv4(0x0a000000 + place, 7000), EvenKey(place, 1000)};
}

RingNodes
AllAt(const std::vector<std::uint32_t>& places)
{
    RingNodes nodes;
    std::transform(places.begin(), places.end(), std::back_inserter(nodes), At);
    return nodes;
}

RingNodes
RandomNodes(test::MersenneRandom& random, std::size_t count)
{
    RingNodes nodes;
    for (std::size_t i = 0; i < count; ++i)
    {
        nodes.push_back(At(static_cast<std::uint32_t>(DrawBelow(random, 1000))));
    }
    return nodes;
}

TEST(RingNodeTest, BetweenIsStrictAndGoesAroundTheRing)
{
    EXPECT_TRUE(IsBetween(10, 11, 12));
    EXPECT_FALSE(IsBetween(10, 10, 12));
    EXPECT_FALSE(IsBetween(10, 12, 12));
    EXPECT_TRUE(IsBetween(12, 5, 10));
    EXPECT_FALSE(IsBetween(12, 11, 10));
    EXPECT_TRUE(IsBetween(12, 11, 12)); // the whole ring but its beginning
    EXPECT_FALSE(IsBetween(12, 12, 12));
}

TEST(EndpointNameTest, NamesAreThoseOfReadyMadeRings)
{
    const Endpoint ipv4 = Endpoint::Ipv4(0x0a000001, 7000);
    EXPECT_EQ(NameOf(ipv4), "10.0.0.1:7000");
    EXPECT_EQ(IdOf(ipv4), Ring::Hashed({"10.0.0.1:7000"}).Id(0));
    Endpoint ipv6;
    ipv6.ipv6 = true;
    ipv6.port = 7001;
    ipv6.address = {0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    EXPECT_EQ(NameOf(ipv6), "[2001:db8::1]:7001");
}

/// The rules of RFC 5952, section 4, and the C library, which knows them too. (For mapped IPv4
/// addresses its section 5 leaves the choice; one place on the ring can have one name only.)
TEST(EndpointNameTest, Ipv6NamesAreThoseOfRfc5952)
{
    const std::vector<std::pair<std::vector<unsigned>, std::string>> names{
        {{0, 0, 0, 0, 0, 0, 0, 0}, "::"},
        {{0, 0, 0, 0, 0, 0, 0, 1}, "::1"},
        {{0xfe80, 0, 0, 0, 0, 0, 0, 0}, "fe80::"},
        {{0x2001, 0xdb8, 0, 1, 1, 1, 1, 1}, "2001:db8:0:1:1:1:1:1"},
        {{0x2001, 0xdb8, 0, 0, 1, 0, 0, 1}, "2001:db8::1:0:0:1"},
        {{0x2001, 0, 0, 1, 0, 0, 0, 0xABC}, "2001:0:0:1::abc"},
        {{0, 0, 0, 0, 0, 0xffff, 0xc000, 0x0280}, "::ffff:c000:280"},
    };
    for (const auto& [groups, name] : names)
    {
        Endpoint endpoint;
        endpoint.ipv6 = true;
        endpoint.port = 80;
        for (std::size_t i = 0; i < groups.size(); ++i)
        {
            endpoint.address[2 * i] = static_cast<std::uint8_t>(groups[i] >> 8);
            endpoint.address[2 * i + 1] = static_cast<std::uint8_t>(groups[i]);
        }
        EXPECT_EQ(NameOf(endpoint), "[" + name + "]:80");
    }
    test::MersenneRandom random(9);
    for (int i = 0; i < 2000; ++i)
    {
        Endpoint endpoint;
        endpoint.ipv6 = true;
        endpoint.address[0] = 0x20;
        for (std::size_t byte = 1; byte < 16; ++byte)
        {
            endpoint.address[byte] =
                static_cast<std::uint8_t>(DrawBelow(random, 3) == 0 ? DrawBelow(random, 256) : 0);
        }
        char text[INET6_ADDRSTRLEN] = {};
        inet_ntop(AF_INET6, endpoint.address.data(), text, sizeof(text));
        ASSERT_EQ(NameOf(endpoint), "[" + std::string(text) + "]:0");
    }
}

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

TEST(LinkTableTest, RoutesAsAFingerTableDoes)
{
    test::MersenneRandom random(4);
    for (int run = 0; run < 50; ++run)
    {
        LinkTable links(At(0).id, 64);
        for (int change = 0; change < 5; ++change)
        {
            RingNodes wanted = RandomNodes(random, 10);
            wanted.erase(std::remove(wanted.begin(), wanted.end(), At(0)), wanted.end());
            links.Set(wanted);
            for (int i = 0; i < 100; ++i)
            {
                const Key key = DrawKey(random);
                const RingNode* best = nullptr;
                for (const RingNode& node : wanted)
                {
                    best = node.id <= key && (!best || node.id > best->id) ? &node : best;
                }
                const auto hop = links.NextHop(key);
                ASSERT_EQ(hop.has_value(), best != nullptr);
                ASSERT_TRUE(!hop || *links.At(*hop) == *best);
            }
        }
    }
}

TEST(LinkTableTest, NumbersStayAndAreUsedAgainLater)
{
    LinkTable links(At(0).id, 3);
    auto change = links.Set(AllAt({100, 200, 300}));
    EXPECT_EQ(change.made.size(), 3u);
    EXPECT_EQ(*links.At(1), At(200));
    // a number is free only after the call that freed it
    change = links.Set(AllAt({100, 250, 300}));
    ASSERT_EQ(change.removed.size(), 1u);
    EXPECT_EQ(change.removed[0].first, 1u);
    EXPECT_EQ(change.removed[0].second, At(200));
    EXPECT_TRUE(change.made.empty());
    EXPECT_EQ(links.InUse(), 2u);
    change = links.Set(AllAt({100, 250, 300}));
    ASSERT_EQ(change.made.size(), 1u);
    EXPECT_EQ(change.made[0].first, 1u);
    EXPECT_EQ(*links.At(1), At(250));
    EXPECT_EQ(links.At(3), nullptr);
}

TEST(LinkTableTest, SuspectsAreRoutedAroundWhereThatIsPossible)
{
    LinkTable links(At(0).id, 8);
    links.Set(AllAt({100, 200}));
    EXPECT_EQ(links.NextHop(At(250).id), 1u);
    EXPECT_EQ(links.SetSuspect(At(200).endpoint, true), 1u);
    EXPECT_EQ(links.SetSuspect(At(200).endpoint, true), std::nullopt);
    EXPECT_EQ(links.NextHop(At(250).id), 0u);
    links.SetSuspect(At(100).endpoint, true);
    // there is no way around: it has to wait for the verdict
    EXPECT_EQ(links.NextHop(At(250).id), 1u);
    EXPECT_EQ(links.NextHop(At(50).id), std::nullopt);
    EXPECT_EQ(links.SetSuspect(At(200).endpoint, false), 1u);
    EXPECT_EQ(links.SetSuspect(At(300).endpoint, true), std::nullopt);
}

TEST(LinkTableTest, NoRequestGoesToAnIdleLinkEvenWhereThereIsNoOther)
{
    LinkTable links(At(0).id, 8);
    links.Set(AllAt({100, 200}), AllAt({100}));
    EXPECT_TRUE(links.IsIdle(0));
    EXPECT_FALSE(links.IsIdle(1));
    EXPECT_EQ(links.NextHop(At(150).id), std::nullopt);
    EXPECT_EQ(links.NextHop(At(250).id), 1u);
    EXPECT_EQ(links.InUse(), 2u);
    EXPECT_TRUE(links.Set(AllAt({100, 200})).isRouted);
    EXPECT_EQ(links.NextHop(At(150).id), 0u);
    EXPECT_FALSE(links.Set(AllAt({100, 200})).isRouted);
}

TEST(SearchTest, AsksTheNearestFirstAndOthersWhenItDoesNotAnswer)
{
    Search search(At(500).id, AllAt({100, 300, 200}));
    EXPECT_EQ(search.TakeNext(true), At(300));
    EXPECT_EQ(search.TakeNext(false), std::nullopt);
    EXPECT_EQ(search.TakeNext(true), At(200));
    // farther ones than the one who names them are left out
    search.OnAnswer(At(200), AllAt({400, 150, 200, 501}));
    EXPECT_EQ(search.TakeNext(false), At(400));
    EXPECT_EQ(search.TakeNext(false), std::nullopt);
    search.OnFailed(At(400).endpoint);
    search.OnFailed(At(300).endpoint);
    EXPECT_EQ(search.TakeNext(false), At(100));
    search.OnFailed(At(100).endpoint);
    EXPECT_FALSE(search.IsAsking());
    EXPECT_EQ(search.TakeNext(true), std::nullopt);
    EXPECT_TRUE(search.IsAnswered());
}

TEST(SearchTest, EndsHoweverLongItIsLedOn)
{
    Search search(0, {At(1)});
    std::uint32_t asked = 0;
    while (const auto node = search.TakeNext(false))
    {
        ++asked;
        ASSERT_LT(asked, 1000u);
        search.OnAnswer(*node, {{Endpoint::Ipv4(asked, 7000), node->id + 1}});
    }
    EXPECT_GT(asked, 50u);
    EXPECT_FALSE(search.IsAsking());
}

TEST(QueriesTest, AnAnswerMustComeFromWhomWasAsked)
{
    Queries queries;
    Query query;
    query.id = 7;
    query.to = At(1);
    query.deadline = FromSeconds(2);
    queries.Add(query);
    EXPECT_EQ(queries.NextDeadline(), FromSeconds(2));
    EXPECT_FALSE(queries.TakeAnswered(8, At(1).endpoint));
    EXPECT_FALSE(queries.TakeAnswered(7, At(2).endpoint));
    EXPECT_FALSE(queries.TakeExpired(FromSeconds(1.9)));
    queries.Hear(At(1).endpoint);
    const auto answered = queries.TakeAnswered(7, At(1).endpoint);
    ASSERT_TRUE(answered);
    EXPECT_TRUE(answered->heard);
    EXPECT_FALSE(queries.TakeAnswered(7, At(1).endpoint));
    EXPECT_EQ(queries.NextDeadline(), kNever);
}

TEST(QueriesTest, NetworksTakeTurnsWhereAddressesAreRouted)
{
    for (const bool isRouted : {true, false})
    {
        const std::uint32_t network = isRouted ? 0x08080800 : 0x0a000000;
        Queries queries;
        for (std::uint32_t host = 1; host <= 4; ++host)
        {
            Query query;
            query.id = host;
            query.to.endpoint = Endpoint::Ipv4(network + host, 7000);
            query.purpose = QueryPurpose::kCandidate;
            query.asked = FromSeconds(host);
            queries.Add(query);
        }
        const auto makeRoom = [&](std::uint32_t host) {
            return queries.MakeRoom(QueryPurpose::kCandidate, Endpoint::Ipv4(host, 7000));
        };
        EXPECT_FALSE(makeRoom(network + 5));
        EXPECT_EQ(makeRoom(isRouted ? 0x09090909 : 0x0a010101), isRouted);
        EXPECT_EQ(queries.IsAsking(Endpoint::Ipv4(network + 1, 7000)), !isRouted); // the oldest
        EXPECT_TRUE(queries.IsAsking(Endpoint::Ipv4(network + 2, 7000)));
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
