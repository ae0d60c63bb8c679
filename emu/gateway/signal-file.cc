/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "signal-file.h"

#include <initializer_list>
#include <sys/signalfd.h>
#include <unistd.h>

namespace ns3
{

SignalFile::SignalFile()
{
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    {
        sigaddset(&signals, signal);
    }
    sigprocmask(SIG_BLOCK, &signals, &m_before);
    m_file = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
}

SignalFile::~SignalFile()
{
    // one that came too late has done what it should: end the run
    while (Take() != 0)
    {
    }
    close(m_file);
    sigprocmask(SIG_SETMASK, &m_before, nullptr);
}

int
SignalFile::GetFile() const
{
    return m_file;
}

int
SignalFile::Take() const
{
    signalfd_siginfo signal{};
    const bool isRead = read(m_file, &signal, sizeof(signal)) == sizeof(signal);
    return isRead ? static_cast<int>(signal.ssi_signo) : 0;
}

} // namespace ns3
