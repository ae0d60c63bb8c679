/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PROGRESS_DISPLAY_H
#define DHT_CC_DHT_PROGRESS_DISPLAY_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <chrono>
#include <functional>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Shows the progress of a simulation on standard error: a bar on a terminal, a line now and then on
 * anything else. It reads the clock but never changes the simulation.
 */
class DhtProgressDisplay
{
  public:
    /**
     * @param share Gives the share of the simulation that is done, in [0, 1].
     * @param quiet Show nothing.
     * @param tick How often to look at the clock, in simulated time.
     */
    DhtProgressDisplay(std::function<double()> share, bool quiet, Time tick = MilliSeconds(200));

    /// Ends the bar's line.
    ~DhtProgressDisplay();

    DhtProgressDisplay(const DhtProgressDisplay&) = delete;
    DhtProgressDisplay& operator=(const DhtProgressDisplay&) = delete;

  private:
    /// Look at the clock, and again a little later.
    void Tick();
    /// Show the progress.
    void Show();

    using Clock = std::chrono::steady_clock;

    std::function<double()> m_share; //!< How much is done.
    Time m_period;                   //!< How often to look at the clock.
    bool m_terminal;                 //!< Whether standard error is a terminal.
    Clock::time_point m_start;       //!< When this one was made.
    Clock::time_point m_last;        //!< When it was shown last.
    bool m_shown{false};             //!< Whether it was ever shown.
    EventId m_tick;                  //!< Of Tick().
};

} // namespace ns3

#endif // DHT_CC_DHT_PROGRESS_DISPLAY_H
