/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_CLOCK_H
#define DHT_EMU_PEER_CLOCK_H

#include "dht-time.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>

/**
 * @file
 * @ingroup dht-emu
 * Time, as the protocol counts it, from the clock of the machine.
 */

namespace dht
{

/// A clock that starts with the peer.
class PeerClock
{
  public:
    /// @return The present.
    Time Now() const
    {
        return std::chrono::steady_clock::now() - m_start;
    }

    /// @param time An instant. @return The same instant, as timers take it.
    std::chrono::steady_clock::time_point At(Time time) const
    {
        return m_start + time;
    }

  private:
    std::chrono::steady_clock::time_point m_start{
        std::chrono::steady_clock::now()}; ///< The origin.
};

/**
 * Calls somebody at the time asked for last, or earlier: a timer that fires too early only costs
 * another one, to move it costs more.
 */
class WakeTimer
{
  public:
    /// @param context Runs it. @param clock The clock. @param wake Whom to call.
    WakeTimer(boost::asio::io_context& context, const PeerClock& clock, std::function<void()> wake);

    /// @param time The instant; kNever for not at all.
    void SetAt(Time time);

    /// Do not call any more.
    void Stop();

  private:
    /// Wait for m_at.
    void Wait();

    boost::asio::steady_timer m_timer; ///< The timer.
    const PeerClock* m_clock;          ///< The clock.
    std::function<void()> m_wake;      ///< Whom to call.
    Time m_at{kNever};                 ///< When the timer fires.
};

} // namespace dht

#endif // DHT_EMU_PEER_CLOCK_H
