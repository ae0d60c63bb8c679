/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"
#include "test-name.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

/// One peer of a ring reads a request on each connection now and then: what becomes of the others.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;

constexpr std::size_t kReaders = 16;
constexpr std::size_t kSlowReader = 8;

/// What the others keep at least, under a scheme.
struct KeptBySlowReader
{
    const char* scheme; ///< The scheme's name.
    double full;        ///< Part of the answers, where each makes as many requests as it admits.
    double moderate;    ///< Likewise, where each makes 20 requests/s.
};

class SlowReaderTest : public testing::TestWithParam<KeptBySlowReader>
{
  protected:
    /// @param load Of each peer [1/s]; 0 for as much as the scheme admits. @param slowLinks Whether
    /// slow links hold up others. @return What the others get from 20 s on, as a part of what they
    /// got before, as the mean over some seeds.
    static double Kept(double load, SlowLinks slowLinks)
    {
        constexpr std::uint64_t seeds = 4;
        double kept = 0;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        {
            const char* const scheme = GetParam().scheme;
            LiveRingOptions options =
                load > 0 ? test::Loaded(scheme, seed, load) : test::FullyLoaded(scheme, seed);
            options.peer.slowLinks = slowLinks;
            LiveRing ring(options, kReaders);
            test::Populate(ring, kReaders);
            ring.RunUntil(FromSeconds(20));
            const double before = AnsweredIn(ring, 20);
            ring.Set(kSlowReader, Behaviour::kSlowReader);
            ring.RunUntil(ring.Now() + FromSeconds(20));
            kept += AnsweredIn(ring, 20) / before / seeds;
            EXPECT_EQ(ring.Violations(), 0u);
            EXPECT_EQ(ring.MaintenanceTotals().failures, 0u) << "nobody is given up";
        }
        return kept;
    }

    /// An honest ring. @param scheme Its scheme. @param slowLinks Whether slow links hold up
    /// others. @return Its counters after a minute under full load.
    static Counters Honest(const char* scheme, SlowLinks slowLinks)
    {
        LiveRingOptions options = test::FullyLoaded(scheme, 1);
        options.peer.slowLinks = slowLinks;
        LiveRing ring(options, kReaders);
        test::Populate(ring, kReaders);
        ring.RunUntil(FromSeconds(60));
        return ring.Totals();
    }

  private:
    /// @param ring A ring. @param seconds How long to watch it. @return Answers to the others.
    static double AnsweredIn(LiveRing& ring, double seconds)
    {
        const std::uint64_t before = test::AnsweredWithout(ring, kSlowReader);
        ring.RunUntil(ring.Now() + FromSeconds(seconds));
        return static_cast<double>(test::AnsweredWithout(ring, kSlowReader) - before);
    }
};

TEST_P(SlowReaderTest, ItHoldsUpNobodyUnderFullLoad)
{
    const double kept = Kept(0, SlowLinks::kPass);
    RecordProperty("share", std::to_string(kept));
    EXPECT_GT(kept, GetParam().full);
    const double waiting = Kept(0, SlowLinks::kWait);
    RecordProperty("share_if_others_wait", std::to_string(waiting));
    EXPECT_LT(waiting, 0.75 * kept);
}

TEST_P(SlowReaderTest, ItHoldsUpNobodyUnderModerateLoad)
{
    const double kept = Kept(20, SlowLinks::kPass);
    RecordProperty("share", std::to_string(kept));
    EXPECT_GT(kept, GetParam().moderate);
    const double waiting = Kept(20, SlowLinks::kWait);
    RecordProperty("share_if_others_wait", std::to_string(waiting));
    EXPECT_LT(waiting, 0.75 * kept);
}

TEST_P(SlowReaderTest, AnHonestRingDropsNothingAndGoesNoOtherWay)
{
    const Counters passes = Honest(GetParam().scheme, SlowLinks::kPass);
    EXPECT_EQ(passes.dropped[static_cast<std::size_t>(DropReason::kStandstill)], 0u);
    EXPECT_EQ(passes.rerouted, Honest(GetParam().scheme, SlowLinks::kWait).rerouted);
}

INSTANTIATE_TEST_SUITE_P(AllSchemes,
                         SlowReaderTest,
                         testing::Values(KeptBySlowReader{"none", 0.9, 0.95},
                                         KeptBySlowReader{"credit", 0.5, 0.9},
                                         KeptBySlowReader{"back-pressure", 0.9, 0.78},
                                         KeptBySlowReader{"marking", 0.5, 0.65},
                                         KeptBySlowReader{"ferry", 0.5, 0.8}),
                         [](const testing::TestParamInfo<KeptBySlowReader>& info) {
                             return TestName(info.param.scheme);
                         });

} // namespace
} // namespace dht
