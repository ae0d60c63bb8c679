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
 * Makes a share of the peers hostile, drawn at random. The same stream draws the same peers,
 * whatever else they are and whatever kind of hostile, and of a greater share these and more.
 */
class DhtHostilePeers
{
  public:
    /**
     * @param behaviour What hostile peers do.
     * @param share Their share of all peers, in [0, 1).
     * @throws std::invalid_argument It is not in that range.
     */
    DhtHostilePeers(dht::Behaviour behaviour, double share);

    /**
     * @param stream The random stream to use.
     * @return How many streams were used.
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Set the attribute Behaviour of those that are drawn. The first peer is never one of them:
     * with it, the ring begins.
     *
     * @param peers DhtPeerApplications that have not started; at least one.
     */
    void Choose(const ApplicationContainer& peers);

    /**
     * @param share Of the peers.
     * @param peers How many there are.
     * @return How many that is: the nearest whole number, at least one if it is a share at all, but
     *         never all.
     */
    static std::size_t CountOf(double share, std::size_t peers);

  private:
    dht::Behaviour m_behaviour;          //!< What they do.
    double m_share;                      //!< Of all peers.
    Ptr<UniformRandomVariable> m_random; //!< Draws them.
};

} // namespace ns3

#endif // DHT_CC_DHT_HOSTILE_PEERS_H
