/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dht-delay-sample.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

/// The sample of delays that an endless measurement keeps.

namespace
{

/// @param count How many. @param most Values to keep. @return The sample of 0, 1, 2 and so on.
dht::DelaySample
SampleOf(int count, std::size_t most)
{
    dht::DelaySample sample(most);
    for (int i = 0; i < count; ++i)
    {
        sample.Add(i);
    }
    return sample;
}

TEST(DelaySampleTest, FewValuesAreAllKept)
{
    EXPECT_EQ(SampleOf(0, 4).Mean(), 0);
    const dht::DelaySample sample = SampleOf(4, 4);
    EXPECT_EQ(sample.Kept(), (std::vector<double>{0, 1, 2, 3}));
    EXPECT_EQ(sample.Count(), 4);
    EXPECT_EQ(sample.Mean(), 1.5);
}

TEST(DelaySampleTest, OfManyValuesAFairSampleIsKept)
{
    const dht::DelaySample sample = SampleOf(1'000'000, 10'000);
    EXPECT_EQ(sample.Count(), 1'000'000);
    EXPECT_EQ(sample.Mean(), 499'999.5) << "that of all values";
    std::vector<double> kept = sample.Kept();
    ASSERT_EQ(kept.size(), 10'000);
    std::sort(kept.begin(), kept.end());
    // four standard deviations are 2 percent for the median, 0.4 for the 99th percentile
    EXPECT_NEAR(kept[5'000], 500'000, 20'000);
    EXPECT_NEAR(kept[9'900], 990'000, 4'000);
    EXPECT_EQ(SampleOf(1'000'000, 10'000).Kept(), sample.Kept()) << "of the same values";
}

} // namespace
