/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_SIMPLE_WINDOW_H
#define DHT_CC_TEST_SIMPLE_WINDOW_H

#include "dht-transport-packet.h"
#include "dht-transport-window.h"

#include <algorithm>
#include <cstddef>
#include <limits>

/**
 * @file
 * @ingroup dht-cc-tests
 * A window for checks of what lies above it.
 */

namespace dht
{
namespace test
{

/// TCP's window in its simplest form: doubles, then adds one packet a round trip; halved by a loss.
class SimpleWindow : public TransportWindow
{
  public:
    /// @param initial Bytes. @param most Bytes at the most. @param rate Bytes a second.
    SimpleWindow(double initial, double most, double rate)
        : m_bytes(initial),
          m_most(most),
          m_rate(rate)
    {
    }

    void OnAck(const AckedPackets& acked) override
    {
        const auto bytes = static_cast<double>(acked.bytes);
        if (acked.isLimited)
        {
            const double growth = m_bytes < m_threshold ? bytes : kMostPayload * bytes / m_bytes;
            m_bytes = std::min(m_bytes + growth, m_most);
        }
        last = acked;
    }

    void OnLoss(const LostPackets& lost) override
    {
        if (lost.sent <= m_reduced && !lost.isPersistent)
        {
            return;
        }
        m_reduced = lost.now;
        ++losses;
        persistent += lost.isPersistent ? 1 : 0;
        m_threshold = std::max(m_bytes / 2, 4.0 * kMostPayload);
        m_bytes =
            lost.isPersistent ? 2.0 * kMostPayload : std::max(m_bytes / 2, 2.0 * kMostPayload);
    }

    void SetPriority(double value) override
    {
        priority = value;
    }

    std::size_t Bytes() const override
    {
        return static_cast<std::size_t>(m_bytes);
    }

    double PacingRate() const override
    {
        return m_rate;
    }

    int losses{0};       ///< Reductions.
    int persistent{0};   ///< Of them, those of persistent congestion.
    double priority{-1}; ///< The last one set.
    AckedPackets last{}; ///< The last ack.

  private:
    double m_bytes;                                         ///< The window.
    double m_most;                                          ///< Its bound.
    double m_rate;                                          ///< Bytes a second.
    Time m_reduced{Time::min()};                            ///< When it was reduced last.
    double m_threshold{std::numeric_limits<double>::max()}; ///< Where doubling ends.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_SIMPLE_WINDOW_H
