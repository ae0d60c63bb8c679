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

bool
StpWindow::TellsDistances() const
{
    return true; // NSDI04 has coordinates learn from all RPCs
}

void
StpWindow::Enter(Time now)
{
    const bool wasIdle = InFlight() == 0 && now - m_lastUse >= m_options.idle;
    if (wasIdle && m_options.idle > Time(0))
    {
        m_size = 1; // what was learnt of the network is past
    }
    RpcWindow::Enter(now);
}

void
StpWindow::Leave(Time now)
{
    RpcWindow::Leave(now);
    m_lastUse = now;
}

void
StpWindow::OnReply(const RpcReply& /* reply */)
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
