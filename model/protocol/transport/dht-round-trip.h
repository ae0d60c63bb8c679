/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_ROUND_TRIP_H
#define DHT_ROUND_TRIP_H

#include "dht-time.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * How long a link waits for an answer (RFC 9002, sections 5 and 6).
 */

namespace dht
{

/// How long a receiver may hold an ack back.
constexpr Time kAckDelay = FromSeconds(0.025);

/// The round-trip time of a link, and the timers that follow from it.
class RoundTrip
{
  public:
    /// An answer came. @param time From the packet's departure to the ack's arrival. @param hold
    /// How long the receiver says that it held the ack back.
    void OnSample(Time time, Time hold);

    /// @return Whether anything was measured.
    bool IsKnown() const
    {
        return m_least != kNever;
    }

    /// @return The smoothed time; 333 ms before anything was measured.
    Time Smoothed() const
    {
        return m_smoothed;
    }

    /// @return The least time; kNever before anything was measured.
    Time Least() const
    {
        return m_least;
    }

    /// A packet has arrived that had been taken for lost: wait longer the next time, as RACK does
    /// (RFC 8985, section 6.2, step 4).
    void OnSpuriousLoss();

    /// @return After how long a packet is lost if a later one has arrived: 9/8 of the greater of
    /// the smoothed and the latest time, and 1/8 more after each spurious loss, up to twice.
    Time LossDelay() const;
    /// @return After how long without an ack to probe, the first time.
    Time ProbeTimeout() const;

  private:
    Time m_smoothed{FromSeconds(0.333)};   ///< RFC 9002, section 6.2.2.
    Time m_variation{FromSeconds(0.1665)}; ///< Mean deviation from it.
    Time m_latest{0};                      ///< The last sample.
    Time m_least{kNever};                  ///< The least one; kNever: there is none.
    int m_patience{1};                     ///< Eighths by which packets may be late.
};

} // namespace dht

#endif // DHT_ROUND_TRIP_H
