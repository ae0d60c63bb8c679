/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DELAY_CELLS_H
#define DHT_DELAY_CELLS_H

#include "dht-time.h"

#include <string>
#include <string_view>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * A measured delay, as files have it: a number whose unit they may not say, or a mark that there is
 * none.
 */

namespace dht
{

/// What the numbers of a file of delays are.
class DelayUnit
{
  public:
    /// @return All names of units.
    static const std::vector<std::string>& Names();

    /// @param name "s", "ms", "us" or "ns", one way; with "rtt-" before it, there and back.
    /// @throws std::invalid_argument It is another.
    explicit DelayUnit(const std::string& name);

    /// @return As users write it.
    const std::string& Name() const;

    /// @param number Of units. @return So many nanoseconds, one way.
    double Nanoseconds(double number) const;

  private:
    std::string m_name;   ///< As users write it.
    double m_nanoseconds; ///< One way, of 1.
};

/// What to do about a pair of hosts that was not measured.
enum class MissingDelays
{
    kRefuse, ///< It is an error.
    kMedian, ///< It has the delay of the other direction, or else the median of all.
    kMean,   ///< It has the delay of the other direction, or else the mean of all.
    kDrop,   ///< Hosts are left out until there is none, those first that have most of them.
};

/// Reads measured delays.
class DelayCells
{
  public:
    /// @param unit What the numbers are. @param missing What will be done about missing delays.
    DelayCells(const DelayUnit& unit, MissingDelays missing);

    /**
     * @param text A number; or nothing, -, nan, NA, null, inf or a number that is not above 0: not
     *             measured.
     * @return The delay, one way, from 1 us to 4 s. 0: it is missing, or longer.
     * @throws std::invalid_argument It is no number, or below 1 us; or it is missing or longer than
     *         4 s, and that is to be an error.
     */
    Time Read(std::string_view text) const;

    /// @param text A cell. @return Whether it is a number, or says that there is none.
    static bool IsDelay(std::string_view text);

    /// @return What will be done about missing delays.
    MissingDelays Missing() const;
    /// @return What the numbers are.
    const DelayUnit& Unit() const;

  private:
    /// @param text What is there. @return 0. @throws std::invalid_argument That is an error.
    Time Miss(std::string_view text) const;

    DelayUnit m_unit;        ///< What the numbers are.
    MissingDelays m_missing; ///< What will be done about missing ones.
};

} // namespace dht

#endif // DHT_DELAY_CELLS_H
