/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_COORDINATES_H
#define DHT_CC_STORE_COORDINATES_H

#include "datagram-store-network.h"

#include <cstdint>
#include <functional>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * The delays between peers that their coordinates predict.
 */
class PredictedDelays : public dht::PeerDelays
{
  public:
    /// @param network The peers, whose present coordinates are taken. @param space Their space.
    PredictedDelays(DatagramStoreNetwork& network, dht::CoordinateSpace space);

    dht::Time Get(uint32_t from, uint32_t to) const override;
    dht::Time Least() const override;

  private:
    std::vector<dht::Coordinate> m_places; //!< Coordinates by peer.
};

/// Let each peer measure round-trip times, one after the other, until coordinates have settled.
/// @param network The peers. @param probes Probes of each. @param onEnd Called at the end.
void SettleCoordinates(DatagramStoreNetwork& network,
                       uint64_t probes,
                       const std::function<void()>& onEnd);

/// @param network The peers. @param random Draws pairs of peers that are up. @return The relative
/// error of the predicted round-trip time of each pair.
std::vector<double> CoordinateErrors(DatagramStoreNetwork& network, dht::Random& random);

} // namespace ns3

#endif // DHT_CC_STORE_COORDINATES_H
