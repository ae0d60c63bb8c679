/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "test-name.h"
#include "trials.h"

#include <gtest/gtest.h>

/// Rings in a network in which datagrams arrive twice and overtake each other.

namespace dht
{
namespace
{

using test::LiveRing;

class DisorderTest : public testing::TestWithParam<const char*>
{
};

TEST_P(DisorderTest, ARingHealsAndAnswersAsInOrder)
{
    for (std::uint64_t seed = 1; seed <= Trials(4); ++seed)
    {
        SCOPED_TRACE(seed);
        auto options = test::Loaded(GetParam(), seed, 5);
        options.duplication = 0.3;
        options.jitter = FromSeconds(0.1); // ten delays
        const auto settled = test::MakeSettledRing(options, 24);
        LiveRing& ring = *settled;
        for (std::size_t peer = 0; peer < 24; peer += 4)
        {
            ring.Crash(peer);
        }
        EXPECT_LE(ring.Settle(FromSeconds(60)), FromSeconds(10)) << ring.Flaws();
        ring.RunUntil(ring.Now() + FromSeconds(20)); // what was under way is over
        const auto before = ring.Results();
        ring.RunUntil(ring.Now() + FromSeconds(20));
        const auto after = ring.Results();
        EXPECT_EQ(after.wrong, before.wrong);
        EXPECT_EQ(after.givenUp, before.givenUp);
        EXPECT_GT(static_cast<double>(after.right - before.right), 0.9 * 5 * 20 * 18);
        EXPECT_EQ(ring.Violations(), 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(AllSchemes,
                         DisorderTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const testing::TestParamInfo<const char*>& info) {
                             return TestName(info.param);
                         });

} // namespace
} // namespace dht
