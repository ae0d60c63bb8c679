/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_HOSTILE_PEERS_H
#define DHT_CC_DHT_HOSTILE_PEERS_H

#include "dht-behaviour.h"

#include "ns3/application-container.h"
#include "ns3/random-variable-stream.h"

#include <cstddef>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Makes a share of the peers hostile, drawn at random. The same stream draws the same peers for
 * every kind of behaviour, and a greater share adds peers to them.
 */
class DhtHostilePeers
{
  public:
    /**
     * @param behaviour Behaviour of the hostile peers.
     * @param share Their share of all peers, in [0, 1).
     * @throws std::invalid_argument The share is not in that range.
     */
    DhtHostilePeers(dht::Behaviour behaviour, double share);

    /**
     * @param stream The random stream to use.
     * @return Number of streams used.
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Draw the hostile peers and set their attribute Behaviour. The first peer, with which the ring
     * begins, is never drawn.
     *
     * @param peers DhtPeerApplications that have not started; at least one.
     */
    void Choose(const ApplicationContainer& peers);

    /**
     * @param share Share of the peers.
     * @param peers Number of peers.
     * @return Number of hostile peers: the nearest whole number, at least one if the share is above
     *         0, but never all.
     */
    static std::size_t CountOf(double share, std::size_t peers);

  private:
    dht::Behaviour m_behaviour;          //!< Behaviour of the hostile peers.
    double m_share;                      //!< Their share of all peers.
    Ptr<UniformRandomVariable> m_random; //!< Draws the hostile peers.
};

} // namespace ns3

#endif // DHT_CC_DHT_HOSTILE_PEERS_H
