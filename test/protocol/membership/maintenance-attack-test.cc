/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-world.h"
#include "token-keeper.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

/// Datagrams of somebody who means no good, and what becomes of a ring that gets them.

namespace dht
{
namespace
{

using test::DatagramWorld;

/// A ring of peers, each of a network of its own.
class MaintenanceAttackTest : public testing::Test
{
  protected:
    MaintenanceAttackTest()
    {
        for (std::uint32_t i = 0; i < 16; ++i)
        {
            honest.push_back(Endpoint::Ipv4(0x08080800 + 256 * i, 7000));
            world.Add(honest[i], i == 0 ? std::vector<Endpoint>() : std::vector{honest[0]});
        }
        world.Run(20);
    }

    /// @param id A place. @return The honest peer before it.
    const Endpoint& Before(const Key& id) const
    {
        return *std::min_element(honest.begin(), honest.end(), [&](const auto& a, const auto& b) {
            return Distance(IdOf(a), id) < Distance(IdOf(b), id);
        });
    }

    /// @param newcomer Who joins. @return How long it takes until the peer before it knows it; at
    /// most half a minute.
    double SecondsToBeAdopted(const Endpoint& newcomer)
    {
        const Endpoint& before = Before(IdOf(newcomer));
        const Time from = world.Now();
        world.Add(newcomer, {honest[0]});
        while (!(world.At(before).maintenance.Successors().front() == newcomer) &&
               world.Now() < from + FromSeconds(30))
        {
            world.Run(0.01);
        }
        return ToSeconds(world.Now() - from);
    }

    /// @param key A place. @param base Addresses begin here. @return Endpoints of one address each
    /// that follow the place before any honest peer, the nearest ones of many first.
    std::vector<Endpoint> Following(const Key& key, std::uint32_t base) const
    {
        std::vector<Endpoint> found;
        for (std::uint32_t i = 0; i < 10000; ++i)
        {
            found.push_back(Endpoint::Ipv4(base + i, 7000));
        }
        std::sort(found.begin(), found.end(), [&](const Endpoint& a, const Endpoint& b) {
            return Distance(key, IdOf(a)) < Distance(key, IdOf(b));
        });
        found.resize(64);
        return found;
    }

