/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord.h"
#include "dht-finger-table.h"
#include "dht-random.h"
#include "memory-ring.h"

#include <cmath>
#include <deque>
#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::HashedRing;

/// A ring with everybody's finger tables.
struct Chord
{
    explicit Chord(const Ring& peers)
        : overlay(peers),
          ring(peers)
    {
        for (std::size_t i = 0; i < ring.Size(); ++i)
        {
            fingers.push_back(overlay.Neighbours(i));
            tables.push_back(overlay.MakeTable(i));
        }
    }

    /// @return The peers that a request passes, from its source to the responsible peer.
    std::vector<std::size_t> Path(std::size_t source, const Key& key) const
    {
        std::vector<std::size_t> path{source};
        while (const auto link = tables[path.back()]->NextHop(key))
        {
            path.push_back(fingers[path.back()].at(*link));
            if (path.size() > ring.Size())
            {
                ADD_FAILURE() << "the request never arrives";
                break;
            }
        }
        return path;
    }

    /// @return Hops to the responsible peer, where any hop may be taken that is about as good.
    /// @param random Chooses among them.
    std::size_t HopsAtWill(std::size_t at, const Key& key, Random& random) const
    {
        std::size_t hops = 0;
        for (auto next = tables[at]->NextHop(key); next; next = tables[at]->NextHop(key))
        {
            std::vector<LinkIndex> choice;
            for (auto hop = next; hop; hop = tables[at]->OtherHop(key, *hop))
            {
                choice.push_back(*hop);
            }
            const auto drawn = static_cast<std::size_t>(random.Uniform() * choice.size());
            at = fingers[at].at(choice[drawn]);
            ++hops;
        }
        EXPECT_EQ(at, overlay.Responsible(key));
        return hops;
    }

    ChordOverlay overlay;
    Ring ring;
    std::vector<std::vector<std::size_t>> fingers;
    std::vector<std::unique_ptr<Membership>> tables;
};

/// Random keys, and all those next to a peer's id or to the ends.
std::vector<Key>
InterestingKeys(const Ring& ring, std::size_t random, std::uint64_t seed)
{
    std::vector<Key> keys{Key(0), Key(1), Key(0) - Key(1), Key(1) << 159};
    for (std::size_t i = 0; i < std::min<std::size_t>(ring.Size(), 100); ++i)
    {
        keys.insert(keys.end(), {ring.Id(i), ring.Id(i) - Key(1), ring.Id(i) + Key(1)});
    }
    test::MersenneRandom stream(seed);
    for (std::size_t i = 0; i < random; ++i)
    {
        keys.push_back(DrawKey(stream));
    }
    return keys;
}

/// Who is responsible, by looking at every peer: the nearest one at or before the key.
std::size_t
NearestBefore(const Ring& ring, const Key& key)
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < ring.Size(); ++i)
    {
        if (Distance(ring.Id(i), key) < Distance(ring.Id(best), key))
        {
            best = i;
        }
    }
    return best;
}

TEST(ChordTest, FingersOfAnEvenRingMayBeTakenInAnyOrder)
{
    const Chord chord(Ring::Even(64));
    test::MersenneRandom random(1);
    for (const Key& key : InterestingKeys(chord.ring, 200, 1))
    {
        ASSERT_EQ(chord.HopsAtWill(5, key, random), chord.Path(5, key).size() - 1) << key;
    }
}

/// Measured: 1.69 times as many, for any neighbour may be the nearest of them all.
TEST(ChordTest, OtherHopsOfAnUnevenRingArriveTooInMoreHops)
{
    const Chord chord(HashedRing(100));
    test::MersenneRandom random(1);
    double greedy = 0;
    double atWill = 0;
    for (const Key& key : InterestingKeys(chord.ring, 2000, 1))
    {
        greedy += static_cast<double>(chord.Path(5, key).size() - 1);
        atWill += static_cast<double>(chord.HopsAtWill(5, key, random));
    }
    EXPECT_LT(atWill, 1.8 * greedy);
    EXPECT_GT(atWill, 1.2 * greedy);
}

/// In any order they would take 1.52 times as many hops.
TEST(ChordTest, FingersOfAnEvenRingThatIsNoPowerOfTwoAreTakenFarthestFirst)
{
    for (const std::size_t peers : {3, 96, 100, 127})
    {
        const Chord chord(Ring::Even(peers));
        test::MersenneRandom random(1);
        for (const Key& key : InterestingKeys(chord.ring, 200, 1))
        {
            ASSERT_EQ(chord.HopsAtWill(1, key, random), chord.Path(1, key).size() - 1) << key;
        }
    }
}

TEST(ChordTest, ResponsibleIsTheNearestPeerAtOrBeforeTheKey)
{
    for (const Ring& ring : {Ring::Even(1), Ring::Even(8), Ring::Even(100), HashedRing(50)})
    {
        for (const Key& key : InterestingKeys(ring, 200, 1))
        {
            ASSERT_EQ(ring.LastUpTo(key), NearestBefore(ring, key)) << key;
        }
    }
}

TEST(ChordTest, APeerOwnsItsIdAndNotTheKeyBefore)
{
    const Ring ring = HashedRing(20);
    for (std::size_t i = 0; i < ring.Size(); ++i)
    {
        EXPECT_EQ(ring.LastUpTo(ring.Id(i)), i);
        EXPECT_EQ(ring.LastUpTo(ring.Id(i) - Key(1)), (i + 19) % 20);
    }
    EXPECT_EQ(ring.LastUpTo(Key(0)), 19u);
    EXPECT_EQ(ring.LastUpTo(Key(0) - Key(1)), 19u);
}

