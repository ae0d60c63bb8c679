/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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
        return FindOverlayKind("chord").make(Ring::Hashed(names), {random, nullptr, 16});
    }

    /// @param place A peer. @param random Draws keys. @return How many of its successors are beyond
    /// each key; what is wrong with them is a failure.
    std::vector<std::size_t> Beyond(std::size_t place, Random& random) const
    {
        const ReadyRingInfo info(ring, place);
        std::vector<std::size_t> counts;
        for (int i = 0; i < 200; ++i)
        {
            // half of the keys are near
            const Key key = info.Self().id + (DrawKey(random) >> (i % 2 == 0 ? 0 : 2));
            const RingNodes nodes = info.SuccessorsBeyond(key);
            EXPECT_EQ(nodes, info.RingInfo::SuccessorsBeyond(key)) << place << ", " << i;
            counts.push_back(nodes.size());
        }
        return counts;
    }

    std::unique_ptr<Overlay> overlay{MakeOverlay()}; ///< Who knows whom.
    ReadyRing ring{*overlay};                        ///< All peers.
};

TEST_F(ReadyRingTest, WhoIsBeyondAKeyIsFoundFromTheFarEnd)
{
    test::MersenneRandom random(2);
    for (std::size_t place = 0; place < 40; ++place)
    {
        const auto counts = Beyond(place, random);
        EXPECT_GT(std::count(counts.begin(), counts.end(), 0u), 20);
        EXPECT_GT(std::count_if(counts.begin(), counts.end(), [](auto n) { return n > 0; }), 20);
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
        EXPECT_GT(Beyond(place, random).size(), 0u);
        EXPECT_EQ(ReadyRingInfo(ring, place).Successors().size(), kMaximumLocated);
    }
}

} // namespace
} // namespace dht