    DatagramWorld world;          ///< Everything.
    std::vector<Endpoint> honest; ///< Peers of the ring.
};

TEST_F(MaintenanceAttackTest, ForgedNotifiesKeepNobodyOut)
{
    const Endpoint newcomer = Endpoint::Ipv4(0x09090909, 7000);
    const Endpoint victim = Before(IdOf(newcomer));
    const auto silent = Following(IdOf(victim), 0x0c000000);
    std::size_t next = 0;
    world.Repeat(FromSeconds(0.1), [&] {
        MaintenanceMessage notify;
        notify.kind = MaintenanceKind::kNotify;
        SetToken(notify.extensions, 5);
        world.Send(silent[next++ % silent.size()], victim, notify);
    });
    world.Run(5);
    EXPECT_LT(SecondsToBeAdopted(newcomer), 1);
    EXPECT_TRUE(world.toStrangers.empty()) << "nobody is asked in whose name others speak";
}

TEST_F(MaintenanceAttackTest, ManyPortsThatShowThemselvesAndFallSilentKeepNobodyOut)
{
    const Endpoint newcomer = Endpoint::Ipv4(0x09090909, 7000);
    const Endpoint victim = Before(IdOf(newcomer));
    // of one host; where it is not routed, any port may be a place
    std::vector<Endpoint> silent;
    for (std::uint16_t port = 1; silent.size() < 64; ++port)
    {
        silent.push_back(Endpoint::Ipv4(0x0a000001, port));
    }
    test::TokenKeeper tokens;
    for (const Endpoint& endpoint : silent)
    {
        world.strangers[NameOf(endpoint)] = [&tokens, endpoint](const Endpoint&,
                                                                const MaintenanceMessage& message) {
            tokens.Hear(endpoint, message);
        };
    }
    std::size_t next = 0;
    world.Repeat(FromSeconds(0.1), [&] {
        const Endpoint& from = silent[next++ % silent.size()];
        MaintenanceMessage message;
        message.kind = MaintenanceKind::kQuery;
        message.key = IdOf(victim);
        world.Send(from, victim, tokens.Sign(from, message));
    });
    world.Run(20);
    EXPECT_LT(SecondsToBeAdopted(newcomer), 3);
}

TEST_F(MaintenanceAttackTest, OneHostDoesNotSurroundAPeer)
{
    const Endpoint victim = honest[3];
    for (std::uint16_t port = 7000; port < 7035; ++port)
    {
        world.Add(Endpoint::Ipv4(0x0c000001, port), {victim});
        world.Run(1);
    }
    world.Run(30);
    std::set<Key> places;
    std::size_t refused = 0;
    for (std::uint16_t port = 7000; port < 7035; ++port)
    {
        const auto& node = world.At(Endpoint::Ipv4(0x0c000001, port));
        places.insert(node.maintenance.Id());
        refused += node.failure == JoinFailure::kPlaceTaken;
    }
    EXPECT_EQ(places.size(), 8u);
    EXPECT_EQ(refused, 35 - places.size());
    // 8 of 24 peers are its own, at places that it cannot choose
    const auto next = world.At(victim).maintenance.Successors();
    EXPECT_GE(std::count_if(next.begin(),
                            next.end(),
                            [](const Endpoint& peer) { return peer.Ipv4Address() >> 24 == 8; }),
              3);
}

/// The same ring, and a liar that names strangers: on hosts of their own, or all on one host.
class HearsayTest : public MaintenanceAttackTest, public testing::WithParamInterface<bool>
{
};

TEST_P(HearsayTest, CostsStrangersNoMoreThanTheLiar)
{
    // it keeps its place, and names strangers wherever the protocol lets it
    const Endpoint liar = Endpoint::Ipv4(0x09090909, 7000);
    test::TokenKeeper tokens;
    DatagramWorld::Traffic said;
    std::uint32_t next = 0;
    const auto send = [&](const Endpoint& to, MaintenanceMessage message) {
        message = tokens.Sign(to, message);
        said.Add(message);
        world.Send(liar, to, message);
    };
    std::map<std::string, std::uint64_t> given;
    world.strangers[NameOf(liar)] = [&](const Endpoint& from, const MaintenanceMessage& message) {
        if (TokenIn(message.extensions) != 0 && message.kind == MaintenanceKind::kNeighbours)
        {
            given[NameOf(from)] = TokenIn(message.extensions);
        }
        if (message.kind == MaintenanceKind::kQuery)
        {
            MaintenanceMessage answer;
            answer.kind = MaintenanceKind::kNeighbours;
            answer.id = message.id;
            answer.attempt = message.attempt;
            answer.responsible = message.key == IdOf(liar);
            const auto invent = [&] {
                const std::uint32_t n = next++;
                return GetParam() ? Endpoint::Ipv4(0x0c000001, 1024 + n % 60000)
                                  : Endpoint::Ipv4(0x0c000000 + n, 7000);
            };
            if (answer.responsible)
            {
                answer.predecessor = invent();
            }
            std::generate_n(std::back_inserter(answer.peers), 16, invent);
            send(from, answer);
        }
    };
    world.Repeat(FromSeconds(0.5), [&] {
        for (const Endpoint& peer : honest)
        {
            MaintenanceMessage query;
            query.kind = MaintenanceKind::kQuery;
            query.key = IdOf(peer);
            SetToken(query.extensions, given[NameOf(peer)]);
            send(peer, query);
        }
    });
    world.Run(60);
    world.toStrangers.erase(NameOf(liar));
    DatagramWorld::Traffic all;
    for (const auto& [name, traffic] : world.toStrangers)
    {
        all.datagrams += traffic.datagrams;
        all.bytes += traffic.bytes;
        EXPECT_LE(traffic.datagrams, 2u) << name;
    }
    RecordProperty("BytesOfTheLiar", std::to_string(said.bytes));
    RecordProperty("BytesToStrangers", std::to_string(all.bytes));
    EXPECT_GT(all.datagrams, 20u) << "it is listened to";
    EXPECT_LT(all.bytes, 0.15 * said.bytes);
    for (const Endpoint& peer : honest)
    {
        for (const auto& [name, times] : world.At(peer).connects)
        {
            EXPECT_NE(name.substr(0, 3), "12.") << "nobody connects to a stranger";
        }
        for (const Endpoint& named : world.At(peer).maintenance.Successors())
        {
            EXPECT_NE(named.Ipv4Address() >> 24, 12u) << "nor names one to others";
        }
    }
}

TEST(MaintenanceBudgetTest, WhereNobodyAnswersFewQueriesGo)
{
    // a peer that knows nobody but a liar, which names port after port of one host
    DatagramWorld world;
    const Endpoint peer = Endpoint::Ipv4(0x08080808, 7000);
    const Endpoint liar = Endpoint::Ipv4(0x09090909, 7000);
    world.Add(peer, {});
    test::TokenKeeper tokens;
    std::uint16_t port = 1024;
    world.strangers[NameOf(liar)] = [&](const Endpoint& from, const MaintenanceMessage& message) {
        tokens.Hear(liar, message);
        if (message.kind == MaintenanceKind::kQuery)
        {
            MaintenanceMessage answer;
            answer.kind = MaintenanceKind::kNeighbours;
            answer.id = message.id;
            answer.attempt = message.attempt;
            answer.responsible = true;
            std::generate_n(std::back_inserter(answer.peers), 16, [&] {
                return Endpoint::Ipv4(0x0c000001, port++);
            });
            world.Send(liar, from, answer);
        }
    };
    world.Repeat(FromSeconds(0.1), [&] {
        MaintenanceMessage query;
        query.kind = MaintenanceKind::kQuery;
        query.key = IdOf(peer);
        world.Send(liar, peer, tokens.Sign(liar, query));
    });
    world.Run(200);
    world.toStrangers.erase(NameOf(liar));
    std::size_t datagrams = 0;
    for (const auto& [name, traffic] : world.toStrangers)
    {
        datagrams += traffic.datagrams;
    }
    EXPECT_GT(datagrams, 300u) << "the liar is listened to";
    EXPECT_LE(datagrams, 16u + 2 * 200) << "two per second, and some more at once";
    EXPECT_GT(world.At(peer).maintenance.GetCounters().withheld, 0u);
}

INSTANTIATE_TEST_SUITE_P(Strangers, HearsayTest, testing::Bool(), [](const auto& info) {
    return info.param ? "OneHost" : "ManyHosts";
});

} // namespace
} // namespace dht
