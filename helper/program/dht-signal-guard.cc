/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-signal-guard.h"

#include "dht-end-by-signal.h"
#include "dht-pending-file.h"

#include <csignal>
#include <stdexcept>
#include <unistd.h>

namespace ns3
{

namespace
{

/// The signal that asked this process to end, or 0.
volatile std::sig_atomic_t g_signal = 0;

void
Note(int signal)
{
    g_signal = signal;
}

/// ns-3 has said what is wrong.
void
Terminate()
{
    dht::PendingFile::RemoveAllPartial();
    _exit(1);
}

} // namespace

DhtSignalGuard::DhtSignalGuard()
{
    g_signal = 0;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    {
        const auto handler = std::signal(signal, Note);
        m_handlers.emplace_back(signal, handler);
        if (signal == SIGHUP && handler == SIG_IGN)
        {
            std::signal(signal, SIG_IGN); // nohup has the last word
        }
    }
    m_terminate = std::set_terminate(Terminate);
}

DhtSignalGuard::~DhtSignalGuard()
{
    std::set_terminate(m_terminate);
    for (const auto& [signal, handler] : m_handlers)
    {
        std::signal(signal, handler);
    }
}

void
DhtSignalGuard::Check()
{
    if (g_signal != 0)
    {
        throw std::runtime_error("interrupted; nothing was written");
    }
}

void
DhtSignalGuard::PassOn()
{
    if (g_signal != 0)
    {
        dht::EndBySignal(g_signal);
    }
}

} // namespace ns3
