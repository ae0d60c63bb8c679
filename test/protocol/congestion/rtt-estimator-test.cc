/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rtt-estimator.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

/// NCA06's constants, whatever the defaults are.
TimeoutPolicy
PaperPolicy()
{
    TimeoutPolicy policy;
    policy.rttGain = 0.125;
    policy.errorGain = 0.25;
    policy.errorFactor = 10;
    policy.minimum = Time(0);
    policy.initial = FromSeconds(3);
    policy.backoff = 1;
    return policy;
}

constexpr Time
Microseconds(std::int64_t count)
{
    return std::chrono::microseconds(count);
}

TEST(RttEstimatorTest, TheDefaultsAreThePapers)
{
    const TimeoutPolicy policy;
    EXPECT_EQ(policy.rttGain, 0.125);
    EXPECT_EQ(policy.errorGain, 0.25);
    EXPECT_EQ(policy.errorFactor, 10);
    EXPECT_EQ(policy.minimum, Time(0));
    EXPECT_EQ(policy.backoff, 1);
}

TEST(RttEstimatorTest, WithoutASampleTheTimeoutIsTheInitialOne)
{
    const TimeoutPolicy policy = PaperPolicy();
    const RttEstimator estimator(policy);
    EXPECT_EQ(estimator.Timeout(), FromSeconds(3));
    EXPECT_EQ(estimator.Rtt(), Time(0));
    EXPECT_EQ(estimator.Error(), Time(0));
}

TEST(RttEstimatorTest, TheFirstSampleCountsInFullAndHalfOfItIsTheError)
{
    const TimeoutPolicy policy = PaperPolicy();
    RttEstimator estimator(policy);
    estimator.OnSample(Microseconds(100000));
    EXPECT_EQ(estimator.Rtt(), Microseconds(100000));
    EXPECT_EQ(estimator.Error(), Microseconds(50000));
    EXPECT_EQ(estimator.Timeout(), Microseconds(600000));
}

/// Computed by hand from NCA06, section 2.1.2.
TEST(RttEstimatorTest, FollowsThePapersEquations)
{
    const TimeoutPolicy policy = PaperPolicy();
    RttEstimator estimator(policy);
    estimator.OnSample(Microseconds(100000));
    estimator.OnSample(Microseconds(140000));
    EXPECT_EQ(estimator.Error(), Microseconds(47500)); // 0.75 * 50 + 0.25 * |140 - 100|
    EXPECT_EQ(estimator.Rtt(), Microseconds(105000));  // 0.875 * 100 + 0.125 * 140
    EXPECT_EQ(estimator.Timeout(), Microseconds(580000));
    estimator.OnSample(Microseconds(65000));
    EXPECT_EQ(estimator.Error(), Microseconds(45625)); // 0.75 * 47.5 + 0.25 * |65 - 105|
    EXPECT_EQ(estimator.Rtt(), Microseconds(100000));  // 0.875 * 105 + 0.125 * 65
    EXPECT_EQ(estimator.Timeout(), Microseconds(556250));
}

TEST(RttEstimatorTest, UsesTheConstantsOfItsPolicy)
{
    TimeoutPolicy policy = PaperPolicy();
    policy.rttGain = 0.5;
    policy.errorGain = 0.1;
    policy.errorFactor = 4;
    RttEstimator estimator(policy);
    estimator.OnSample(Microseconds(1000));
    estimator.OnSample(Microseconds(2000));
    EXPECT_EQ(estimator.Rtt(), Microseconds(1500));
    EXPECT_EQ(estimator.Error(), Microseconds(550)); // 0.9 * 500 + 0.1 * 1000
    EXPECT_EQ(estimator.Timeout(), Microseconds(3700));
}

