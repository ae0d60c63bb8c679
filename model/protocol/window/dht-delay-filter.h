/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DELAY_FILTER_H
#define DHT_DELAY_FILTER_H

#include "dht-transport-window.h"

#include <boost/circular_buffer.hpp>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * How long packets wait in queues, from delays that clocks, noise and the other side distort.
 */

namespace dht
{

/// Which delay tells of queues.
enum class DelaySource : std::uint8_t
{
    kOneWay,   ///< Of the data alone; the clocks' drift is in it.
    kRoundTrip ///< No clock but the sender's; queues of the acks are in it.
};

/// The constants of a delay filter. The defaults are the paper's (DTL, "Polite Mode").
struct DelayFilterOptions
{
    DelaySource source{DelaySource::kOneWay}; ///< Which delay counts.
    std::size_t minutes{13};                  ///< How long a base delay is remembered; at least 1.
    std::size_t samples{3};                   ///< The least of so many counts; at least 1.
};

/**
 * The least of one kind of delay, over minutes and over the last samples. Delays are microseconds
 * modulo 2^32 and are compared by their distance, so clocks may wrap: what is kept at one time has
 * to lie within 2^31 us (36 minutes).
 */
class DelayMinimum
{
  public:
    /// @param minutes How many minima of a minute are kept. @param samples How many samples are.
    DelayMinimum(std::size_t minutes, std::size_t samples);

    /// @param now The present. @param delay A sample, in us modulo 2^32.
    void Add(Time now, std::uint32_t delay);
    /// @return The least delay of the minutes kept, in us modulo 2^32; 0 before the first sample.
    std::uint32_t Base() const;
    /// @return By how much the least of the last samples exceeds it; at least 0.
    Time AboveBase() const;

  private:
    boost::circular_buffer<std::uint32_t> m_minutes; ///< The least of each minute that had samples.
    boost::circular_buffer<std::uint32_t> m_recent;  ///< The last samples.
    Time m_minuteBegan{0};                           ///< When the last of those minutes began.
};

/// The queueing delay of one path.
class DelayFilter
{
  public:
    /// @param options The constants.
    explicit DelayFilter(const DelayFilterOptions& options);

    /// @param now The present. @param sample What an ack told.
    void OnSample(Time now, const PathSample& sample);

    /**
     * @return The queueing delay; 0 before the first sample. It is never more than the round trips
     * admit, whatever the other side claims: a clock that jumps ahead is not taken for a queue
     * (libutp does so likewise).
     */
    Time Queueing() const;
    /// @return The least round trip of the minutes kept; 0 before the first sample.
    Time LeastRoundTrip() const;

  private:
    DelaySource m_source;     ///< Which delay counts.
    DelayMinimum m_oneWay;    ///< From here to there, between two clocks.
    DelayMinimum m_roundTrip; ///< There and back, by one clock.
};

} // namespace dht

#endif // DHT_DELAY_FILTER_H
