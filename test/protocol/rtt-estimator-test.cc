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
}

TEST(RttEstimatorTest, WithoutASampleTheTimeoutIsTheInitialOne)
{
    const RttEstimator estimator(PaperPolicy());
    EXPECT_EQ(estimator.Timeout(), FromSeconds(3));
    EXPECT_EQ(estimator.Rtt(), Time(0));
    EXPECT_EQ(estimator.Error(), Time(0));
}

TEST(RttEstimatorTest, TheFirstSampleCountsInFullAndHalfOfItIsTheError)
{
    RttEstimator estimator(PaperPolicy());
    estimator.OnSample(Microseconds(100000));
    EXPECT_EQ(estimator.Rtt(), Microseconds(100000));
    EXPECT_EQ(estimator.Error(), Microseconds(50000));
    EXPECT_EQ(estimator.Timeout(), Microseconds(600000));
}

/// Computed by hand from NCA06, section 2.1.2.
TEST(RttEstimatorTest, FollowsThePapersEquations)
{
    RttEstimator estimator(PaperPolicy());
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

TEST(RttEstimatorTest, ASteadyRttLeavesNoError)
{
    RttEstimator estimator(PaperPolicy());
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
