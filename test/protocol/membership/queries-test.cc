/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-queries.h"
#include "ring-places.h"

#include <gtest/gtest.h>

/// Queries that are not answered yet.

namespace dht
{
namespace
{

using test::At;

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

} // namespace
} // namespace dht
