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
 * Many values in little memory.
 */

namespace dht
{

/// How long answers took, in seconds.
struct DelayResults
{
    /// The percentiles that are looked at.
    static constexpr std::array<int, 9> kPercents{1, 5, 10, 25, 50, 75, 90, 95, 99};

    double mean{0};                                     ///< Their mean; 0 for none.
    std::array<double, kPercents.size()> percentiles{}; ///< In the order of kPercents; 0 for none.
};

/// The mean and the quantiles of values, of which any number may come. The mean is exact. All
/// values are kept up to some number, so that the quantiles are exact too; beyond it, a random
/// sample of them is (a reservoir), always the same of the same values.
class DelaySample
{
  public:
    /// Values that are kept, unless told otherwise.
    static constexpr std::size_t kMost = 1'000'000;

    /// @param most Values to keep at the most; at least one.
    explicit DelaySample(std::size_t most = kMost);

    /// @param value One more.
    void Add(double value);

    /**
     * Add those of another sample: of each, the same share is kept. No value comes after that.
     *
     * @param other The other one.
     */
    void Add(DelaySample other);

    /// @param to Where to write it, for Read().
    void Write(RawWriter& to) const;
    /// @param from What Write() wrote, of which this one becomes a copy.
    void Read(RawReader& from);

    /// @return How many have come.
    std::uint64_t Count() const;
    /// @return Their mean; 0 for none.
    double Mean() const;
    /// @return Those that are kept, in no particular order.
    const std::vector<double>& Kept() const;
    /// @return Their mean, and the percentiles of those that are kept.
    DelayResults Results() const;

  private:
    /// @return The share of those that have come that is kept.
    double KeptShare() const;
    /// Forget some, at random. @param share Of all that have come, those to keep.
    void KeepOnly(double share);

    std::size_t m_most;           ///< Values to keep at the most.
    std::vector<double> m_values; ///< Those that are kept.
    std::uint64_t m_count{0};     ///< How many have come.
    double m_sum{0};              ///< Of all that have come.
    std::mt19937_64 m_random;     ///< Chooses. Its seed is fixed.
};

/// @param values Some values, reordered. @param share In [0, 1]. @return That quantile; 0 for none.
double Quantile(std::vector<double>& values, double share);

} // namespace dht

#endif // DHT_DELAY_SAMPLE_H
