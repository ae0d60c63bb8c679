/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_RECORDING_H
#define DHT_CC_STORE_RECORDING_H

#include "simulated-recording.h"
#include "store-network.h"

#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

struct StoreOptions;

/**
 * @ingroup dht-cc
 * Records the peers of a store.
 */
class StoreRecording
{
  public:
    /// @param options What is asked for: a file is named. @param network The peers. @param next
    /// Gets all that is observed. All must outlive this object. @throws DhtOptionError The file
    /// cannot be written.
    StoreRecording(const StoreOptions& options, StoreNetwork& network, dht::StorageObserver& next);
    ~StoreRecording();

    StoreRecording(const StoreRecording&) = delete;
    StoreRecording& operator=(const StoreRecording&) = delete;

    /// @param peer A peer. @return What has to watch it.
    dht::StorageObserver& ObserverOf(uint32_t peer);

    /// A peer goes that has no get or put under way, and another one is to take its place. @param
    /// peer Its number.
    void OnGoes(uint32_t peer);

    /// The simulation is over. @throws std::runtime_error The file cannot be written.
    void Close();

  private:
    class Witness;

    /// @param options What is asked for. @return What the recording is made from.
    dht::Recorder::Plan MakePlan(const StoreOptions& options);
    /// @param plan Gets who the peers are, where blocks go by datagrams.
    void DescribeRing(dht::Recorder::Plan& plan) const;
    /// @param peer A peer. @return What its place in the ring has counted.
    dht::StorageCounters CountersOf(uint32_t peer) const;
    /// A get or put has ended. @param peer The peer. @param now The present. @param kind Its kind.
    /// @param ok Whether it did what it was to do. @param took From begin to end.
    void OnEnded(uint32_t peer, dht::Time now, dht::RecordedEvent kind, bool ok, dht::Time took);

    StoreNetwork& m_network;                           //!< The peers.
    std::vector<Ptr<DhtPeerApplication>> m_carriers;   //!< Those who carry requests, if any do.
    std::vector<dht::Endpoint> m_endpoints;            //!< By peer.
    std::vector<dht::StorageCounters> m_past;          //!< Of those who have gone, by place.
    std::vector<std::unique_ptr<Witness>> m_witnesses; //!< By peer.
    std::unique_ptr<SimulatedRecording> m_recording;   //!< Writes the file.
};

} // namespace ns3

#endif // DHT_CC_STORE_RECORDING_H