TEST(RttEstimatorTest, TheTimeoutHasAFloor)
{
    TimeoutPolicy policy = PaperPolicy();
    policy.minimum = FromSeconds(2);
    RttEstimator estimator(policy);
    estimator.OnSample(Microseconds(100000));
    EXPECT_EQ(estimator.Timeout(), FromSeconds(2));
    estimator.OnSample(FromSeconds(5));
    EXPECT_GT(estimator.Timeout(), FromSeconds(2));
    // the floor holds before the first sample, too
    policy.minimum = FromSeconds(4);
    EXPECT_EQ(RttEstimator(policy).Timeout(), FromSeconds(4));
}

/// NCA06 has no backoff.
TEST(RttEstimatorTest, ByThePapersRuleEveryRetransmissionWaitsAsLong)
{
    const TimeoutPolicy policy = PaperPolicy();
    RttEstimator estimator(policy);
    EXPECT_EQ(estimator.Timeout(9), FromSeconds(3));
    estimator.OnSample(Microseconds(100000));
    EXPECT_EQ(estimator.Timeout(1), Microseconds(600000));
    EXPECT_EQ(estimator.Timeout(255), Microseconds(600000));
}

/// RFC 6298, 5.5 and 2.5.
TEST(RttEstimatorTest, BackoffLengthensTheTimeoutUpToTheMaximum)
{
    TimeoutPolicy policy = PaperPolicy();
    policy.backoff = 2;
    policy.maximum = FromSeconds(60);
    RttEstimator estimator(policy);
    EXPECT_EQ(estimator.Timeout(1), FromSeconds(6));
    estimator.OnSample(Microseconds(100000));
    EXPECT_EQ(estimator.Timeout(0), Microseconds(600000));
    EXPECT_EQ(estimator.Timeout(1), Microseconds(1200000));
    EXPECT_EQ(estimator.Timeout(2), Microseconds(2400000));
    EXPECT_EQ(estimator.Timeout(6), Microseconds(38400000));
    EXPECT_EQ(estimator.Timeout(7), FromSeconds(60));
    EXPECT_EQ(estimator.Timeout(255), FromSeconds(60));
}

TEST(RttEstimatorTest, BackoffBeginsAtTheFloor)
{
    TimeoutPolicy policy = PaperPolicy();
    policy.minimum = FromSeconds(2);
    policy.backoff = 3;
    RttEstimator estimator(policy);
    estimator.OnSample(Microseconds(100000));
    EXPECT_EQ(estimator.Timeout(0), FromSeconds(2));
    EXPECT_EQ(estimator.Timeout(1), FromSeconds(6));
    EXPECT_EQ(estimator.Timeout(2), FromSeconds(18));
}

/// Where answers take more than the maximum, that would be a timeout for each of them.
TEST(RttEstimatorTest, TheMaximumDoesNotShortenTheEstimate)
{
    TimeoutPolicy policy = PaperPolicy();
    policy.backoff = 2;
    policy.maximum = FromSeconds(5);
    RttEstimator estimator(policy);
    estimator.OnSample(FromSeconds(1));
    EXPECT_EQ(estimator.Timeout(0), FromSeconds(6));
    EXPECT_EQ(estimator.Timeout(3), FromSeconds(6));
}

TEST(RttEstimatorTest, ABackoffWithoutBoundsIsTheMaximum)
{
    TimeoutPolicy policy = PaperPolicy();
    policy.backoff = 1e10;
    policy.maximum = FromSeconds(3600);
    EXPECT_EQ(RttEstimator(policy).Timeout(255), FromSeconds(3600));
}

TEST(RttEstimatorTest, ASteadyRttLeavesNoError)
{
    const TimeoutPolicy policy = PaperPolicy();
    RttEstimator estimator(policy);
    for (int i = 0; i < 200; ++i)
    {
        estimator.OnSample(Microseconds(100000));
    }
    EXPECT_EQ(estimator.Rtt(), Microseconds(100000));
    EXPECT_EQ(estimator.Error(), Time(0));
    EXPECT_EQ(estimator.Timeout(), Microseconds(100000));
}

} // namespace
} // namespace dht
