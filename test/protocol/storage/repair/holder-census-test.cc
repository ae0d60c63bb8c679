/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-holder-census.h"
#include "dht-ready-ring.h"

#include <gtest/gtest.h>

/// What is known of who holds what.

namespace dht
{
namespace
{

TEST(HolderCensusTest, WhatAHolderClaimsTakesNoMoreRoomThanItMay)
{
    const Endpoint liar = ReadyRing::EndpointOf(1);
    const KeyRange arc{Key(0), Key(1000000)};
    HolderCensus census;
    census.SetHolders({liar}, arc);
    for (std::uint64_t round = 0; round < 50; ++round)
    {
        EXPECT_EQ(census.TakeNext(), liar);
        KeyDifference claim;
        claim.hasAnswered = true;
        for (std::uint64_t i = 0; i < 30; ++i)
        {
            claim.more.push_back(Key(30 * round + i));
        }
        claim.rest = {{Key(30 * round + 30), Key(1000000)}};
        census.OnCompared(liar, claim, 100);
        EXPECT_LE(census.Lacking().size(), 200u) << "those of the last time, and of this time";
        // the hundredth comes in the fourth round
        EXPECT_EQ(census.RangesFor(liar).front().from,
                  round % 4 == 3 ? arc.from : Key(30 * round + 30));
    }
    KeyDifference claim;
    claim.hasAnswered = true;
    claim.more = {Key(7)};
    claim.rest = {{Key(8), Key(9)}};
    for (int i = 0; i < 2; ++i)
    {
        census.OnCompared(liar, claim, 0);
        EXPECT_EQ(census.RangesFor(liar).front().to, arc.to) << "not resumed";
    }
    EXPECT_TRUE(census.Lacking().empty()) << "nothing is taken from who is not trusted";
}

TEST(HolderCensusTest, WhatWasNotComparedIsNotTakenToLack)
{
    const Endpoint peer = ReadyRing::EndpointOf(1);
    const KeyRange arc{Key(0), Key(1000)};
    HolderCensus census;
    census.SetHolders({peer}, arc);
    KeyDifference busy;
    busy.hasAnswered = true;
    busy.rest = {arc};
    census.OnCompared(peer, busy, 100);
    EXPECT_TRUE(census.Holds(peer, Key(5), false));
    census.OnHere(Key(5));
    EXPECT_TRUE(census.Lacking().empty());
    census.SetHolders({peer}, {Key(2), Key(1000)});
    EXPECT_TRUE(census.Holds(peer, Key(5), false)) << "nor by another arc";
    census.SetHolders({peer}, arc);
    KeyDifference half = busy;
    half.rest = {{Key(500), Key(1000)}};
    half.missing = {Key(6)};
    census.OnCompared(peer, half, 100);
    EXPECT_FALSE(census.Holds(peer, Key(7), false)) << "compared, and not there";
    EXPECT_FALSE(census.Holds(peer, Key(6), true));
    EXPECT_TRUE(census.Holds(peer, Key(7), true));
    EXPECT_TRUE(census.Holds(peer, Key(700), false)) << "not compared yet";
    KeyDifference rest;
    rest.hasAnswered = true;
    census.OnCompared(peer, rest, 100);
    EXPECT_FALSE(census.Holds(peer, Key(700), false));
}

} // namespace
} // namespace dht
