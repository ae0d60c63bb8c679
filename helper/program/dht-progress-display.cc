/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-progress-display.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cstdio>
#include <string>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

constexpr int WIDTH = 30;

} // namespace

DhtProgressDisplay::DhtProgressDisplay(std::function<double()> share, bool quiet, Time tick)
    : m_share(std::move(share)),
      m_period(tick),
      m_terminal(isatty(STDERR_FILENO) == 1),
      m_start(Clock::now()),
      m_last(m_start)
{
    // the events are there in any case, so that what is simulated does not depend on who watches
    m_terminal = m_terminal && !quiet;
    if (quiet)
    {
        m_last = Clock::time_point::max();
    }
    m_tick = Simulator::Schedule(m_period, &DhtProgressDisplay::Tick, this);
}

DhtProgressDisplay::~DhtProgressDisplay()
{
    m_tick.Cancel();
    if (m_terminal && m_shown)
    {
        std::fprintf(stderr, "\r\033[K");
    }
}

void
DhtProgressDisplay::Tick()
{
    m_tick = Simulator::Schedule(m_period, &DhtProgressDisplay::Tick, this);
    const auto pause =
        m_terminal ? std::chrono::milliseconds(200) : std::chrono::milliseconds(2000);
    const auto now = Clock::now();
    if (m_last < now && now - m_last >= pause)
    {
        m_last = now;
        Show();
    }
}

void
DhtProgressDisplay::Show()
{
    const double simulated = Simulator::Now().GetSeconds();
    const double share = m_share();
    const double wall = std::chrono::duration<double>(m_last - m_start).count();
    const double left = share > 0 ? wall / share - wall : 0;
    char text[128];
    std::snprintf(text,
                  sizeof(text),
                  "%3.0f%%  %.1f s simulated, %.1f times real time, %.0f s left",
                  100 * share,
                  simulated,
                  simulated / wall,
                  left);
    if (m_terminal)
    {
        const std::string bar(static_cast<std::size_t>(share * WIDTH), '#');
        std::fprintf(stderr, "\r\033[K[%-*s] %s", WIDTH, bar.c_str(), text);
    }
    else
    {
        std::fprintf(stderr, "%s\n", text);
    }
    std::fflush(stderr);
    m_shown = true;
}

} // namespace ns3
