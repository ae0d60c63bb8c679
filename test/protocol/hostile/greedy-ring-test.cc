/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"
#include "test-name.h"

#include <gtest/gtest.h>
#include <string>

/// Somebody floods peers of a ring with requests: what the others keep.

namespace dht
{
namespace
{

using test::LiveRing;

constexpr std::size_t kFairPeers = 16;
constexpr std::size_t kGreedy = 8;
/// Requests a second on each flooded link: twice what the relay behind it can hand on.
constexpr double kFlood = 200;
/// Requests a second on the connection of somebody without a place: twenty times what the peer's
/// uplink can hand on.
constexpr double kFloodFromOutside = 2000;

class GreedyRingTest : public testing::TestWithParam<const char*>
{
  protected:
    /// @param strike What happens to a ring. @return Answers to all peers but one in 20 s, all
    /// together, ten seconds later; the mean over some seeds.
    template <typename Strike>
    static double ThroughputAfter(Strike strike)
    {
        constexpr std::uint64_t seeds = 4;
        double sum = 0;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        {
            LiveRing ring(test::FullyLoaded(GetParam(), seed), kFairPeers);
            test::Populate(ring, kFairPeers);
            ring.RunUntil(FromSeconds(30));
            strike(ring);
            ring.RunUntil(FromSeconds(40));
            const std::uint64_t before = test::AnsweredWithout(ring, kGreedy);
            ring.RunUntil(FromSeconds(60));
            sum += static_cast<double>(test::AnsweredWithout(ring, kGreedy) - before) / seeds;
            EXPECT_EQ(ring.Violations(), 0u);
            EXPECT_EQ(ring.MaintenanceTotals().failures, 0u);
        }
        return sum;
    }

    /// @param links How many links the greedy peer floods. @return What the others get.
    static double Throughput(std::size_t links)
    {
        return ThroughputAfter([links](LiveRing& ring) { ring.Flood(kGreedy, links, kFlood); });
    }
};

TEST_P(GreedyRingTest, WhoFloodsLeavesTheOthersMostOfTheirThroughput)
{
    const double before = Throughput(0);
    for (const std::size_t links : {1, 2})
    {
        const double share = Throughput(links) / before;
        RecordProperty("share_" + std::to_string(links), std::to_string(share));
        EXPECT_GT(share, links > 1 ? 0.75 : 0.8) << links;
    }
    const auto fromOutside = [](LiveRing& ring) {
        const Endpoint nobody = LiveRing::EndpointOf(kFairPeers);
        ring.FloodFromOutside(kGreedy, nobody, kFloodFromOutside);
    };
    const double share = ThroughputAfter(fromOutside) / before;
    RecordProperty("share_from_outside", std::to_string(share));
    EXPECT_GT(share, 0.8) << "from outside";
}

INSTANTIATE_TEST_SUITE_P(AllSchemes,
                         GreedyRingTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const testing::TestParamInfo<const char*>& info) {
                             return TestName(info.param);
                         });

} // namespace
} // namespace dht
