/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay-registry.h"
#include "memory-ring.h"
#include "overlay-walker.h"

#include <algorithm>
#include <gtest/gtest.h>

/// What every overlay has to be, whatever its kind.

namespace dht
{
namespace
{

using test::MersenneRandom;
using test::OverlayCase;
using test::OverlayWalker;

/// Random keys, all peers' ids, and the keys beside those.
std::vector<Key>
InterestingKeys(const Ring& ring)
{
    std::vector<Key> keys{Key(0), Key(1), Key(0) - Key(1), Key(1) << 159};
    for (std::size_t peer = 0; peer < ring.Size(); ++peer)
    {
        keys.insert(keys.end(), {ring.Id(peer), ring.Id(peer) - Key(1), ring.Id(peer) + Key(1)});
    }
    MersenneRandom random(7);
    std::generate_n(std::back_inserter(keys), 100, [&] { return DrawKey(random); });
    return keys;
}

/// @return Every peer's neighbours.
std::vector<std::vector<std::size_t>>
NeighboursOf(const Overlay& overlay)
{
    std::vector<std::vector<std::size_t>> neighbours;
    for (std::size_t peer = 0; peer < overlay.Peers().Size(); ++peer)
    {
        neighbours.push_back(overlay.Neighbours(peer));
    }
    return neighbours;
}

class OverlayTest : public testing::TestWithParam<OverlayCase>
{
  protected:
    std::unique_ptr<Overlay> m_overlay{GetParam().Make()}; ///< What is tested.
    OverlayWalker m_walker{*m_overlay};                    ///< Goes through it.
    std::size_t m_peers{GetParam().peers};                 ///< How many peers there are.
};

TEST_P(OverlayTest, EveryRequestEndsAtTheResponsiblePeer)
{
    for (const Key& key : InterestingKeys(m_overlay->Peers()))
    {
        const std::size_t responsible = m_overlay->Responsible(key);
        for (std::size_t source = 0; source < m_peers; ++source)
        {
            ASSERT_EQ(m_walker.End(source, key), responsible) << key << " from " << source;
        }
    }
}

TEST_P(OverlayTest, EachPeerIsResponsibleForItsOwnId)
{
    for (std::size_t peer = 0; peer < m_peers; ++peer)
    {
        EXPECT_EQ(m_overlay->Responsible(m_overlay->Peers().Id(peer)), peer);
    }
}

/// What an analysis of all routes relies on.
TEST_P(OverlayTest, TheKeysOfOnePeerTakeTheSameWays)
{
    for (const Key& key : InterestingKeys(m_overlay->Peers()))
    {
        const Key& id = m_overlay->Peers().Id(m_overlay->Responsible(key));
        for (std::size_t peer = 0; peer < m_peers; ++peer)
        {
            const auto table = m_overlay->MakeTable(peer);
            ASSERT_EQ(table->NextHop(key), table->NextHop(id));
        }
    }
}

TEST_P(OverlayTest, NeighboursAreOtherPeersAndDistinctAndAsManyAsTheTableHasLinks)
{
    for (std::size_t peer = 0; peer < m_peers; ++peer)
    {
        auto neighbours = m_overlay->Neighbours(peer);
        EXPECT_EQ(neighbours.size(), m_overlay->MakeTable(peer)->LinkCount());
        EXPECT_EQ(neighbours.empty(), m_peers == 1);
        EXPECT_EQ(std::count(neighbours.begin(), neighbours.end(), peer), 0);
        std::sort(neighbours.begin(), neighbours.end());
        EXPECT_EQ(std::adjacent_find(neighbours.begin(), neighbours.end()), neighbours.end());
        EXPECT_TRUE(neighbours.empty() || neighbours.back() < m_peers);
    }
}

TEST_P(OverlayTest, OnlyChordKnowsOtherHopsThanTheNext)
{
    const auto overlay = GetParam().Make();
    const auto table = overlay->MakeTable(0);
    std::size_t others = 0;
    for (std::size_t peer = 0; peer < overlay->Peers().Size(); ++peer)
    {
        const Key& key = overlay->Peers().Id(peer);
        const auto next = table->NextHop(key);
        others += next && table->OtherHop(key, *next) ? 1 : 0;
    }
    const bool mayChoose =
        GetParam().kind == "chord" && overlay->Peers().Size() >= (GetParam().even ? 128 : 3);
    EXPECT_EQ(others > 0, mayChoose);
}

TEST_P(OverlayTest, TheSameRandomNumbersMakeTheSameOverlay)
{
    EXPECT_EQ(NeighboursOf(*GetParam().Make()), NeighboursOf(*m_overlay));
    OverlayCase other = GetParam();
    other.seed = 2;
    const bool hasChoice = other.kind != "chord" && other.peers > 4;
    EXPECT_EQ(NeighboursOf(*other.Make()) != NeighboursOf(*m_overlay), hasChoice);
}

INSTANTIATE_TEST_SUITE_P(Overlays,
                         OverlayTest,
                         testing::ValuesIn(test::OverlayCases({1, 2, 3, 100, 128})),
                         [](const auto& info) { return info.param.Name(); });

TEST(OverlayKindsTest, AnUnknownNameIsAnErrorThatListsTheKnownOnes)
{
    EXPECT_EQ(OverlayRegistry::Get().Find("tree").name, "tree");
    try
    {
        OverlayRegistry::Get().Find("torus");
        FAIL() << "no error";
    }
    catch (const std::invalid_argument& error)
    {
        const std::string message = error.what();
        EXPECT_NE(message.find("torus"), std::string::npos);
        EXPECT_NE(message.find("chord, chord-pns, tree, small-world"), std::string::npos);
    }
}

} // namespace
} // namespace dht
