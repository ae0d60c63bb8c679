/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord.h"
#include "dht-even-table.h"
#include "memory-ring.h"
#include "message-level-overlay.h"

#include <gtest/gtest.h>

/// Chord among evenly spaced peers: what is computed is what a table would say.

namespace dht
{
namespace
{

class EvenTableTest : public testing::TestWithParam<LinkIndex>
{
};

TEST_P(EvenTableTest, DecidesAsAFingerTableDoes)
{
    const EvenChord computed(GetParam());
    const std::uint32_t peers = computed.Size();
    const ChordOverlay chord(Ring::Even(peers));
    test::MersenneRandom random(1);
    for (std::uint32_t peer = 0; peer < peers; peer += 1 + peers / 64)
    {
        const auto table = chord.MakeTable(peer);
        const auto even = computed.MakeTable(peer);
        ASSERT_EQ(even->LinkCount(), table->LinkCount());
        for (int i = 0; i < 200; ++i)
        {
            const Key key = DrawKey(random);
            ASSERT_EQ(even->NextHop(key), table->NextHop(key)) << peer << " " << KeyToHex(key);
        }
        // the edges of what some peer is responsible for
        for (std::uint32_t other = 0; other < peers; other += 1 + peers / 64)
        {
            const Key id = EvenKey(other, peers);
            ASSERT_EQ(even->NextHop(id), table->NextHop(id)) << peer << " " << other;
            ASSERT_EQ(even->NextHop(id - 1), table->NextHop(id - 1)) << peer << " " << other;
        }
    }
}

TEST_P(EvenTableTest, FindsTheOtherHopsOfAFingerTable)
{
    const EvenChord computed(GetParam());
    const ChordOverlay chord(Ring::Even(computed.Size()));
    test::MersenneRandom random(2);
    const auto table = chord.MakeTable(1);
    const auto even = computed.MakeTable(1);
    for (int i = 0; i < 200; ++i)
    {
        const Key key = DrawKey(random);
        for (auto hop = table->NextHop(key); hop; hop = table->OtherHop(key, *hop))
        {
            ASSERT_EQ(even->OtherHop(key, *hop), table->OtherHop(key, *hop)) << KeyToHex(key);
        }
    }
}

TEST_P(EvenTableTest, HasTheNeighboursOfAChordRing)
{
    const EvenChord computed(GetParam());
    const StoredOverlay stored(std::make_unique<ChordOverlay>(Ring::Even(computed.Size())));
    ASSERT_EQ(computed.Size(), stored.Size());
    for (std::uint32_t peer = 0; peer < computed.Size(); ++peer)
    {
        for (LinkIndex link = 0; link < GetParam(); ++link)
        {
            ASSERT_EQ(computed.Neighbour(peer, link), stored.Neighbour(peer, link));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Rings, EvenTableTest, testing::Values(1, 2, 3, 7, 10));

TEST(EvenTableTest, TwoThousandMillionPeersFit)
{
    const LinkIndex links = EvenTable::kMostLinks;
    const std::uint32_t last = (std::uint32_t{1} << links) - 1;
    const EvenTable table(last, links);
    EXPECT_EQ(table.NextHop(Key(0)), LinkIndex{0});
    EXPECT_FALSE(table.NextHop(Key(0) - 1));
    EXPECT_EQ(EvenTable::Neighbour(last, links - 1, links), last / 2);
}

} // namespace
} // namespace dht
