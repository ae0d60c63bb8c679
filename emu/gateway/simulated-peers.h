/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_SIMULATED_PEERS_H
#define DHT_CC_SIMULATED_PEERS_H

#include "emulated-network.h"
#include "emulation-options.h"
#include "ring-monitor.h"
#include "ring-recording.h"

#include "ns3/application-container.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The simulated peers of an emulation, and what they achieve. There may be none.
 */
class SimulatedPeers
{
  public:
    /**
     * @param options What is wanted.
     * @param network Where the peers live.
     */
    SimulatedPeers(const EmulationOptions& options, const EmulatedNetwork& network);

    /// Schedule the measurement.
    void Schedule();

    /// End the measurement, unless it has ended.
    void End();

    /// The run is over. @throws std::runtime_error The recording cannot be written.
    void CloseRecording();

    /**
     * @return When the measurement is to end; meaningless if it has no duration.
     */
    Time GetEnd() const;

    /**
     * @return Requests that all of them together have answered, from the start to now.
     */
    uint64_t GetAnswered() const;

    /**
     * @return What each of them has achieved in the measurement, in requests/s.
     */
    std::vector<double> GetAchieved() const;

    /**
     * @return How many there are.
     */
    uint32_t GetCount() const;

    /**
     * @return What was seen; null if there are no simulated peers.
     */
    const RingMonitor* GetMonitor() const;

  private:
    /// Begin the measurement.
    void Begin();
    /// @return Requests that each of them has answered, from the start to now.
    std::vector<uint64_t> Count() const;

    Time m_begin;                               //!< When the measurement begins.
    Time m_duration;                            //!< Its length; 0: until End() is called.
    bool m_begun{false};                        //!< Whether it has begun.
    bool m_ended{false};                        //!< Whether it has ended.
    std::vector<uint64_t> m_before;             //!< Answered before it, by peer.
    std::vector<uint64_t> m_after;              //!< Answered when it had ended, by peer.
    ApplicationContainer m_peers;               //!< The peers.
    std::unique_ptr<RingMonitor> m_monitor;     //!< Watches them; null if there are none.
    std::unique_ptr<RingRecording> m_recording; //!< Of them; null if there is none.
};

} // namespace ns3

#endif // DHT_CC_SIMULATED_PEERS_H