TEST(ChordTest, FingersAreTheFirstPeersAtOrAfterThePowersOfTwo)
{
    EXPECT_EQ(ChordOverlay(Ring::Even(16)).Neighbours(3), (std::vector<std::size_t>{4, 5, 7, 11}));
    EXPECT_EQ(ChordOverlay(Ring::Even(16)).Neighbours(14), (std::vector<std::size_t>{15, 0, 2, 6}));
    const ChordOverlay uneven(Ring({Key(10), Key(11), Key(20), Key(1) << 159}));
    EXPECT_EQ(uneven.Neighbours(0), (std::vector<std::size_t>{1, 2, 3}));
    // beyond 2^159 there is nobody but the first peer, a little farther than 2^159
    EXPECT_EQ(uneven.Neighbours(3), (std::vector<std::size_t>{0}));
}

TEST(ChordTest, EvenPowersOfTwoTakeAsManyHopsAsTheDistanceHasOneBits)
{
    for (std::size_t n = 2; n <= 256; n *= 2)
    {
        const Chord overlay(Ring::Even(n));
        for (const Key& key : InterestingKeys(overlay.ring, 50, n))
        {
            const std::size_t target = overlay.ring.LastUpTo(key);
            for (std::size_t source = 0; source < n; source += 1 + n / 16)
            {
                const auto path = overlay.Path(source, key);
                ASSERT_EQ(path.back(), target);
                ASSERT_EQ(path.size() - 1, __builtin_popcountll((target - source) & (n - 1)));
                ASSERT_LE(path.size() - 1, std::log2(n));
            }
        }
    }
}

TEST(ChordTest, EvenPowersOfTwoAtLeastHalveEachHop)
{
    for (std::size_t n = 2; n <= 256; n *= 2)
    {
        const Chord overlay(Ring::Even(n));
        for (std::size_t target = 0; target < n; ++target)
        {
            const auto path = overlay.Path(0, overlay.ring.Id(target));
            for (std::size_t hop = 2; hop < path.size(); ++hop)
            {
                const std::size_t before = (path[hop - 1] - path[hop - 2]) & (n - 1);
                const std::size_t after = (path[hop] - path[hop - 1]) & (n - 1);
                ASSERT_LE(2 * after, before);
            }
        }
    }
}

TEST(ChordTest, UnevenRingsAtLeastHalveTheRemainingDistance)
{
    std::deque<Chord> overlays;
    overlays.emplace_back(Ring::Even(100));
    for (const std::size_t n : {2, 3, 5, 17, 64, 250, 1000})
    {
        overlays.emplace_back(HashedRing(n));
    }
    for (const Chord& overlay : overlays)
    {
        const Ring& ring = overlay.ring;
        for (const Key& key : InterestingKeys(ring, 100, ring.Size()))
        {
            const std::size_t source = ring.LastUpTo(HashKey(KeyToHex(key)));
            const Key& target = ring.Id(ring.LastUpTo(key));
            const auto path = overlay.Path(source, key);
            ASSERT_EQ(ring.Id(path.back()), target);
            for (std::size_t hop = 1; hop < path.size(); ++hop)
            {
                const Key before = Distance(ring.Id(path[hop - 1]), target);
                const Key after = Distance(ring.Id(path[hop]), target);
                // in other words: 2 after <= before, which does not overflow like this
                ASSERT_LE(after, before - after);
                ASSERT_LT(after, before);
            }
        }
    }
}

/// Back-pressure is free of deadlocks if each hop is shorter than the one before (NCA06 2.2.3).
TEST(ChordTest, EachHopIsShorterThanTheOneBefore)
{
    const Chord overlay(HashedRing(300));
    for (const Key& key : InterestingKeys(overlay.ring, 1000, 3))
    {
        const auto path = overlay.Path(overlay.ring.LastUpTo(key + (Key(3) << 158)), key);
        Key before = Key(0) - Key(1);
        for (std::size_t hop = 1; hop < path.size(); ++hop)
        {
            const Key length = Distance(overlay.ring.Id(path[hop - 1]), overlay.ring.Id(path[hop]));
            ASSERT_LT(length, before);
            before = length;
        }
    }
}

TEST(ChordTest, APeerAloneIsResponsibleForEverything)
{
    const Chord overlay(HashedRing(1));
    EXPECT_EQ(overlay.tables[0]->LinkCount(), 0u);
    for (const Key& key : InterestingKeys(overlay.ring, 100, 4))
    {
        EXPECT_EQ(overlay.ring.LastUpTo(key), 0u);
        EXPECT_EQ(overlay.tables[0]->NextHop(key), std::nullopt);
    }
}

TEST(ChordTest, IdsAreSorted)
{
    const Ring ring({Key(30), Key(10), Key(20)});
    ASSERT_EQ(ring.Size(), 3u);
    EXPECT_EQ(ring.Id(0), Key(10));
    EXPECT_EQ(ring.Id(1), Key(20));
    EXPECT_EQ(ring.Id(2), Key(30));
    EXPECT_THROW(ring.Id(3), std::out_of_range);
}

TEST(ChordTest, BadRingsAreRejected)
{
    EXPECT_THROW(Ring({}), std::invalid_argument);
    EXPECT_THROW(Ring::Even(0), std::invalid_argument);
    EXPECT_THROW(Ring({Key(1), Key(2), Key(1)}), std::invalid_argument);
    EXPECT_THROW(Ring::Hashed({"a", "b", "a"}), std::invalid_argument);
}

TEST(ChordTest, FingersInTheWrongOrderAreRejected)
{
    EXPECT_NO_THROW(FingerTable(Key(10), {Key(20), Key(5)}));
    EXPECT_THROW(FingerTable(Key(10), {Key(5), Key(20)}), std::invalid_argument);
}

} // namespace
} // namespace dht
