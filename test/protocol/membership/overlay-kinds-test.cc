/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-misrouted-overlay.h"
#include "dht-overlay-registry.h"
#include "memory-ring.h"
#include "overlay-walker.h"
#include "plane-delays.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

/// What is special about each kind of overlay.

namespace dht
{
namespace
{

using test::MersenneRandom;
using test::OverlayCase;
using test::OverlayWalker;

/// Goes the way of every request. @param overlay The overlay. @param look What to do with each way,
/// given the destination.
template <typename Look>
void
ForEachWay(const Overlay& overlay, Look look)
{
    const OverlayWalker walker(overlay);
    for (std::size_t destination = 0; destination < overlay.Peers().Size(); ++destination)
    {
        for (std::size_t source = 0; source < overlay.Peers().Size(); ++source)
        {
            look(destination, walker.Walk(source, overlay.Peers().Id(destination)));
        }
    }
}

/// Delays written down by hand: of the pair (a, b), one way, in ms.
class WrittenDelays : public PeerDelays
{
  public:
    /// @param delays By peer and peer.
    explicit WrittenDelays(std::vector<std::vector<int>> delays)
        : m_delays(std::move(delays))
    {
    }

    Time Get(std::uint32_t from, std::uint32_t to) const override
    {
        return FromSeconds(m_delays.at(from).at(to) / 1e3);
    }

    Time Least() const override
    {
        return FromSeconds(0.001);
    }

