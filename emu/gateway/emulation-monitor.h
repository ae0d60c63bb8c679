/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_EMULATION_MONITOR_H
#define DHT_CC_EMULATION_MONITOR_H

#include "emulated-network.h"
#include "realtime-loop.h"
#include "simulated-peers.h"

#include "ns3/event-id.h"

#include <ostream>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Tells each second how an emulation goes: a line of the time series, and on standard error a line
 * that is renewed on a terminal, and one now and then elsewhere.
 */
class EmulationMonitor
{
  public:
    /**
     * @param network What is watched.
     * @param peers The simulated peers, which are watched too.
     * @param loop Its clock.
     * @param series Where a line a second goes, as CSV; null for nowhere.
     * @param quiet Nothing on standard error.
     */
    EmulationMonitor(const EmulatedNetwork& network,
                     const SimulatedPeers& peers,
                     RealtimeLoop& loop,
                     std::ostream* series,
                     bool quiet);

    /// Ends the line on the terminal.
    ~EmulationMonitor();

    EmulationMonitor(const EmulationMonitor&) = delete;
    EmulationMonitor& operator=(const EmulationMonitor&) = delete;

  private:
    /// What all real peers' packets came to.
    struct Sums
    {
        uint64_t read{0};      //!< From the taps.
        uint64_t delivered{0}; //!< To the taps.
        uint64_t dropped{0};   //!< In the queues.
        uint64_t answered{0};  //!< Requests of simulated peers.
        uint64_t events{0};    //!< Of the simulation.
    };

    /// A second has passed.
    void Tick();
    /// Write a line of the series. @param change Since the last one. @param lag Since then.
    void WriteLine(const Sums& change, const LagHistogram& lag);
    /// Say on standard error how it goes. @param change Since a second. @param lag Since then.
    void Tell(const Sums& change, const LagHistogram& lag) const;
    /// @return What has happened so far.
    Sums Take() const;

    const EmulatedNetwork& m_network; //!< What is watched.
    const SimulatedPeers& m_peers;    //!< Watched too.
    RealtimeLoop& m_loop;             //!< Its clock.
    std::ostream* m_series;           //!< Where the series goes, or null.
    bool m_quiet;                     //!< Nothing on standard error.
    bool m_terminal;                  //!< Whether that is a terminal.
    uint64_t m_ticks{0};              //!< Seconds so far.
    Sums m_last;                      //!< At the last Tick().
    EventId m_tick;                   //!< Of Tick().
};

} // namespace ns3

#endif // DHT_CC_EMULATION_MONITOR_H
