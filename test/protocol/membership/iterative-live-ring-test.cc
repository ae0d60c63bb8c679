/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "test-name.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Rings that peers join and leave, in which sources ask each peer for the next one.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;

/// What became of requests that were made while a quarter of a ring was dead.
struct Outcome
{
    double right{0};   ///< Share of those that were answered by who is responsible.
    double waiting{0}; ///< Mean time that they were outstanding [s].
};

/// The scheme, the bytes of a payload, and whether the dead peers' systems say nothing.
using Setting = std::tuple<const char*, int, bool>;

class IterativeLiveRingTest : public testing::TestWithParam<Setting>
{
  protected:
    static LiveRingOptions Options(std::uint64_t seed)
    {
        LiveRingOptions options;
        options.seed = seed;
        options.scheme = std::get<0>(GetParam());
        options.peer.routing = RoutingMode::kIterative;
        options.uplinkRate = 500;
        options.workload.load = 4;
        options.workload.payloadSize = std::get<1>(GetParam());
        options.silentCrashes = std::get<2>(GetParam());
        return options;
    }

    /// @param ring A settled ring. @param peers How many are there. @return What becomes of the
    /// requests of five seconds after a quarter has crashed at once.
    static Outcome AfterACrash(LiveRing& ring, std::size_t peers)
    {
        for (std::size_t peer = 1; peer < peers; peer += 4)
        {
            ring.Crash(peer);
        }
        const auto before = ring.Results();
        const Counters counters = ring.Totals();
        const std::size_t outstanding = ring.Outstanding();
        const Time start = ring.Now();
        const Time step = FromSeconds(0.02);
        double waited = 0;
        while (ring.Now() < start + FromSeconds(5) || ring.Outstanding() > 0)
        {
            if (ring.Now() >= start + FromSeconds(5))
            {
                ring.Stop();
            }
            ring.RunUntil(ring.Now() + step);
            waited += ToSeconds(step) * static_cast<double>(ring.Outstanding());
        }
        EXPECT_EQ(ring.Violations(), 0u);
        const double issued =
            static_cast<double>(ring.Totals().issued - counters.issued + outstanding);
        return {static_cast<double>(ring.Results().right - before.right) / issued, waited / issued};
    }
};

TEST_P(IterativeLiveRingTest, LookupsGoAroundAQuarterThatCrashes)
{
    constexpr std::size_t peers = 64;
    constexpr std::uint64_t seeds = 4;
    Outcome mean;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    {
        const auto ring = test::MakeSettledRing(Options(seed), peers);
        const Outcome outcome = AfterACrash(*ring, peers);
        mean.right += outcome.right / seeds;
        mean.waiting += outcome.waiting / seeds;
    }
    RecordProperty("right", std::to_string(mean.right));
    RecordProperty("waiting", std::to_string(mean.waiting));
    EXPECT_GT(mean.right, 0.999);
    // nobody knows of a silent crash before the first timeouts; those of credit grow
    const bool isSilent = std::get<2>(GetParam());
    const bool isCredit = std::string(std::get<0>(GetParam())) == "credit";
    EXPECT_LT(mean.waiting, !isSilent ? 0.3 : isCredit ? 3.5 : 2.45);
}

INSTANTIATE_TEST_SUITE_P(MemoryNet,
                         IterativeLiveRingTest,
                         testing::Combine(testing::Values("credit", "marking"),
                                          testing::Values(0, 200),
                                          testing::Bool()),
                         [](const auto& info) {
                             return TestName(std::get<0>(info.param)) + "Payload" +
                                    std::to_string(std::get<1>(info.param)) +
                                    (std::get<2>(info.param) ? "Silent" : "");
                         });

} // namespace
} // namespace dht
