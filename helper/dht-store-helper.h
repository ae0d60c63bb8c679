/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_STORE_HELPER_H
#define DHT_CC_DHT_STORE_HELPER_H

#include "dht-store-application.h"

#include "ns3/application-container.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Installs the peers of a block store in a ready-made Chord ring. Their ids are the SHA-1 digests
 * of "address:port".
 */
class DhtStoreHelper
{
  public:
    /// The port of a node's first peer.
    static constexpr uint16_t FIRST_PORT = 7000;

    DhtStoreHelper();

    /**
     * @param name An attribute of ns3::DhtStoreApplication.
     * @param value Its value for the peers installed from now on.
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param peers Number of peers per node, on ports from FIRST_PORT on; 1 by default.
     * @throws std::invalid_argument The number is 0.
     */
    void SetPeersPerNode(uint16_t peers);

    /**
     * Let all peers know all round-trip times. They then choose fingers (PNS with 16 candidates)
     * and holders by these times. By default, they choose fingers by ids alone, and holders by the
     * predictions of coordinates.
     *
     * @param delays Delays between the nodes, in their order, such as those of
     *               AccessNetworkHelper::Network::GetDelays(); null if unknown.
     */
    void SetDelays(std::shared_ptr<const dht::PeerDelays> delays);

    /**
     * Install peers on each node.
     *
     * @param nodes The nodes, with an IPv4 stack.
     * @param addresses Their addresses, in the same order.
     * @return The peers, node by node.
     * @throws std::invalid_argument There are no nodes, or the numbers of nodes and addresses
     * differ.
     */
    ApplicationContainer Install(const NodeContainer& nodes,
                                 const std::vector<Ipv4Address>& addresses) const;

    /**
     * Install the peers of a given ring.
     *
     * @param nodes The node of each peer, by place in the ring; it has the peer's address in the
     *              ring.
     * @param ring The ring.
     * @return The peers, by place.
     * @throws std::invalid_argument The numbers of nodes and places differ.
     */
    ApplicationContainer Install(const NodeContainer& nodes,
                                 const std::shared_ptr<const DhtStoreRing>& ring) const;

    /**
     * @param peers The result of Install().
     * @param stream The first random stream to use.
     * @return Number of streams used.
     */
    static int64_t AssignStreams(const ApplicationContainer& peers, int64_t stream);

  private:
    /// @param node The peer's node. @param ring The ring. @param place The peer's place in it.
    /// @return The peer.
    Ptr<DhtStoreApplication> InstallPeer(Ptr<Node> node,
                                         const std::shared_ptr<const DhtStoreRing>& ring,
                                         std::size_t place) const;
    /// @param endpoints The peers' endpoints, node by node. @return Their ring.
    std::shared_ptr<const DhtStoreRing> MakeRing(const std::vector<dht::Endpoint>& endpoints) const;

    ObjectFactory m_factory;                         //!< Makes the peers.
    uint16_t m_peersPerNode{1};                      //!< Number of peers per node.
    std::shared_ptr<const dht::PeerDelays> m_delays; //!< Delays between nodes; null if unknown.
};

} // namespace ns3

#endif // DHT_CC_DHT_STORE_HELPER_H
