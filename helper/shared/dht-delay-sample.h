/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DELAY_SAMPLE_H
#define DHT_DELAY_SAMPLE_H

#include "dht-raw-bytes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * Mean and quantiles of many values in little memory.
 */

namespace dht
{

/// Mean and percentiles of delays, in seconds.
struct DelayResults
{
    /// The percentiles that are computed.
    static constexpr std::array<int, 9> kPercents{1, 5, 10, 25, 50, 75, 90, 95, 99};

    double mean{0}; ///< The mean; 0 without values.
    std::array<double, kPercents.size()>
        percentiles{}; ///< In the order of kPercents; 0 without values.
};

/// The mean and the quantiles of any number of values. The mean is exact. Up to a bound, all values
/// are kept, so the quantiles are exact, too. Beyond it, a random sample is kept (a reservoir),
/// always the same one for the same values.
class DelaySample
{
  public:
    /// Default of the number of values that are kept.
    static constexpr std::size_t kMost = 1'000'000;

    /// @param most Most values to keep; at least one.
    explicit DelaySample(std::size_t most = kMost);

    /// @param value The next value.
    void Add(double value);

    /**
     * Add the values of another sample; the same share of both is kept. No value may come later.
     *
     * @param other The other sample.
     */
    void Add(DelaySample other);

    /// @param to Takes this sample, for Read().
    void Write(RawWriter& to) const;
    /// Become a copy of a sample. @param from The bytes of its Write().
    void Read(RawReader& from);

    /// @return Number of values that have come.
    std::uint64_t Count() const;
    /// @return The mean of all values; 0 without values.
    double Mean() const;
    /// @return The values that are kept, in no particular order.
    const std::vector<double>& Kept() const;
    /// @return The mean of all values, and the percentiles of those that are kept.
    DelayResults Results() const;

  private:
    /// @return The share of all values that is kept.
    double KeptShare() const;
    /// Drop values at random. @param share The share of all values to keep.
    void KeepOnly(double share);

    std::size_t m_most;           ///< Most values to keep.
    std::vector<double> m_values; ///< The values that are kept.
    std::uint64_t m_count{0};     ///< Number of all values.
    double m_sum{0};              ///< Sum of all values.
    std::mt19937_64 m_random;     ///< Chooses the values to keep. Its seed is fixed.
};

/// @param values Values; they are reordered. @param share In [0, 1]. @return The quantile; 0
/// without values.
double Quantile(std::vector<double>& values, double share);

} // namespace dht

#endif // DHT_DELAY_SAMPLE_H
