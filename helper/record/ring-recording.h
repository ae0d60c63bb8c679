/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_RING_RECORDING_H
#define DHT_CC_RING_RECORDING_H

#include "dht-peer-application.h"
#include "ring-monitor.h"
#include "simulated-recording.h"

#include "ns3/application-container.h"

#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * A recording of peers at the packet level.
 */

namespace ns3
{

/// @param peers Peers, by number, none of which has started. @param plan Gets who they are, their
/// links and their queues.
void DescribePeers(const std::vector<Ptr<DhtPeerApplication>>& peers, dht::Recorder::Plan& plan);

/**
 * @ingroup dht-cc
 * Records peers that are ns-3 applications.
 */
class RingRecording
{
  public:
    /**
     * @param options What is asked for; a file is named.
     * @param about How the run is made (SimulatedRecording::About()).
     * @param peers DhtPeerApplications, none of which has started.
     * @param monitor Of the same peers; must outlive this object.
     * @throws DhtOptionError The file cannot be written.
     */
    RingRecording(const dht::RecordingOptions& options,
                  const nlohmann::ordered_json& about,
                  const ApplicationContainer& peers,
                  const RingMonitor& monitor);

    /// As the constructor. @param options What is asked for. @param about How the run is made.
    /// @param peers The peers. @param monitor Of them. @return The recording; null if no file is
    /// named.
    static std::unique_ptr<RingRecording> Make(const dht::RecordingOptions& options,
                                               const nlohmann::ordered_json& about,
                                               const ApplicationContainer& peers,
                                               const RingMonitor& monitor);

    /// Stops recording.
    ~RingRecording();

    RingRecording(const RingRecording&) = delete;
    RingRecording& operator=(const RingRecording&) = delete;

    /// Record a lock-up, too. @param watchdog Recognises it; must outlive this object.
    void Watch(const DhtDeadlockWatchdog& watchdog);

    /// The simulation is over. @param counters As its summary has them. @throws std::runtime_error
    /// The file cannot be written.
    void Close(const nlohmann::ordered_json& counters);

  private:
    std::vector<Ptr<DhtPeerApplication>> m_peers;    //!< By number.
    const RingMonitor& m_monitor;                    //!< Of the same peers.
    std::unique_ptr<SimulatedRecording> m_recording; //!< Of them.
};

} // namespace ns3

#endif // DHT_CC_RING_RECORDING_H
