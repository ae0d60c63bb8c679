/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TRANSPORT_PEER_LINKS_H
#define DHT_CC_DHT_TRANSPORT_PEER_LINKS_H

#include "dht-datagram-socket.h"
#include "dht-links-over-transport.h"
#include "dht-peer-links.h"
#include "dht-transport-pump.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * A peer's links over the overlay's own transport, on the socket of its datagrams.
 */
class DhtTransportPeerLinks
    : public dht::LinksOverTransport<DhtPeerLinks, DhtTransportPump<dht::LinkTransport>>
{
  public:
    /// What they are made of.
    struct Setup
    {
        dht::Endpoint self;                             //!< Where the peer is.
        dht::LinkTransport::Options options;            //!< How links are.
        dht::TransportEndpoint::WindowMaker makeWindow; //!< Makes windows.
        dht::Random& random;                            //!< Must outlive the links.
    };

    /**
     * @param datagrams Carries packets; must outlive the links.
     * @param setup What they are made of.
     * @param listeners Whom to tell what happens.
     */
    DhtTransportPeerLinks(DhtDatagramSocket& datagrams, const Setup& setup, Listeners listeners);
    ~DhtTransportPeerLinks() override;

    void CloseAll() override;
    void Abort() override;
    bool IsClosed() const override;
    Address GetLocal(dht::LinkIndex link) const override;
    std::optional<dht::ConnectionId> Find(const Address& from) const override;

  private:
    DhtDatagramSocket& m_datagrams; //!< Carries packets.
    dht::Endpoint m_self;           //!< Where the peer is.
};

} // namespace ns3

#endif // DHT_CC_DHT_TRANSPORT_PEER_LINKS_H
