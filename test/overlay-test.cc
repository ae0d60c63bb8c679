/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-ring.h"
#include "overlay-walker.h"

#include "ns3/dht-misrouted-overlay.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

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

/// @return How many levels of the tree, from the root down, two different peers share.
std::size_t
CommonLevels(const Ring& ring, std::size_t a, std::size_t b)
{
    // a level is a bit at which the peers that agree so far are not all alike
    std::size_t begin = 0;
    std::size_t end = ring.Size();
    for (std::size_t level = 0;; ++level)
    {
        const unsigned bit = msb(Key(ring.Id(begin) ^ ring.Id(end - 1)));
        const bool side = bit_test(ring.Id(a), bit);
        if (side != bit_test(ring.Id(b), bit))
        {
            return level;
        }
        std::size_t middle = begin;
        while (!bit_test(ring.Id(middle), bit))
        {
            ++middle;
        }
        (side ? begin : end) = middle;
    }
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

TEST_P(OverlayTest, TheSameRandomNumbersMakeTheSameOverlay)
{
    EXPECT_EQ(NeighboursOf(*GetParam().Make()), NeighboursOf(*m_overlay));
    OverlayCase other = GetParam();
    other.seed = 2;
    const bool hasChoice = other.kind != "chord" && other.peers > 4;
    EXPECT_EQ(NeighboursOf(*other.Make()) != NeighboursOf(*m_overlay), hasChoice);
}

/// The argument against deadlocks in an uneven ring, where "half as far" (NCA06, section 2.2.3)
/// does not hold; and in a tree, that each hop agrees with the key in one level more (2.2.4).
TEST_P(OverlayTest, EachHopIsOfASmallerKindThanTheOneBefore)
{
    const Ring& ring = m_overlay->Peers();
    for (std::size_t destination = 0; destination < m_peers; ++destination)
    {
        for (std::size_t source = 0; source < m_peers; ++source)
        {
            const auto hops = m_walker.Walk(source, ring.Id(destination));
            for (std::size_t i = 0; GetParam().kind == "tree" && i < hops.size(); ++i)
            {
                // a hop goes over to the destination's side of the level at which its sender left
                ASSERT_TRUE(hops[i].to == destination ||
                            CommonLevels(ring, hops[i].to, destination) >
                                CommonLevels(ring, hops[i].from, destination));
                ASSERT_EQ(CommonLevels(ring, hops[i].from, hops[i].to),
                          CommonLevels(ring, hops[i].from, destination));
            }
            for (std::size_t i = 1; GetParam().kind == "chord" && i < hops.size(); ++i)
            {
                ASSERT_LT(Distance(ring.Id(hops[i].from), ring.Id(hops[i].to)),
                          Distance(ring.Id(hops[i - 1].from), ring.Id(hops[i - 1].to)));
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Overlays,
                         OverlayTest,
                         testing::ValuesIn(test::OverlayCases({1, 2, 3, 100, 128})),
                         [](const auto& info) { return info.param.Name(); });

/// C(l, h) of n = 2^l peers are h hops away on the average over all pairs: l / 2 hops in the mean.
TEST(TreeOverlayTest, HopsAreSpreadAsInPascalsTriangle)
{
    const std::size_t levels = 7;
    const std::size_t peers = 1 << levels;
    std::vector<double> pairs(levels + 1);
    const int rounds = 20;
    for (int seed = 1; seed <= rounds; ++seed)
    {
        const auto overlay =
            OverlayCase{"tree", true, peers, static_cast<std::uint64_t>(seed)}.Make();
        const OverlayWalker walker(*overlay);
        for (std::size_t source = 0; source < peers; ++source)
        {
            for (std::size_t destination = 0; destination < peers; ++destination)
            {
                ++pairs.at(walker.Walk(source, overlay->Peers().Id(destination)).size());
            }
        }
    }
    double binomial = 1;
    double mean = 0;
    for (std::size_t hops = 0; hops <= levels; ++hops)
    {
        // of all n^2 pairs of all rounds
        EXPECT_NEAR(pairs[hops] / rounds / peers, binomial, 0.05 * binomial) << hops << " hops";
        mean += hops * pairs[hops] / rounds / peers / peers;
        binomial = binomial * (levels - hops) / (hops + 1);
    }
    EXPECT_NEAR(mean, levels / 2.0, 0.02);
}

TEST(TreeOverlayTest, APeerHasANeighbourInEachOppositeSubtree)
{
    const auto overlay = OverlayCase{"tree", true, 8}.Make();
    const auto of2 = overlay->Neighbours(2);
    ASSERT_EQ(of2.size(), 3u);
    EXPECT_GE(of2[0], 4u);
    EXPECT_LE(of2[1], 1u);
    EXPECT_EQ(of2[2], 3u);
}

TEST(SmallWorldOverlayTest, PeersKnowTheNextOneAndLogarithmicallyManyInAll)
{
    for (const std::size_t peers : {2, 3, 16, 100, 128})
    {
        const auto overlay = OverlayCase{"small-world", false, peers}.Make();
        const auto expected = static_cast<std::size_t>(std::ceil(std::log2(peers)));
        for (std::size_t peer = 0; peer < peers; ++peer)
        {
            const auto neighbours = overlay->Neighbours(peer);
            EXPECT_EQ(neighbours.front(), (peer + 1) % peers);
            EXPECT_EQ(neighbours.size(), expected);
            EXPECT_TRUE(std::is_sorted(neighbours.begin(), neighbours.end(), [&](auto a, auto b) {
                return (a + peers - peer) % peers < (b + peers - peer) % peers;
            }));
        }
    }
}

/// @return Of the second overlay's routing entries, those that differ from the first one's.
std::vector<std::pair<std::size_t, std::size_t>>
Differences(const Overlay& right, const Overlay& wrong)
{
    std::vector<std::pair<std::size_t, std::size_t>> differences;
    for (std::size_t peer = 0; peer < right.Peers().Size(); ++peer)
    {
        const auto before = right.Neighbours(peer);
        const auto after = wrong.Neighbours(peer);
        for (std::size_t link = 0; link < before.size(); ++link)
        {
            if (before[link] != after[link])
            {
                differences.emplace_back(peer, link);
            }
        }
    }
    return differences;
}

TEST(MisroutedOverlayTest, TheGivenShareOfAllEntriesIsWrongAndALargerShareKeepsThem)
{
    for (const std::string kind : {"chord", "tree", "small-world"})
    {
        const auto right = OverlayCase{kind, true, 512}.Make();
        std::vector<std::pair<std::size_t, std::size_t>> before;
        for (const double share : {0.01, 0.1, 0.3, 1.0})
        {
            const auto wrong = OverlayCase{kind, true, 512, 1, share}.Make();
            const auto now = Differences(*right, *wrong);
            const double entries = 512 * 9;
            // five standard deviations; some wrong ones are the right peer by chance
            const double spread = 5 * std::sqrt(entries * share * (1 - share)) + entries / 100;
            EXPECT_NEAR(static_cast<double>(now.size()), entries * share, spread);
            EXPECT_TRUE(std::includes(now.begin(), now.end(), before.begin(), before.end()));
            for (const auto& [peer, link] : before)
            {
                EXPECT_NE(wrong->Neighbours(peer)[link], peer);
            }
            before = now;
        }
    }
}

TEST(MisroutedOverlayTest, OnlyTheNeighboursAreWrong)
{
    const OverlayCase what{"chord", false, 50, 1, 0.5};
    const auto wrong = what.Make();
    const auto right = OverlayCase{"chord", false, 50}.Make();
    for (const Key& key : InterestingKeys(right->Peers()))
    {
        EXPECT_EQ(wrong->Responsible(key), right->Responsible(key));
        for (std::size_t peer = 0; peer < 50; ++peer)
        {
            EXPECT_EQ(wrong->MakeTable(peer)->NextHop(key), right->MakeTable(peer)->NextHop(key));
        }
    }
}

TEST(MisroutedOverlayTest, OnlySharesAreAllowed)
{
    MersenneRandom random(1);
    for (const double share : {-0.1, 1.1, std::nan("")})
    {
        auto right = OverlayCase{"chord", true, 4}.Make();
        EXPECT_THROW(MisroutedOverlay(std::move(right), share, random), std::invalid_argument);
    }
}

TEST(OverlayKindsTest, AnUnknownNameIsAnErrorThatListsTheKnownOnes)
{
    EXPECT_EQ(FindOverlayKind("tree").name, "tree");
    try
    {
        FindOverlayKind("torus");
        FAIL() << "no error";
    }
    catch (const std::invalid_argument& error)
    {
        const std::string message = error.what();
        EXPECT_NE(message.find("torus"), std::string::npos);
        EXPECT_NE(message.find("chord, tree, small-world"), std::string::npos);
    }
}

} // namespace
} // namespace dht