  private:
    std::vector<std::vector<int>> m_delays; ///< In ms.
};

/// @param candidates x. @param delays Between eight even peers. @return Peer 0's neighbours.
std::vector<std::size_t>
FirstPeersNeighbours(std::size_t candidates, const PeerDelays& delays)
{
    test::MersenneRandom random(1);
    const auto overlay =
        OverlayRegistry::Get().Find("chord-pns").make(Ring::Even(8), {random, &delays, candidates});
    return overlay->Neighbours(0);
}

/// Eight even peers: peer 0's octaves are {1}, {2, 3} and {4, 5, 6, 7}.
TEST(ChordPnsOverlayTest, TheNearestOfTheFirstInEachOctaveIsTheFinger)
{
    std::vector<std::vector<int>> delays(8, std::vector<int>(8, 50));
    delays[0] = {1, 90, 30, 20, 40, 30, 20, 10};
    const WrittenDelays there(delays);
    EXPECT_EQ(FirstPeersNeighbours(1, there), (std::vector<std::size_t>{1, 2, 4}));
    EXPECT_EQ(FirstPeersNeighbours(2, there), (std::vector<std::size_t>{1, 3, 5}));
    EXPECT_EQ(FirstPeersNeighbours(3, there), (std::vector<std::size_t>{1, 3, 6}));
    EXPECT_EQ(FirstPeersNeighbours(8, there), (std::vector<std::size_t>{1, 3, 7}));
    // the way back counts as much, and of two as near, the first is taken
    delays[7][0] = 61;
    delays[3][0] = 60;
    EXPECT_EQ(FirstPeersNeighbours(8, WrittenDelays(delays)), (std::vector<std::size_t>{1, 2, 6}));
}

TEST(ChordPnsOverlayTest, WithOneCandidateItIsChord)
{
    test::MersenneRandom random(1);
    const test::PlaneDelays delays;
    for (const bool even : {true, false})
    {
        for (const std::size_t peers : {1, 2, 3, 5, 100, 128})
        {
            const auto chord = OverlayCase{"chord", even, peers}.Make();
            const auto pns =
                OverlayRegistry::Get().Find("chord-pns").make(chord->Peers(), {random, &delays, 1});
            for (std::size_t peer = 0; peer < peers; ++peer)
            {
                ASSERT_EQ(pns->Neighbours(peer), chord->Neighbours(peer)) << peers << ", " << peer;
            }
        }
    }
}

/// NSDI04, figure 6: delays get shorter, and hops hardly more.
TEST(ChordPnsOverlayTest, MoreCandidatesMakeWaysShorterInTime)
{
    test::MersenneRandom random(1);
    const test::PlaneDelays delays;
    const auto chord = OverlayCase{"chord", false, 128}.Make();
    double before = 1e9;
    for (const std::size_t candidates : {1, 4, 16})
    {
        const auto overlay = OverlayRegistry::Get()
                                 .Find("chord-pns")
                                 .make(chord->Peers(), {random, &delays, candidates});
        double time = 0;
        std::size_t all = 0;
        ForEachWay(*overlay, [&](std::size_t /* destination */, const auto& hops) {
            for (const OverlayWalker::Hop& hop : hops)
            {
                time += ToSeconds(delays.Get(static_cast<std::uint32_t>(hop.from),
                                             static_cast<std::uint32_t>(hop.to)));
            }
            all += hops.size();
        });
        EXPECT_LT(time, (candidates == 1 ? 1 : 0.98) * before) << candidates;
        EXPECT_LT(static_cast<double>(all) / (128 * 128), 4) << candidates;
        before = time;
    }
}

TEST(ChordPnsOverlayTest, WithoutDelaysOrCandidatesThereIsNone)
{
    test::MersenneRandom random(1);
    const test::PlaneDelays delays;
    const auto& make = OverlayRegistry::Get().Find("chord-pns").make;
    EXPECT_THROW(make(Ring::Even(8), {random}), std::invalid_argument);
    EXPECT_THROW(make(Ring::Even(8), {random, &delays, 0}), std::invalid_argument);
    EXPECT_NO_THROW(make(Ring::Even(8), {random, &delays, 1}));
    EXPECT_EQ(OverlayRegistry::Get().NamesWith(false),
              (std::vector<std::string>{"chord", "tree", "small-world"}));
}

/// Why an uneven ring has no deadlock either, although its hops need not become half as long, as
/// NCA06, section 2.2.3, has it.
TEST(ChordOverlayTest, EachHopIsShorterThanTheOneBefore)
{
    for (const std::size_t peers : {3, 50, 100, 128})
    {
        for (const bool even : {true, false})
        {
            const auto overlay = OverlayCase{"chord", even, peers}.Make();
            const Ring& ring = overlay->Peers();
            ForEachWay(*overlay, [&](std::size_t /* destination */, const auto& hops) {
                for (std::size_t i = 1; i < hops.size(); ++i)
                {
                    ASSERT_LT(Distance(ring.Id(hops[i].from), ring.Id(hops[i].to)),
                              Distance(ring.Id(hops[i - 1].from), ring.Id(hops[i - 1].to)));
                }
            });
        }
    }
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
        const unsigned bit = (ring.Id(begin) ^ ring.Id(end - 1)).HighestBit();
        const bool side = ring.Id(a).Bit(bit);
        if (side != ring.Id(b).Bit(bit))
        {
            return level;
        }
        std::size_t middle = begin;
        while (!ring.Id(middle).Bit(bit))
        {
            ++middle;
        }
        (side ? begin : end) = middle;
    }
}

/// NCA06, section 2.2.4.
TEST(TreeOverlayTest, EachHopAgreesWithTheDestinationInMoreLevels)
{
    for (const std::size_t peers : {3, 100, 128})
    {
        for (const bool even : {true, false})
        {
            const auto overlay = OverlayCase{"tree", even, peers}.Make();
            const Ring& ring = overlay->Peers();
            ForEachWay(*overlay, [&](std::size_t destination, const auto& hops) {
                for (const auto& hop : hops)
                {
                    const std::size_t level = CommonLevels(ring, hop.from, destination);
                    ASSERT_EQ(CommonLevels(ring, hop.from, hop.to), level);
                    ASSERT_TRUE(hop.to == destination ||
                                CommonLevels(ring, hop.to, destination) > level);
                }
            });
        }
    }
}

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
        ForEachWay(*overlay, [&](std::size_t /* destination */, const auto& hops) {
            ++pairs.at(hops.size());
        });
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
    MersenneRandom random(3);
    for (int i = 0; i < 200; ++i)
    {
        const Key key = DrawKey(random);
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

} // namespace
} // namespace dht
