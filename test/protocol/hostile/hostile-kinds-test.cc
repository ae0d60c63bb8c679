/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"
#include "test-name.h"

#include <gtest/gtest.h>

/// Some peers of a ring are liars, or greedy, from the start: what becomes of the others.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;

constexpr std::size_t kMixedPeers = 16;
constexpr std::size_t kOther = 8;

class HostileKindsTest : public testing::TestWithParam<const char*>
{
  protected:
    /// @param behaviour Of one of the peers. @return Of what the ring is made.
    static LiveRingOptions With(Behaviour behaviour)
    {
        LiveRingOptions options = test::Loaded(GetParam(), 1, 5);
        options.behaviours[kOther] = behaviour;
        return options;
    }

    /// @param options Of what the ring is made. @return The ring, after a minute.
    static std::unique_ptr<LiveRing> Run(const LiveRingOptions& options)
    {
        auto ring = std::make_unique<LiveRing>(options, kMixedPeers);
        test::Populate(*ring, kMixedPeers);
        ring->RunUntil(FromSeconds(60));
        EXPECT_EQ(ring->Violations(), 0u);
        return ring;
    }
};

TEST_P(HostileKindsTest, ALiarIsBelieved)
{
    const auto honest = Run(With(Behaviour::kHonest));
    EXPECT_LE(honest->Results().wrong, honest->Results().right / 100);
    const auto ring = Run(With(Behaviour::kLying));
    EXPECT_GT(ring->Results().wrong, 100u);
    // it draws what passes it, and no more
    EXPECT_GT(ring->Results().right, ring->Results().wrong);
}

TEST_P(HostileKindsTest, AGreedyPeerMakesAsManyRequestsAsItsLinksTake)
{
    const LiveRingOptions options = With(Behaviour::kGreedy);
    const auto ring = Run(options);
    const Counters& greedy = ring->At(kOther).GetPeer().GetCounters();
    const Counters& other = ring->At(kOther + 1).GetPeer().GetCounters();
    EXPECT_GT(greedy.issued, 5 * other.issued);
    // all that its uplink can send, most of the time
    EXPECT_GT(static_cast<double>(greedy.forwarded), 0.7 * 60 * options.uplinkRate);
    // it does not flood itself
    EXPECT_LT(greedy.TotalDropped(), greedy.issued / 10);
}

INSTANTIATE_TEST_SUITE_P(AllSchemes,
                         HostileKindsTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const testing::TestParamInfo<const char*>& info) {
                             return TestName(info.param);
                         });

} // namespace
} // namespace dht
