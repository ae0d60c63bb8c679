/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_RENDEZVOUS_H
#define DHT_CC_DHT_RENDEZVOUS_H

#include "dht-peer-application.h"
#include "dht-stream-random.h"

#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Names members of the ring to peers that want to join it. A peer that asks while the ring has no
 * member begins a new ring.
 */
class DhtRendezvous
{
  public:
    /**
     * @param random Chooses the members to name; copies of it share the stream.
     */
    explicit DhtRendezvous(const DhtStreamRandom& random);

    /// @param peer A peer that others may hear of while it is a member of the ring; it has to
    /// outlive the last question.
    void Add(const DhtPeerApplication* peer);

    /**
     * @return Up to three members of the ring, chosen at random.
     */
    std::vector<dht::Endpoint> Ask();

  private:
    DhtStreamRandom m_random;                       //!< Chooses the members to name.
    std::vector<const DhtPeerApplication*> m_peers; //!< All peers.
};

} // namespace ns3

#endif // DHT_CC_DHT_RENDEZVOUS_H
