/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TCP_LINKS_H
#define DHT_CC_DHT_TCP_LINKS_H

#include "access-net-device.h"
#include "dht-held-links.h"
#include "dht-incoming-connections.h"
#include "dht-neighbour-link.h"
#include "dht-peer-links.h"

#include "ns3/node.h"

#include <memory>
#include <optional>
#include <vector>

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
     * @param batch Requests that cross together; without an AccessNetDevice, the uplink counts as
     *              idle.
     * @param listeners Whom to tell what happens.
     */
    DhtTcpLinks(Ptr<Node> node,
                uint16_t port,
                const DhtTcpOptions& tcp,
                const dht::LeastBatch& batch,
                const Listeners& listeners);
    ~DhtTcpLinks() override;

    DhtTcpLinks(const DhtTcpLinks&) = delete;
    DhtTcpLinks& operator=(const DhtTcpLinks&) = delete;

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
    /// @param link A number. @return The link, or null.
    DhtNeighbourLink* LinkAt(dht::LinkIndex link) const;
    /// See to it that held requests cross as soon as the uplink idles. @param soonest Not before
    /// that time from now.
    void AwaitIdle(Time soonest);
    /// The uplink may idle: the next link's held requests cross.
    void Cross();

    Ptr<Node> m_node;                                       //!< The peer's node.
    DhtTcpOptions m_tcp;                                    //!< How to set up the sockets.
    Listeners m_listeners;                                  //!< Whom to tell what happens.
    std::optional<DhtIncomingConnections> m_incoming;       //!< From neighbours; none when closed.
    std::vector<std::unique_ptr<DhtNeighbourLink>> m_links; //!< By number; null where free.
    Ptr<AccessNetDevice> m_device;   //!< Its uplink is the peer's; null if there is none.
    dht::HeldLinks m_held;           //!< Whose turn it is when the uplink idles.
    EventId m_crossing;              //!< Of Cross().
    dht::WireErrorCounts m_errors{}; //!< When closed.
};

} // namespace ns3

#endif // DHT_CC_DHT_TCP_LINKS_H
