/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "status-line.h"

#include <cstdio>
#include <unistd.h>

namespace dht
{

namespace
{

constexpr std::chrono::milliseconds kOnTerminal{500};
constexpr std::chrono::seconds kElsewhere{10};

} // namespace

StatusLine::StatusLine(bool quiet)
    : m_quiet(quiet),
      m_terminal(isatty(STDERR_FILENO) == 1),
      m_last(Clock::now())
{
}

StatusLine::~StatusLine()
{
    if (m_shown)
    {
        std::fprintf(stderr, "\r\033[K");
    }
}

void
StatusLine::Update(const PeerStatus& status)
{
    const auto now = Clock::now();
    if (m_quiet || now - m_last < (m_terminal ? Clock::duration(kOnTerminal) : kElsewhere))
    {
        return;
    }
    const double seconds = std::chrono::duration<double>(now - m_last).count();
    const auto answered = static_cast<double>(status.answered - m_before.answered);
    const double delay = answered > 0 ? (status.delaySum - m_before.delaySum) / answered : 0;
    std::fprintf(stderr,
                 "%s%s: %zu neighbours, %zu connected to it, %.1f requests/s at %.0f ms, "
                 "%.1f relayed/s, %zu queued%s",
                 m_terminal ? "\r\033[K" : "",
                 status.place.c_str(),
                 status.neighbours,
                 status.connections,
                 answered / seconds,
                 1e3 * delay,
                 static_cast<double>(status.relayed - m_before.relayed) / seconds,
                 status.queued,
                 m_terminal ? "" : "\n");
    std::fflush(stderr);
    m_shown = m_terminal;
    m_last = now;
    m_before = status;
}

void
StatusLine::Say(LogLevel /* level */, const std::string& text)
{
    if (!m_quiet)
    {
        std::fprintf(stderr, "%s%s\n", m_shown ? "\r\033[K" : "", text.c_str());
        m_shown = false;
    }
}

} // namespace dht
