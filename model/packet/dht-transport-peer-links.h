/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TRANSPORT_PEER_LINKS_H
#define DHT_CC_DHT_TRANSPORT_PEER_LINKS_H

#include "dht-datagram-socket.h"
#include "dht-link-transport.h"
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
class DhtTransportPeerLinks : public DhtPeerLinks
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

    void Open(dht::LinkIndex link, const dht::Endpoint& neighbour) override;
    void Close(dht::LinkIndex link) override;
    dht::LinkState StateFor(dht::LinkIndex link, uint32_t bytes) override;
    void Send(dht::LinkIndex link, const dht::Request& request) override;
    void Resume(dht::ConnectionId connection) override;
    void CloseAll() override;
    void Abort() override;
    bool IsClosed() const override;
    Address GetLocal(dht::LinkIndex link) const override;
    std::optional<dht::ConnectionId> Find(const Address& from) const override;
    dht::WireErrorCounts GetErrors() const override;
    const dht::TransportEndpoint* GetTransport() const override;

  private:
    /// @return What the transport tells this object.
    dht::LinkTransport::Listeners MakeListeners();

    DhtDatagramSocket& m_datagrams;              //!< Carries packets.
    dht::Endpoint m_self;                        //!< Where the peer is.
    Listeners m_listeners;                       //!< Whom to tell what happens.
    dht::LinkTransport m_transport;              //!< The links.
    bool m_isClosing{false};                     //!< Whether CloseAll() was called.
    DhtTransportPump<dht::LinkTransport> m_pump; //!< Keeps them going; stopped by Abort().
};

} // namespace ns3

#endif // DHT_CC_DHT_TRANSPORT_PEER_LINKS_H
