/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-shape.h"
#include "globe-delays.h"
#include "split-mix-random.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Delays between hosts on a globe.

namespace dht
{
namespace
{

/// @param peers How many. @param seed Of the random numbers. @return Their delays.
GlobeDelays
Globe(std::size_t peers, std::uint64_t seed = 1)
{
    SplitMixRandom random(seed, 1);
    return GlobeDelays(peers, random);
}

TEST(GlobeDelaysTest, TheSameSeedGivesTheSameDelays)
{
    const GlobeDelays one = Globe(100);
    const GlobeDelays same = Globe(100);
    const GlobeDelays other = Globe(100, 2);
    int equal = 0;
    for (std::uint32_t i = 0; i < 100; ++i)
    {
        for (std::uint32_t j = 0; j < i; ++j)
        {
            EXPECT_EQ(one.Get(i, j), one.Get(j, i));
            EXPECT_EQ(one.Get(i, j), same.Get(i, j));
            equal += one.Get(i, j) == other.Get(i, j);
        }
    }
    EXPECT_LT(equal, 5);
}

TEST(GlobeDelaysTest, FewPeersAreTheFirstHostsOfMany)
{
    const GlobeDelays few = Globe(3);
    const GlobeDelays many = Globe(2048);
    EXPECT_EQ(few.Get(0, 1), many.Get(0, 1));
    EXPECT_EQ(few.Get(2, 1), many.Get(2, 1));
    EXPECT_EQ(few.Power(), many.Power());
}

/// By seed.
class GlobeShapeTest : public testing::TestWithParam<std::uint64_t>
{
};

TEST_P(GlobeShapeTest, IsThatOfTheInternet)
{
    const GlobeDelays globe = Globe(2048, GetParam());
    const DelayShape shape(globe, 2048);
    EXPECT_NEAR(shape.Quantile(0.5), 134, 0.001);
    EXPECT_NEAR(shape.Mean(), 154, 0.001);
    for (const auto& [percent, expected] :
         std::vector<std::pair<int, double>>{{1, 12}, {5, 22}, {10, 31}, {25, 59}})
    {
        EXPECT_NEAR(shape.Quantile(percent / 100.0), expected, 0.4 * expected) << percent;
    }
    for (const auto& [percent, expected] :
         std::vector<std::pair<int, double>>{{75, 222}, {90, 306}, {99, 489}})
    {
        EXPECT_NEAR(shape.Quantile(percent / 100.0), expected, 0.07 * expected) << percent;
    }
    EXPECT_NEAR(shape.Nearest(), 9, 2.5);
    EXPECT_NEAR(shape.ShorterBy(1), 0.9, 0.06);
    EXPECT_NEAR(shape.ShorterBy(0.8), 0.34, 0.06);
    EXPECT_EQ(shape.Asymmetry(), 0);
    EXPECT_GE(globe.Power(), 0.9);
    EXPECT_LE(globe.Power(), 1.3);
    // nobody is nearer than what MPI's processes rely on
    EXPECT_GT(globe.Least(), FromSeconds(0.0001));
    EXPECT_GE(shape.Quantile(0), 2e3 * ToSeconds(globe.Least()));
}

INSTANTIATE_TEST_SUITE_P(Seeds, GlobeShapeTest, testing::Values(1, 2, 3, 4));

TEST(GlobeDelaysTest, AHundredThousandPeersAreLikeTwoThousand)
{
    const std::uint32_t peers = 100000;
    const GlobeDelays globe = Globe(peers);
    SplitMixRandom random(1, 2);
    std::vector<double> roundTrips;
    double sum = 0;
    while (roundTrips.size() < 400000)
    {
        const auto from = static_cast<std::uint32_t>(DrawBelow(random, peers));
        const auto to = static_cast<std::uint32_t>(DrawBelow(random, peers));
        if (from != to)
        {
            const Time delay = globe.Get(from, to);
            ASSERT_GE(delay, globe.Least());
            roundTrips.push_back(2e3 * ToSeconds(delay));
            sum += roundTrips.back();
        }
    }
    std::sort(roundTrips.begin(), roundTrips.end());
    EXPECT_NEAR(roundTrips[roundTrips.size() / 2], 134, 1);
    EXPECT_NEAR(sum / static_cast<double>(roundTrips.size()), 154, 1);
}

/// Draws that vary less than they should.
class Alike : public Random
{
  public:
    /// @param part How much of it.
    explicit Alike(double part)
        : m_random(1, 1),
          m_part(part)
    {
    }

    double Uniform() override
    {
        return 0.5 + m_part * (m_random.Uniform() - 0.5);
    }

  private:
    SplitMixRandom m_random; ///< As it should be.
    double m_part;           ///< How much of it.
};

/// @param part How much the draws of a globe vary. @return What is said of it.
std::string
ErrorOfGlobe(double part)
{
    Alike random(part);
    try
    {
        const GlobeDelays globe(10, random);
        return "it was taken, with a power of " + std::to_string(globe.Power());
    }
    catch (const std::runtime_error& error)
    {
        return error.what();
    }
}

TEST(GlobeDelaysTest, WhatIsNotLikeTheInternetIsRefused)
{
    EXPECT_EQ(ErrorOfGlobe(1).substr(0, 12), "it was taken");
    for (const auto& [part, why] : {std::pair<double, const char*>{0.3, "the power 1.392"},
                                    {0.6, "10 percent of its round trips are below 22.420 ms"}})
    {
        const std::string error = ErrorOfGlobe(part);
        EXPECT_NE(error.find(why), std::string::npos) << error;
        EXPECT_NE(error.find("another --RngRun"), std::string::npos) << error;
    }
}

} // namespace
} // namespace dht
