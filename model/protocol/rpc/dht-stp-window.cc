/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-stp-window.h"

#include <algorithm>

namespace dht
{

StpWindow::StpWindow(const StpWindowOptions& options)
    : m_options(options)
{
}

double
StpWindow::Size() const
{
    return m_size;
}

std::size_t
StpWindow::Limit() const
{
    return std::max<std::size_t>(1, static_cast<std::size_t>(m_options.multiplier * m_size));
}

std::size_t
StpWindow::InFlight() const
{
    return m_inFlight;
}

bool
StpWindow::HasRoom() const
{
    return m_inFlight < Limit();
}

void
StpWindow::Enter(Time now)
{
    const bool wasIdle = m_inFlight == 0 && now - m_lastUse >= m_options.idle;
    if (wasIdle && m_options.idle > Time(0))
    {
        m_size = 1; // what was learnt of the network is past
    }
    ++m_inFlight;
}

void
StpWindow::Leave(Time now)
{
    --m_inFlight;
    m_lastUse = now;
}

void
StpWindow::OnReply()
{
    m_size += m_size < m_options.slowStart ? 1 : 1 / m_size;
}

void
StpWindow::OnTimeout(Time now, Time sent)
{
    if (m_options.halving == WindowHalving::kEachRound && sent <= m_halved)
    {
        return; // it was lost in the same congestion as the one before
    }
    m_size = std::max(m_size / 2, 1.0);
    m_halved = now;
}

} // namespace dht
