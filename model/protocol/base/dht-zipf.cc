/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-zipf.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dht
{

namespace
{

/// The integral of x^-exponent, and its inverse; both are right around the exponent of 1, too.
class Power
{
  public:
    /// @param exponent Above 0.
    explicit Power(double exponent)
        : m_exponent(exponent)
    {
    }

    /// @param x Above 0. @return x^-exponent.
    double At(double x) const
    {
        return std::exp(-m_exponent * std::log(x));
    }

    /// @param x Above 0. @return The integral from 1.
    double Integral(double x) const
    {
        const double logarithm = std::log(x);
        const double scaled = (1 - m_exponent) * logarithm;
        return scaled == 0 ? logarithm : std::expm1(scaled) / scaled * logarithm;
    }

    /// @param integral An integral from 1. @return Its end.
    double Inverse(double integral) const
    {
        const double scaled = std::max(integral * (1 - m_exponent), -1.0);
        return std::exp(scaled == 0 ? integral : std::log1p(scaled) / scaled * integral);
    }

  private:
    double m_exponent; ///< Of the power, with the opposite sign.
};

} // namespace

std::uint64_t
DrawZipf(Random& random, double exponent, std::uint64_t ranks)
{
    const Power power(exponent);
    const double least = power.Integral(1.5) - 1; // all of rank 1, which no rank is before
    const double most = power.Integral(static_cast<double>(ranks) + 0.5);
    for (;;)
    {
        const double integral = most + random.Uniform() * (least - most);
        const double x = power.Inverse(integral);
        const double rank = std::clamp(std::round(x), 1.0, static_cast<double>(ranks));
        if (integral >= power.Integral(rank + 0.5) - power.At(rank))
        {
            return static_cast<std::uint64_t>(rank);
        }
    }
}

Key
KeyOfRank(std::uint64_t rank)
{
    // SplitMix64, whose outputs look random whatever the numbers are
    std::array<std::uint32_t, kKeyBits / 32> words;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        std::uint64_t z = (rank * words.size() + i + 1) * 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        words[i] = static_cast<std::uint32_t>((z ^ z >> 31) >> 32);
    }
    return Key::FromWords(words);
}

} // namespace dht
