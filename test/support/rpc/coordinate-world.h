/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_COORDINATE_WORLD_H
#define DHT_CC_TEST_COORDINATE_WORLD_H

#include "dht-vivaldi.h"
#include "memory-ring.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Peers that find their coordinates by asking each other.
 */

namespace dht
{
namespace test
{

/// A round-trip time. @tparam Peer Number of a peer.
using RttBetween = std::function<double(std::size_t from, std::size_t to)>;

/// @param random Source. @param reach Of each dimension, in ms. @param heights The greatest one.
/// @return A point in the plane, and above.
inline Coordinate
DrawPoint(Random& random, double reach, double heights)
{
    Coordinate point;
    point.place = {reach * random.Uniform(), reach * random.Uniform(), 0};
    point.height = heights * random.Uniform();
    return point;
}

/// Peers between which round-trip times are known, and that find out.
class CoordinateWorld
{
  public:
    /// @param size How many peers. @param rtt Round-trip times in ms, noise included. @param
    /// options The peers'. @param seed Of who asks whom.
    CoordinateWorld(std::size_t size,
                    RttBetween rtt,
                    const VivaldiOptions& options = {},
                    std::uint64_t seed = 1)
        : m_options(options),
          m_rtt(std::move(rtt)),
          m_random(seed)
    {
        for (std::size_t peer = 0; peer < size; ++peer)
        {
            Add();
        }
    }

    /// One more peer comes, and knows nothing.
    void Add()
    {
        m_peers.emplace_back(m_options, m_random);
    }

    /// Some peers ask somebody each, at random. @param rounds How often. @param first The first
    /// of them; those after it do, too.
    void Ask(std::size_t rounds, std::size_t first = 0)
    {
        for (std::size_t round = 0; round < rounds; ++round)
        {
            for (std::size_t peer = first; peer < m_peers.size(); ++peer)
            {
                AskOne(peer);
            }
        }
    }

    /// @param peer The peer's number. @return The peer's coordinates.
    Vivaldi& At(std::size_t peer)
    {
        return m_peers[peer];
    }

    /// Lies are told. @param liar The lying peer's number. @param lie What it says of where it is.
    void SetLie(std::size_t liar, const WireCoordinate& lie)
    {
        m_liar = liar;
        m_lie = lie;
    }

    /// @param truth Round-trip times in ms, without noise. @param first Only pairs with this peer,
    /// or one after it. @param end Only pairs of peers before this one. @return The median error of
    /// predictions, as a share of the truth.
    double MedianError(const RttBetween& truth, std::size_t first = 0, std::size_t end = SIZE_MAX)
    {
        std::vector<double> errors;
        for (std::size_t a = first; a < std::min(end, m_peers.size()); ++a)
        {
            for (std::size_t b = 0; b < a; ++b)
            {
                const double is = truth(a, b);
                const double predicted = Distance(m_peers[a].Place(), m_peers[b].Place());
                errors.push_back(std::abs(predicted - is) / is);
            }
        }
        const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
        std::nth_element(errors.begin(), middle, errors.end());
        return *middle;
    }

  private:
    /// Somebody asks somebody else. @param peer The asking peer's number.
    void AskOne(std::size_t peer)
    {
        const std::size_t other =
            (peer + 1 + DrawBelow(m_random, m_peers.size() - 1)) % m_peers.size();
        const Time rtt = FromSeconds(m_rtt(peer, other) / 1000);
        m_peers[peer].OnSample(rtt, other == m_liar ? m_lie : m_peers[other].Told());
    }

    VivaldiOptions m_options;     ///< The peers'.
    RttBetween m_rtt;             ///< Round-trip times.
    MersenneRandom m_random;      ///< Who asks whom.
    std::deque<Vivaldi> m_peers;  ///< By number.
    std::size_t m_liar{SIZE_MAX}; ///< Who lies.
    WireCoordinate m_lie{};       ///< What it says.
};

/// Points, and the round-trip times between them.
class PointSet
{
  public:
    /// @param size How many. @param reach Of each dimension, in ms. @param heights The greatest
    /// one. @param seed Where they are.
    PointSet(std::size_t size, double reach, double heights, std::uint64_t seed = 1)
    {
        MersenneRandom random(seed, 1);
        for (std::size_t i = 0; i < size; ++i)
        {
            m_points.push_back(DrawPoint(random, reach, heights));
        }
    }

    /// @return The time between two, in ms.
    RttBetween Rtts() const
    {
        return [points = m_points](std::size_t a, std::size_t b) {
            return Distance(points[a], points[b]);
        };
    }

  private:
    std::vector<Coordinate> m_points; ///< By number.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_COORDINATE_WORLD_H
