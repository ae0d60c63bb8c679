/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-delay-sample.h"

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

TEST(DelaySampleTest, TwoSamplesOfFewValuesKeepAll)
{
    dht::DelaySample sample = SampleOf(4, 4);
    sample.Add(SampleOf(2, 4));
    EXPECT_EQ(sample.Kept(), (std::vector<double>{0, 1, 2, 3, 0, 1}));
    EXPECT_EQ(sample.Count(), 6);
    EXPECT_EQ(sample.Mean(), 7.0 / 6);
    sample.Add(SampleOf(0, 4));
    EXPECT_EQ(sample.Count(), 6);
}

/// A sample that keeps a tenth, and one that keeps all, of as many values: the latter must not
/// count ten times as much.
TEST(DelaySampleTest, OfTwoSamplesTheSameShareIsKept)
{
    dht::DelaySample sample = SampleOf(100'000, 10'000);
    dht::DelaySample high(200'000);
    for (int i = 0; i < 100'000; ++i)
    {
        high.Add(1e6);
    }
    sample.Add(high);
    EXPECT_EQ(sample.Count(), 200'000);
    EXPECT_EQ(sample.Kept().size(), 20'000);
    EXPECT_EQ(std::count(sample.Kept().begin(), sample.Kept().end(), 1e6), 10'000);
    EXPECT_EQ(sample.Mean(), (49'999.5 + 1e6) / 2) << "that of all values";
}

TEST(DelaySampleTest, ACopyInBytesIsTheSame)
{
    const dht::DelaySample sample = SampleOf(100, 10);
    dht::RawWriter writer;
    sample.Write(writer);
    dht::RawReader reader(writer.Bytes());
    dht::DelaySample copy;
    copy.Read(reader);
    EXPECT_EQ(copy.Kept(), sample.Kept());
    EXPECT_EQ(copy.Count(), sample.Count());
    EXPECT_EQ(copy.Mean(), sample.Mean());
}

} // namespace
