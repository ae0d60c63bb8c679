/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-witnesses.h"

#include <gtest/gtest.h>

/// The peers that have answered, by their places.

namespace dht
{
namespace
{

/// @param id Of a peer. @param heard When it answered [s]. @return What it says.
Witness
WitnessAt(std::uint64_t id, double heard)
{
    Witness witness;
    witness.node = {Endpoint::Ipv4(static_cast<std::uint32_t>(0x0a000000 + id), 7000), Key(id)};
    witness.heard = FromSeconds(heard);
    return witness;
}

TEST(WitnessesTest, NeighboursAreFoundAroundTheRing)
{
    Witnesses witnesses;
    EXPECT_EQ(witnesses.After(Key(5)), nullptr);
    EXPECT_EQ(witnesses.UpTo(Key(5)), nullptr);
    for (const std::uint64_t id : {10, 20, 30})
    {
        witnesses.Add(WitnessAt(id, 1));
    }
    ASSERT_NE(witnesses.After(Key(30)), nullptr);
    EXPECT_EQ(witnesses.After(Key(9))->node.id, Key(10));
    EXPECT_EQ(witnesses.After(Key(10))->node.id, Key(20));
    EXPECT_EQ(witnesses.After(Key(30))->node.id, Key(10));
    EXPECT_EQ(witnesses.UpTo(Key(9))->node.id, Key(30));
    EXPECT_EQ(witnesses.UpTo(Key(10))->node.id, Key(10));
    EXPECT_EQ(witnesses.Before(*witnesses.Find(WitnessAt(20, 0).node))->node.id, Key(10));
    EXPECT_EQ(witnesses.Before(*witnesses.Find(WitnessAt(10, 0).node))->node.id, Key(30));
}

TEST(WitnessesTest, WhoWasHeardLongestAgoMakesRoom)
{
    Witnesses witnesses(2);
    witnesses.Add(WitnessAt(10, 1));
    witnesses.Add(WitnessAt(20, 2));
    witnesses.Add(WitnessAt(10, 3));
    witnesses.Add(WitnessAt(30, 4));
    EXPECT_EQ(witnesses.Find(WitnessAt(20, 0).node), nullptr);
    ASSERT_NE(witnesses.Find(WitnessAt(10, 0).node), nullptr);
    EXPECT_EQ(witnesses.Find(WitnessAt(10, 0).node)->heard, FromSeconds(3));
    witnesses.Forget(WitnessAt(10, 0).node.endpoint);
    EXPECT_EQ(witnesses.Find(WitnessAt(10, 0).node), nullptr);
    EXPECT_NE(witnesses.Find(WitnessAt(30, 0).node), nullptr);
}

} // namespace
} // namespace dht
