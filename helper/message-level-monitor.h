/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_LEVEL_MONITOR_H
#define DHT_CC_MESSAGE_LEVEL_MONITOR_H

#include "dht-summary.h"
#include "message-level-ring.h"
#include "simulated-statistics.h"

#include <ostream>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Watches the peers of a message-level ring.
 */
class MessageLevelMonitor : public dht::Observer
{
  public:
    /**
     * @param ring The ring, whose peers are made; must outlive this object.
     * @param series Gets one line of CSV per simulated second; null for no series.
     * @param sums Sums up over all processes, if this process has a part of the ring; otherwise
     * null.
     */
    MessageLevelMonitor(MessageLevelRing& ring,
                        std::ostream* series,
                        dht::RingSums* sums = nullptr);

    /// Begin the window.
    void Begin();
    /// End the window, and wait for other processes: to be called after the simulation if there
    /// are any.
    void End();

    /// @return The statistics of the window, to be merged with those of other processes.
    dht::RingStatistics& GetStatistics();

    /// @return The results of the window, until now if it has not ended; all are 0 if it has not
    /// begun.
    dht::RingResults GetResults() const;

    /// @return Totals over all peers, from the start of the simulation to now.
    dht::RingTotals GetTotals() const;

  private:
    void OnAnswered(const dht::EventContext& at, const dht::Answer& answer) override;
    /// Show the present state of the peers. @param eye Takes the state of each.
    void Look(const dht::RingStatistics::Eye& eye) const;

    MessageLevelRing& m_ring;         //!< The ring.
    SimulatedStatistics m_statistics; //!< The statistics.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_LEVEL_MONITOR_H
