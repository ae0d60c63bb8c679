/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_SIMULATED_STATISTICS_H
#define DHT_CC_SIMULATED_STATISTICS_H

#include "dht-ring-statistics.h"

#include "ns3/event-id.h"

#include <ostream>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Statistics of a ring by the clock of the simulator, as long as this object lives.
 */
class SimulatedStatistics
{
  public:
    /**
     * @param look Looks at the peers.
     * @param series Gets one line of CSV per simulated second; null for no series.
     * @param sums Sums up over all processes, if this process has a part of the ring; otherwise
     * null.
     */
    SimulatedStatistics(dht::RingStatistics::Look look,
                        std::ostream* series,
                        dht::RingSums* sums = nullptr);
    ~SimulatedStatistics();

    SimulatedStatistics(const SimulatedStatistics&) = delete;
    SimulatedStatistics& operator=(const SimulatedStatistics&) = delete;

    /// Begin the window.
    void Begin();
    /// End the window, and wait for other processes, if there are any.
    void End();

    /**
     * @return The results of the window, until now if it has not ended; all are 0 if it has not
     * begun.
     */
    dht::RingResults GetResults() const;

    /**
     * @return The underlying statistics.
     */
    dht::RingStatistics& Get();

  private:
    /// Take a sample, and write a line of the series now and then.
    void Tick();

    dht::RingStatistics m_statistics; //!< The underlying statistics.
    EventId m_tick;                   //!< The next Tick().
};

} // namespace ns3

#endif // DHT_CC_SIMULATED_STATISTICS_H
