/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay-registry.h"
#include "dht-ready-ring.h"
#include "dht-storage-message.h"
#include "memory-ring.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

/// What the peers of a ready-made ring know of it.

namespace dht
{
namespace
{

class ReadyRingTest : public testing::Test
{
  protected:
    /// @return A ring of forty, at uneven places.
    static std::unique_ptr<Overlay> MakeOverlay()
    {
        std::vector<std::string> names;
        for (int i = 0; i < 40; ++i)
        {
            names.push_back("peer-" + std::to_string(i));
        }
        test::MersenneRandom random(1);
        return OverlayRegistry::Get().Find("chord").make(Ring::Hashed(names),
                                                         {random, nullptr, 16});
    }

    /// @param place A peer. @param random Draws keys. @return How many of its successors are beyond
    /// each key; what is wrong with them is a failure.
    std::vector<std::size_t> Beyond(std::size_t place, Random& random) const
    {
        const ReadyRingInfo info(ring, place);
        std::vector<std::size_t> counts;
        for (const Key& key : KeysFor(info, random))
        {
            const std::size_t count = info.CountBeyond(key);
            EXPECT_EQ(count, info.RingInfo::CountBeyond(key)) << place << ", " << counts.size();
            EXPECT_EQ(info.LastSuccessors(count), info.RingInfo::LastSuccessors(count));
            counts.push_back(count);
        }
        return counts;
    }

    /// @param place A peer, whose successors are beyond some keys, but not all; if that is wrong,
    /// it is a failure. @param random Draws keys.
    void ExpectSomeBeyond(std::size_t place, Random& random) const
    {
        const auto counts = Beyond(place, random);
        const auto none = std::count(counts.begin(), counts.end(), 0U);
        EXPECT_GT(none, 20) << place;
        EXPECT_GT(static_cast<std::ptrdiff_t>(counts.size()) - none, 20) << place;
    }

    /// @param info What a peer knows. @param random Draws keys. @return Keys far and near, and
    /// those at and beside ids that it knows.
    static std::vector<Key> KeysFor(const ReadyRingInfo& info, Random& random)
    {
        const Key self = info.Self().id;
        std::vector<Key> keys{self - Key(1), self, self + Key(1)};
        for (const RingNode& next : info.Successors())
        {
            keys.insert(keys.end(), {next.id - Key(1), next.id, next.id + Key(1)});
        }
        for (int i = 0; i < 300; ++i)
        {
            keys.push_back(self + DrawKey(random));
            keys.push_back(self + (DrawKey(random) >> 2));
        }
        return keys;
    }

    std::unique_ptr<Overlay> overlay{MakeOverlay()}; ///< Who knows whom.
    ReadyRing ring{*overlay};                        ///< All peers.
};

TEST_F(ReadyRingTest, WhoIsBeyondAKeyIsFoundFromTheFarEnd)
{
    test::MersenneRandom random(2);
    for (std::size_t place = 0; place < 40; ++place)
    {
        ExpectSomeBeyond(place, random);
    }
}

TEST_F(ReadyRingTest, OfThoseWhoAreThere)
{
    ReadyRing::Places present;
    for (std::uint32_t place = 0; place < 40; place += 2)
    {
        present.push_back(place);
    }
    ring.SetPresent(present);
    test::MersenneRandom random(3);
    for (const std::uint32_t place : present)
    {
        ExpectSomeBeyond(place, random);
        const RingNodes successors = ReadyRingInfo(ring, place).Successors();
        EXPECT_EQ(successors.size(), kMaximumLocated);
        for (const RingNode& next : successors)
        {
            EXPECT_EQ(ReadyRing::PlaceOf(next.endpoint) % 2, 0U);
        }
    }
}

TEST_F(ReadyRingTest, TheWayToAKeyMayGoToThePeerAtTheKeyAndNotBeyond)
{
    const auto isOnTheWay = [&](const RingNode& node, const ReadyRingInfo& info, const Key& key) {
        const RingNodes way = info.Towards(key, kMaximumLocated);
        return std::find(way.begin(), way.end(), node) != way.end();
    };
    for (std::size_t place = 0; place < 40; ++place)
    {
        const ReadyRingInfo info(ring, place);
        const RingNode next = info.Successors().front();
        EXPECT_FALSE(isOnTheWay(next, info, next.id - Key(1))) << place;
        EXPECT_TRUE(isOnTheWay(next, info, next.id)) << place;
        EXPECT_TRUE(isOnTheWay(next, info, next.id + Key(1))) << place;
    }
}

} // namespace
} // namespace dht
