/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-world.h"
#include "token-keeper.h"

#include <gtest/gtest.h>

/// Many more queries than one needs, and what becomes of others' queries.

namespace dht
{
namespace
{

using test::DatagramWorld;

/// Queries per second from one host, which shows where it is or does not.
constexpr double kQueryFlood = 29000;

/// A ring of peers, each of a network of its own, and somebody who asks one of them too much.
class QueryFloodTest : public testing::TestWithParam<bool>
{
  protected:
    QueryFloodTest()
    {
        for (std::uint32_t i = 0; i < 16; ++i)
        {
            peers.push_back(Endpoint::Ipv4(0x08080800 + 256 * i, 7000));
            world.Add(peers[i], i == 0 ? std::vector<Endpoint>() : std::vector{peers[0]});
        }
        world.Run(20);
        world.strangers[NameOf(flooder)] = [this](const Endpoint& /* from */,
                                                  const MaintenanceMessage& message) {
            tokens.Hear(flooder, message);
        };
    }

    /// Ask the first peer, from now on.
    void Flood()
    {
        world.Repeat(FromSeconds(1 / kQueryFlood), [this] {
            MaintenanceMessage query;
            query.kind = MaintenanceKind::kQuery;
            query.id = ++asked;
            query.key = Key(asked);
            world.Send(flooder, peers[0], GetParam() ? tokens.Sign(flooder, query) : query);
        });
    }

    const Endpoint flooder = Endpoint::Ipv4(0x0c000001, 9); ///< Who asks.
    DatagramWorld world;                                    ///< Everything.
    std::vector<Endpoint> peers;                            ///< Those of the ring.
    test::TokenKeeper tokens;                               ///< What the flooder was given.
    std::uint64_t asked{0};                                 ///< How often it has asked.
};

TEST_P(QueryFloodTest, WhoAsksTooMuchIsAnsweredNowAndThen)
{
    Flood();
    world.Run(5);
    const std::size_t answers = world.toStrangers[NameOf(flooder)].datagrams;
    RecordProperty("Answers", std::to_string(answers));
    EXPECT_GE(asked, 5 * kQueryFlood - 1);
    EXPECT_LE(answers, 2 * (5 + 1) * 200u) << "a second, and at once, with a token and without";
    EXPECT_GE(answers, 5 * 200u);
}

TEST_P(QueryFloodTest, WhoJoinsThroughTheFloodedPeerFindsItsPlace)
{
    Flood();
    world.Run(2);
    std::size_t joined = 0;
    for (std::uint32_t i = 0; i < 8; ++i)
    {
        const Endpoint newcomer = Endpoint::Ipv4(0x09090900 + 256 * i, 7000);
        world.Add(newcomer, {peers[0]});
        world.Run(1 + 0.00137 * i); // no multiple of anything
        joined += world.At(newcomer).maintenance.IsJoined();
    }
    EXPECT_EQ(joined, 8u) << "within a second";
}

TEST_P(QueryFloodTest, ThoseOfTheRingAnswerEachOther)
{
    Flood();
    world.Run(10); // who answers nothing for 7 s is given up
    for (const Endpoint& peer : peers)
    {
        EXPECT_EQ(world.At(peer).maintenance.GetCounters().failures, 0u) << NameOf(peer);
    }
}

INSTANTIATE_TEST_SUITE_P(Flooder, QueryFloodTest, testing::Bool(), [](const auto& info) {
    return info.param ? "ShowsWhereItIs" : "MayBeAnywhere";
});

} // namespace
} // namespace dht
