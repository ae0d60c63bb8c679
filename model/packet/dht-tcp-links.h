/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TCP_LINKS_H
#define DHT_CC_DHT_TCP_LINKS_H

#include "dht-incoming-connections.h"
#include "dht-outgoing-links.h"
#include "dht-peer-links.h"

#include "ns3/node.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * A peer's links over ns-3's TCP.
 */
class DhtTcpLinks : public DhtPeerLinks
{
  public:
    /**
     * Listen; aborts if the port is in use.
     *
     * @param node The peer's node.
     * @param port The port.
     * @param tcp How to set up the sockets.
     * @param batch Requests that cross together.
     * @param listeners Whom to tell what happens.
     */
    DhtTcpLinks(Ptr<Node> node,
                uint16_t port,
                const DhtTcpOptions& tcp,
                const dht::LeastBatch& batch,
                const Listeners& listeners);

    void Open(dht::LinkIndex link, const dht::Endpoint& neighbour) override;
    void Close(dht::LinkIndex link) override;
    dht::LinkState StateFor(dht::LinkIndex link, std::size_t bytes) override;
    void Send(dht::LinkIndex link, const dht::Request& request) override;
    std::size_t Backlog(dht::LinkIndex link) const override;
    dht::Time UplinkIdleAt() const override;
    void Resume(dht::ConnectionId connection) override;
    void CloseAll() override;
    void Abort() override;
    bool IsClosed() const override;
    Address GetLocal(dht::LinkIndex link) const override;
    std::optional<dht::ConnectionId> Find(const Address& from) const override;
    dht::WireErrorCounts Errors() const override;

  private:
    std::optional<DhtIncomingConnections> m_incoming; //!< From neighbours; nothing when closed.
    std::optional<DhtOutgoingLinks> m_links;          //!< To neighbours; nothing when closed.
    dht::WireErrorCounts m_errors{};                  //!< When closed.
};

} // namespace ns3

#endif // DHT_CC_DHT_TCP_LINKS_H
