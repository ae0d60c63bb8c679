/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-end-by-signal.h"

#include <csignal>
#include <cstdio>
#include <iostream>
#include <unistd.h>

namespace dht
{

void
EndBySignal(int signal)
{
    std::cout.flush();
    std::fflush(nullptr);
    std::signal(signal, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    sigprocmask(SIG_UNBLOCK, &only, nullptr);
    std::raise(signal);
    _exit(128 + signal); // what a shell calls the same end, should the signal do nothing
}

} // namespace dht
