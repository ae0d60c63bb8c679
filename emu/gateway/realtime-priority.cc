/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "realtime-priority.h"

#include "tap.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <sched.h>
#include <string>
#include <sys/resource.h>

namespace ns3
{

namespace
{

/// Above nothing, and above each process that is not real-time.
constexpr int PRIORITY = 10;
/// So long the process may run without waiting, in microseconds.
constexpr rlim_t LONGEST_RUN = 200'000;
/// Should it not even get to sleep, the kernel ends it then.
constexpr rlim_t KILLED_AFTER = 5'000'000;
/// How long it sleeps then, in nanoseconds.
constexpr long TRIAL_PAUSE = 10'000'000;

volatile std::sig_atomic_t g_pauses = 0;

/// @return Whether the limit is set; the kernel raises it whenever it has been reached.
bool
SetLimit()
{
    const rlimit limit{LONGEST_RUN, KILLED_AFTER};
    return setrlimit(RLIMIT_RTTIME, &limit) == 0;
}

/// The limit is reached.
void
Pause(int)
{
    const int error = errno;
    const timespec pause{0, TRIAL_PAUSE};
    nanosleep(&pause, nullptr);
    SetLimit();
    g_pauses = g_pauses + 1;
    errno = error;
}

} // namespace

void
RealtimePriority::Raise()
{
    struct sigaction action
    {
    };

    action.sa_handler = Pause;
    action.sa_flags = SA_RESTART;
    sigaction(SIGXCPU, &action, nullptr);
    sched_param priority{};
    priority.sched_priority = PRIORITY;
    if (!SetLimit() || sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority) != 0)
    {
        throw EmulationImpossible(std::string("--fifo: real-time priority is refused: run it as "
                                              "root, or with CAP_SYS_NICE (") +
                                  std::strerror(errno) + ")");
    }
}

uint64_t
RealtimePriority::GetPauses()
{
    return g_pauses;
}

} // namespace ns3
