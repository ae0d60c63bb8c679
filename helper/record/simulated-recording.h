/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_SIMULATED_RECORDING_H
#define DHT_CC_SIMULATED_RECORDING_H

#include "dht-deadlock-watchdog.h"
#include "dht-recorder.h"
#include "recording-clock.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * A recording by the clock of the simulator.
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Records a ring from when it is made to Close().
 */
class SimulatedRecording
{
  public:
    /// @param plan What the recording is made from. @throws DhtOptionError The file cannot be
    /// written.
    explicit SimulatedRecording(dht::Recorder::Plan plan);

    SimulatedRecording(const SimulatedRecording&) = delete;
    SimulatedRecording& operator=(const SimulatedRecording&) = delete;

    /// @return What has to observe all peers.
    dht::Recorder& GetRecorder();

    /// Record a lock-up, too. @param watchdog Recognises it; must outlive this object.
    void Watch(const DhtDeadlockWatchdog& watchdog);

    /// The simulation is over. @param counters As its summary has them. @throws std::runtime_error
    /// The file cannot be written.
    void Close(const nlohmann::ordered_json& counters);

    /**
     * @param program The program's name.
     * @param scheme The congestion control's.
     * @param given Every option as text.
     * @return How a run is made: what the header of a recording says of it.
     */
    static nlohmann::ordered_json About(
        const std::string& program,
        const std::string& scheme,
        const std::vector<std::pair<std::string, std::string>>& given);

  private:
    /// Take a sample.
    void Sample();
    /// Record a lock-up, as soon as there is one.
    void LookForLockUp();

    RecordingClock m_clock;                         //!< Has samples taken.
    dht::Recorder m_recorder;                       //!< Writes it.
    const DhtDeadlockWatchdog* m_watchdog{nullptr}; //!< Recognises a lock-up that is to come.
};

} // namespace ns3

#endif // DHT_CC_SIMULATED_RECORDING_H
