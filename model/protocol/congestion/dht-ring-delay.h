/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RING_DELAY_H
#define DHT_RING_DELAY_H

#include "dht-congestion-control.h"
#include "dht-smoothed-mean.h"

#include <algorithm>

/**
 * @file
 * @ingroup dht-protocol
 * What a source's answers tell of the ring.
 */

namespace dht
{

/// How many own requests wait in the ring, rather than travel: the round-trip time over all
/// destinations, its smoothed mean R, the least of that, R0, and the rate of the answers.
class RingDelay
{
  public:
    /// @param gain Weight of the last answer.
    explicit RingDelay(double gain)
        : m_mean(gain),
          m_gap(gain)
    {
    }

    /// @param ack An answer.
    void OnAck(const AckContext& ack)
    {
        if (m_last != kNever)
        {
            m_gap.Add(ToSeconds(ack.now - m_last));
        }
        m_last = ack.now;
        if (ack.rtt == Time(0))
        {
            return;
        }
        m_mean.Add(ToSeconds(ack.rtt));
        if (m_mean.IsSettled())
        {
            m_least = m_least > 0 ? std::min(m_least, m_mean.Get()) : m_mean.Get();
        }
    }

    /// @return R in seconds; 0 before the first round trip.
    double Mean() const
    {
        return m_mean.Get();
    }

    /// @param now The present. @return Whether the last answer is recent enough for R to be true.
    bool IsFresh(Time now) const
    {
        return m_last != kNever && ToSeconds(now - m_last) < kFreshFor * Mean();
    }

    /// @param window Requests that may be outstanding. @return How many wait, by the round-trip
    /// times of those that were answered.
    double WaitingOf(double window) const
    {
        return m_least > 0 ? window * (1 - m_least / Mean()) : 0;
    }

    /// @param outstanding Requests that are. @return How many wait, by Little's law: as many travel
    /// as are answered in R0. It counts those that are not answered at all.
    double WaitingAmong(double outstanding) const
    {
        return m_least > 0 && m_gap.Get() > 0 ? std::max(outstanding - m_least / m_gap.Get(), 0.0)
                                              : 0;
    }

  private:
    /// In R: as many round trips as make up a mean.
    static constexpr double kFreshFor = 16;

    SmoothedMean m_mean; ///< R in seconds.
    SmoothedMean m_gap;  ///< Between answers, in seconds.
    double m_least{0};   ///< R0 in seconds; 0 if unknown.
    Time m_last{kNever}; ///< The last answer.
};

} // namespace dht

#endif // DHT_RING_DELAY_H
