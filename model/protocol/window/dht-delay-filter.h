/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DELAY_FILTER_H
#define DHT_DELAY_FILTER_H

#include "dht-transport-window.h"

#include <cstdint>
#include <optional>
#include <vector>

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
    bool deducts{false};                      ///< Of links that share a window: see LinkMedians.
    std::uint16_t minutes{13};                ///< How long a base delay is remembered; at least 1.
    std::uint16_t samples{3};                 ///< The least of so many counts; at least 1.
};

/**
 * The queueing delay of one path: by how much the least of the last samples exceeds the least of
 * the last minutes. Delays are kept as microseconds modulo 2^32 and are compared by their distance,
 * so clocks may wrap: what is kept at one time has to lie within 2^31 us (36 minutes). Memory grows
 * with the minutes that may still be the least: one, where delays are always the same.
 */
class DelayFilter
{
  public:
    /// @param options The constants.
    explicit DelayFilter(const DelayFilterOptions& options);

    /// @param now The present. @param sample What an ack told.
    void OnSample(Time now, const PathSample& sample);
    /// The base is not above this, whatever came so far. By value: g++ 12 at -Os drops what is
    /// written to a temporary sample. @param oneWay A delay without a queue. @param roundTrip
    /// Likewise.
    void Assume(Time oneWay, Time roundTrip);
    /// The base is what was measured.
    void Measure();

    /// @return Whether the base may be less than what was measured.
    bool IsAssumed() const
    {
        return m_assumed.has_value();
    }

    /**
     * @return The queueing delay; 0 before the first sample. It is never more than the round trips
     * admit, whatever the other side claims: a clock that jumps ahead is not taken for a queue
     * (libutp does so likewise).
     */
    Time Queueing() const;
    /// @return The same of the last sample alone; there must be one.
    Time LatestQueueing() const;
    /// @return The least round trip of the minutes kept; 0 before the first sample.
    Time LeastRoundTrip() const;

    /// @return The constants.
    const DelayFilterOptions& Options() const
    {
        return m_options;
    }

  private:
    /// Delays in us modulo 2^32.
    struct Delays
    {
        std::uint32_t oneWay;    ///< From here to there, between two clocks.
        std::uint32_t roundTrip; ///< There and back, by one clock.
    };

    /// The least delays of a minute.
    struct Minute : Delays
    {
        std::uint16_t number; ///< Minutes that had samples before it, modulo 2^16.
    };

    /// One of these delays.
    using Kind = std::uint32_t Delays::*;

    /// Keep the least of each minute, but those that cannot be the least of all any more: a later
    /// minute has no greater ones. @param delays More of the present minute.
    void Remember(const Delays& delays);
    /// @param list Delays. @param kind Which of them. @return The least; 0 if there are none.
    template <typename List>
    static std::uint32_t LeastOf(const List& list, Kind kind);
    /// @param minute One that is kept. @return Whether it is too long ago.
    bool IsOld(const Minute& minute) const;
    /// @param kind A delay. @return The base; 0 before the first sample.
    std::uint32_t Base(Kind kind) const;
    /// @param samples Some. @param kind A delay. @return By how much the least of them exceeds the
    /// base; at least 0.
    template <typename List>
    Time AboveBase(const List& samples, Kind kind) const;
    /// @param samples Some. @return The queueing delay by the least of them.
    template <typename List>
    Time QueueingBy(const List& samples) const;

    DelayFilterOptions m_options;    ///< The constants.
    std::uint16_t m_minute{0};       ///< The number of the last minute.
    Time m_minuteBegan{0};           ///< When it began.
    std::vector<Minute> m_minutes;   ///< Those whose delays may become the least.
    std::vector<Delays> m_recent;    ///< The last samples.
    std::optional<Minute> m_assumed; ///< The base is not above it; kept as a minute is.
};

} // namespace dht

#endif // DHT_DELAY_FILTER_H
