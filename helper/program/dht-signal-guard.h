/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_SIGNAL_GUARD_H
#define DHT_CC_DHT_SIGNAL_GUARD_H

#include <exception>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * While it exists, SIGINT, SIGTERM and SIGHUP are noted instead of ending the process, and a
 * program that terminates (ns-3 aborts) removes its unfinished files first: no half-written file
 * stays behind.
 */
class DhtSignalGuard
{
  public:
    DhtSignalGuard();
    ~DhtSignalGuard();

    DhtSignalGuard(const DhtSignalGuard&) = delete;
    DhtSignalGuard& operator=(const DhtSignalGuard&) = delete;

    /**
     * To be called periodically.
     *
     * @throws std::runtime_error A signal has come.
     */
    static void Check();

    /// End this process by the signal that has come, if one has: to be called when everything is
    /// cleaned up.
    static void PassOn();

  private:
    std::vector<std::pair<int, void (*)(int)>> m_handlers; //!< What the signals did before.
    std::terminate_handler m_terminate;                    //!< What terminating did before.
};

} // namespace ns3

#endif // DHT_CC_DHT_SIGNAL_GUARD_H
