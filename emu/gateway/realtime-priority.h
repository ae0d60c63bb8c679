/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_REALTIME_PRIORITY_H
#define DHT_CC_REALTIME_PRIORITY_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Puts this process before all others (SCHED_FIFO), without letting it starve the machine: when it
 * has run for a while without ever waiting, it sleeps for a moment.
 */
class RealtimePriority
{
  public:
    /**
     * @throws EmulationImpossible It is not allowed.
     */
    static void Raise();

    /**
     * @return How often the process had to sleep.
     */
    static uint64_t GetPauses();
};

} // namespace ns3

#endif // DHT_CC_REALTIME_PRIORITY_H
