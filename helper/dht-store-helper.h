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
     * @param peers How many peers a node has, on ports from FIRST_PORT on; 1 by default.
     * @throws std::invalid_argument It is 0.
     */
    void SetPeersPerNode(uint16_t peers);

    /**
     * Let all peers know all round-trip times: fingers are chosen by them (PNS with 16 candidates),
     * and so are holders. By default, fingers are chosen by ids alone, and holders by what
     * coordinates predict.
     *
     * @param delays Between the nodes, in their order, as AccessNetworkHelper::Network::GetDelays()
     *               has them; null for unknown.
     */
    void SetDelays(std::shared_ptr<const dht::PeerDelays> delays);

    /**
     * Install peers on each node.
     *
     * @param nodes The nodes, with an IPv4 stack.
     * @param addresses Their addresses, in the same order.
     * @return The peers, node by node.
     * @throws std::invalid_argument There are no nodes, or not as many addresses.
     */
    ApplicationContainer Install(const NodeContainer& nodes,
                                 const std::vector<Ipv4Address>& addresses) const;

    /**
     * Install the peers of a ring that is there.
     *
     * @param nodes The node of each peer, by place in the ring; it has the address that the ring
     *              says.
     * @param ring The ring.
     * @return The peers, by place.
     * @throws std::invalid_argument There are not as many nodes as places.
     */
    ApplicationContainer Install(const NodeContainer& nodes,
                                 const std::shared_ptr<const DhtStoreRing>& ring) const;

    /**
     * @param peers What Install() has returned.
     * @param stream The first random stream to use.
     * @return How many streams were used.
     */
    static int64_t AssignStreams(const ApplicationContainer& peers, int64_t stream);

  private:
    /// @param node Of a peer. @param ring The ring. @param place The peer's. @return The peer.
    Ptr<DhtStoreApplication> InstallPeer(Ptr<Node> node,
                                         const std::shared_ptr<const DhtStoreRing>& ring,
                                         std::size_t place) const;
    /// @param endpoints The peers', node by node. @return Their ring.
    std::shared_ptr<const DhtStoreRing> MakeRing(const std::vector<dht::Endpoint>& endpoints) const;

    ObjectFactory m_factory;                         //!< Makes the peers.
    uint16_t m_peersPerNode{1};                      //!< How many a node has.
    std::shared_ptr<const dht::PeerDelays> m_delays; //!< Between nodes; null if nobody knows them.
};

} // namespace ns3

#endif // DHT_CC_DHT_STORE_HELPER_H
