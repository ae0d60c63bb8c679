/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LIMITED_ROUNDS_H
#define DHT_LIMITED_ROUNDS_H

#include "dht-time.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Which round trips a window bounds.
 */

namespace dht
{

/// Whether a window, rather than who sends, bounds what is in flight. It is judged by round trips:
/// right after a window has grown, no single answer finds it full.
class LimitedRounds
{
  public:
    /**
     * Something was answered.
     *
     * @param now The present.
     * @param sent When it left.
     * @param isFull Whether the window was full until then.
     * @return Whether it was at any time of this round trip, or of the last one.
     */
    bool OnAnswer(Time now, Time sent, bool isFull)
    {
        m_isLimited = m_isLimited || isFull;
        const bool isBounded = m_isLimited || m_wasLimited;
        if (sent >= m_begin)
        {
            m_wasLimited = m_isLimited;
            m_isLimited = false;
            m_begin = now;
        }
        return isBounded;
    }

  private:
    Time m_begin{0};          ///< When this round trip began.
    bool m_isLimited{false};  ///< In this round trip, the window was full.
    bool m_wasLimited{false}; ///< It was in the last one.
};

} // namespace dht

#endif // DHT_LIMITED_ROUNDS_H
