/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-vivaldi.h"
#include "globe-delays.h"
#include "split-mix-random.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <vector>

/// Coordinates of hosts on a globe.

namespace dht
{
namespace
{

/// Peers that measure round-trip times on a globe.
class VivaldiGlobe
{
  public:
    /// @param seed Of the globe, and of who measures whom.
    explicit VivaldiGlobe(std::uint64_t seed)
        : m_random(seed, 2),
          m_delays(Make(seed))
    {
        for (std::uint32_t i = 0; i < PEERS; ++i)
        {
            m_peers.emplace_back(VivaldiOptions(), m_random);
        }
    }

    /// @param samples Of each peer. @param near Share of them that goes to the nearest of sixteen
    /// others, the rest to any.
    void Measure(int samples, double near)
    {
        for (int i = 0; i < samples; ++i)
        {
            for (std::uint32_t here = 0; here < PEERS; ++here)
            {
                std::uint32_t there = DrawOther(here);
                for (int k = 0; k < 15 && near > 0 && i % static_cast<int>(1 / near) == 0; ++k)
                {
                    const std::uint32_t other = DrawOther(here);
                    there = m_delays.Get(here, other) < m_delays.Get(here, there) ? other : there;
                }
                m_peers[here].OnSample(2 * m_delays.Get(here, there), m_peers[there].Told());
            }
        }
    }

    /// @return The median of how wrong predictions are, relative to the truth.
    double MedianError()
    {
        std::vector<double> errors;
        for (int i = 0; i < 10000; ++i)
        {
            const std::uint32_t a = DrawOther(0);
            const std::uint32_t b = DrawOther(a);
            const double real = ToSeconds(2 * m_delays.Get(a, b));
            const double predicted = ToSeconds(m_peers[a].Predict(m_peers[b].Told()));
            errors.push_back(std::abs(predicted - real) / real);
        }
        std::sort(errors.begin(), errors.end());
        return errors[errors.size() / 2];
    }

  private:
    static constexpr std::uint32_t PEERS = 2048;

    static GlobeDelays Make(std::uint64_t seed)
    {
        SplitMixRandom random(seed, 1);
        return GlobeDelays(PEERS, random);
    }

    /// @param peer A peer. @return Another one.
    std::uint32_t DrawOther(std::uint32_t peer)
    {
        const auto further = static_cast<std::uint32_t>(DrawBelow(m_random, PEERS - 1)) + 1;
        return (peer + further) % PEERS;
    }

    SplitMixRandom m_random;     ///< Who measures whom.
    GlobeDelays m_delays;        ///< Between peers.
    std::deque<Vivaldi> m_peers; ///< Their coordinates.
};

class GlobeCoordinatesTest : public testing::TestWithParam<std::uint64_t>
{
};

TEST_P(GlobeCoordinatesTest, FourHundredSamplesGiveAnErrorBelowSixteenPercent)
{
    VivaldiGlobe globe(GetParam());
    EXPECT_GT(globe.MedianError(), 0.9);
    globe.Measure(400, 0);
    EXPECT_LT(globe.MedianError(), 0.16);
}

TEST_P(GlobeCoordinatesTest, PeersNearbySettleItSooner)
{
    VivaldiGlobe any(GetParam());
    VivaldiGlobe both(GetParam());
    any.Measure(100, 0);
    both.Measure(100, 0.5);
    EXPECT_LT(both.MedianError(), 0.17);
    EXPECT_LT(both.MedianError(), any.MedianError());
}

INSTANTIATE_TEST_SUITE_P(Seeds,
                         GlobeCoordinatesTest,
                         testing::Values(1, 2, 3),
                         [](const auto& info) { return std::to_string(info.param); });

} // namespace
} // namespace dht
