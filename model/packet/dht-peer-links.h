/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PEER_LINKS_H
#define DHT_CC_DHT_PEER_LINKS_H

#include "dht-neighbour-links.h"

#include "ns3/address.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What carries requests between a peer and its neighbours, both ways: the one interface of the
 * kinds of transport. Links are opened only while the simulation runs.
 */
class DhtPeerLinks : public dht::NeighbourLinks
{
  public:
    /// Close all, both ways: what was sent still arrives. Nobody is told anything any more.
    virtual void CloseAll() = 0;

    /// Forget all, and send nothing: the neighbours are not told.
    virtual void Abort() = 0;

    /**
     * @return Whether CloseAll() has nothing left to do that needs this object and the peer's
     *         datagrams.
     */
    virtual bool IsClosed() const = 0;

    /**
     * @param link A number.
     * @return Address and port of this end; invalid if the link is not there.
     */
    virtual Address GetLocal(dht::LinkIndex link) const = 0;

    /**
     * @param from The other end of a connection.
     * @return The connection, the newest one if there are several; nothing if there is none.
     */
    virtual std::optional<dht::ConnectionId> Find(const Address& from) const = 0;
};

} // namespace ns3

#endif // DHT_CC_DHT_PEER_LINKS_H
