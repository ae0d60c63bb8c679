/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"
#include "test-name.h"
#include "trials.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <string>
#include <vector>

/// A peer joins a small ring and reads no connection, where connections take much before they are
/// full, as its system acknowledges what comes.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;

constexpr std::size_t kHonest = 4;
/// Of each peer [1/s].
constexpr double kLoad = 20;
/// How long the newcomer is watched [s].
constexpr double kWatched = 20;

class DeafJoinerTest : public testing::TestWithParam<const char*>
{
  protected:
    /// @param seed Of a ring, and of the places of its peers. @return What the others are answered
    /// in the first seconds beside the newcomer, as a part of what they ask for, or had before if
    /// that was less.
    static double Kept(std::uint64_t seed)
    {
        std::vector<std::size_t> places(400);
        std::iota(places.begin(), places.end(), 0);
        std::shuffle(places.begin(), places.end(), std::mt19937_64(seed));
        const std::size_t newcomer = places[kHonest];
        LiveRingOptions options = test::Loaded(GetParam(), seed, kLoad);
        options.window = 256;
        options.uplinkRate = 1000;
        options.behaviours = {{newcomer, Behaviour::kDeaf}};
        LiveRing ring(options, places.size());
        ring.Create(places[0]);
        for (std::size_t peer = 1; peer < kHonest; ++peer)
        {
            ring.Join(places[peer], {places[0]});
        }
        ring.RunUntil(FromSeconds(12));
        const double alone = AnsweredIn(ring, newcomer, 10) / 10;
        ring.Join(newcomer, {places[0]});
        const double beside = AnsweredIn(ring, newcomer, kWatched) / kWatched;
        EXPECT_EQ(ring.Violations(), 0u);
        return beside / std::min(alone, kLoad * kHonest);
    }

  private:
    /// @param ring A ring. @param newcomer Who is not counted. @param seconds How long to watch it.
    /// @return Answers to the others.
    static double AnsweredIn(LiveRing& ring, std::size_t newcomer, double seconds)
    {
        const std::uint64_t before = test::AnsweredWithout(ring, newcomer);
        ring.RunUntil(ring.Now() + FromSeconds(seconds));
        return static_cast<double>(test::AnsweredWithout(ring, newcomer) - before);
    }
};

TEST_P(DeafJoinerTest, TheOthersKeepFourFifths)
{
    const unsigned rings = Trials(20);
    std::vector<double> kept;
    for (std::uint64_t seed = 1; seed <= rings; ++seed)
    {
        kept.push_back(Kept(seed));
    }
    const double mean = std::accumulate(kept.begin(), kept.end(), 0.0) / rings;
    const auto few = std::count_if(kept.begin(), kept.end(), [](double one) { return one < 0.8; });
    RecordProperty("share", std::to_string(mean));
    RecordProperty("least", std::to_string(*std::min_element(kept.begin(), kept.end())));
    RecordProperty("below_four_fifths", std::to_string(few));
    EXPECT_GT(mean, 0.93);
    // one whose keys are most of the ring's takes more until it is found out: of 1000 rings, 40 are
    // below under marking, and 27 at the most under others
    EXPECT_LE(few, rings / 20);
}

INSTANTIATE_TEST_SUITE_P(Schemes,
                         DeafJoinerTest,
                         testing::Values("none", "credit", "marking", "back-pressure", "ferry"),
                         [](const testing::TestParamInfo<const char*>& info) {
                             return TestName(info.param);
                         });

} // namespace
} // namespace dht
