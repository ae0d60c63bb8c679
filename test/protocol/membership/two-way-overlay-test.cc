/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord.h"
#include "dht-two-way-overlay.h"
#include "memory-ring.h"
#include "overlay-walker.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Rings whose connections go both ways.

namespace dht
{
namespace
{

bool
Knows(const Overlay& overlay, std::size_t peer, std::size_t other)
{
    const auto neighbours = overlay.Neighbours(peer);
    return std::find(neighbours.begin(), neighbours.end(), other) != neighbours.end();
}

TEST(TwoWayOverlayTest, NeighboursKnowEachOther)
{
    for (const std::size_t peers : {1, 2, 5, 17, 18, 64, 100})
    {
        const ChordOverlay chord(test::HashedRing(peers));
        const TwoWayOverlay overlay(chord);
        for (std::size_t peer = 0; peer < peers; ++peer)
        {
            for (const std::size_t other : overlay.Neighbours(peer))
            {
                ASSERT_NE(other, peer);
                ASSERT_TRUE(Knows(overlay, other, peer)) << peers;
            }
            for (const std::size_t finger : chord.Neighbours(peer))
            {
                EXPECT_TRUE(Knows(overlay, peer, finger));
            }
            for (std::size_t i = 1; i <= std::min<std::size_t>(16, peers - 1); ++i)
            {
                EXPECT_TRUE(Knows(overlay, peer, (peer + i) % peers));
            }
        }
    }
}

TEST(TwoWayOverlayTest, WaysLeadToTheResponsiblePeerAndAnswersGoStraightBackToNeighbours)
{
    const TwoWayOverlay overlay(ChordOverlay(test::HashedRing(64)));
    const test::OverlayWalker walker(overlay);
    std::size_t hops = 0;
    for (std::size_t from = 0; from < 64; ++from)
    {
        for (std::size_t to = 0; to < 64; ++to)
        {
            const auto way = walker.Walk(from, overlay.Peers().Id(to));
            EXPECT_EQ(way.empty() ? from : way.back().to, to);
            hops += way.size();
        }
        for (std::size_t i = 1; i <= 16; ++i)
        {
            EXPECT_EQ(walker.Walk(from, overlay.Peers().Id((from + i) % 64)).size(), 1u);
            EXPECT_EQ(walker.Walk((from + i) % 64, overlay.Peers().Id(from)).size(), 1u);
        }
    }
    EXPECT_LT(static_cast<double>(hops) / (64 * 64), 2) << "chord needs 3";
}

TEST(TwoWayOverlayTest, AnswersHaveNoOtherWayThanTheStraightOne)
{
    const TwoWayOverlay overlay(ChordOverlay(Ring::Even(64)));
    const auto table = overlay.MakeTable(0);
    for (std::size_t to = 1; to < 64; ++to)
    {
        const Key& key = overlay.Peers().Id(to);
        EXPECT_FALSE(table->OtherHop(key, table->NextHop(key).value())) << to;
    }
}

} // namespace
} // namespace dht
