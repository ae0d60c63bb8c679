/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-clock.h"

#include <utility>

namespace dht
{

WakeTimer::WakeTimer(boost::asio::io_context& context,
                     const PeerClock& clock,
                     std::function<void()> wake)
    : m_timer(context),
      m_clock(&clock),
      m_wake(std::move(wake))
{
}

void
WakeTimer::SetAt(Time time)
{
    if (time < m_at)
    {
        m_at = time;
        Wait();
    }
}

void
WakeTimer::Stop()
{
    m_at = kNever;
    m_timer.cancel();
}

void
WakeTimer::Wait()
{
    m_timer.expires_at(m_clock->At(m_at));
    m_timer.async_wait([this](const boost::system::error_code& error) {
        // one that was moved, or had fired when it was to be moved
        if (error || m_clock->Now() < m_at)
        {
            return;
        }
        m_at = kNever;
        m_wake();
    });
}

} // namespace dht
