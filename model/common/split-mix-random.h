/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SPLIT_MIX_RANDOM_H
#define DHT_SPLIT_MIX_RANDOM_H

#include "dht-random.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-cc
 * Random numbers for very many peers.
 */

namespace dht
{

/**
 * SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
 * One of ns-3's streams takes over 200 bytes, and a million peers have three each: this one takes
 * 16.
 */
class SplitMixRandom : public Random
{
  public:
    /// @param seed The same for all streams of a run. @param stream Which of them.
    SplitMixRandom(std::uint64_t seed, std::uint64_t stream)
        : m_state(Mix(Mix(seed) + stream))
    {
    }

    double Uniform() override
    {
        m_state += kGolden;
        return static_cast<double>(Mix(m_state) >> 11) * 0x1p-53;
    }

    /// @param z A number. @return Another one; two that are alike have little in common then.
    static std::uint64_t Mix(std::uint64_t z)
    {
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }

  private:
    /// 2^64 divided by the golden ratio.
    static constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;

    std::uint64_t m_state; ///< Of the stream.
};

} // namespace dht

#endif // DHT_SPLIT_MIX_RANDOM_H
