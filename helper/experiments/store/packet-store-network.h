/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_PACKET_STORE_NETWORK_H
#define DHT_CC_PACKET_STORE_NETWORK_H

#include "access-network-helper.h"
#include "datagram-store-network.h"
#include "dht-store-application.h"
#include "placed-delays.h"

#include <memory>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * A store at the packet level: peers are applications on nodes with access links.
 */
class PacketStoreNetwork : public DatagramStoreNetwork
{
  public:
    /// @param options The options of the run; must outlive this object.
    explicit PacketStoreNetwork(const StoreOptions& options);

    uint32_t Size() const override;
    std::vector<uint32_t> OneOfEachNode() const override;
    void SetObserver(uint32_t peer, dht::StorageObserver* observer) override;
    const dht::ReadyRing& GetRing() const override;
    void Prepare(const std::function<void()>& onEnd) override;
    const dht::StorageCounters& CountersOf(uint32_t peer) override;
    dht::PeerState StateOf(uint32_t peer, const dht::StorageCounters& counters) override;
    void SetUp(uint32_t peer, bool isUp) override;
    bool IsUp(uint32_t peer) const override;
    void SetPresent(const std::vector<uint32_t>& peers) override;
    const dht::BlockStore& KeptOf(uint32_t peer) const override;
    StoreTraffic Sent() const override;
    nlohmann::ordered_json CountersToJson() override;
    dht::Storage& StorageOf(uint32_t peer) override;
    const dht::PeerDelays& GetDelays() const override;

  protected:
    void SetOverlay(std::unique_ptr<const dht::Overlay> overlay) override;

  private:
    /// @return What the links of peers that carry repair have counted. To be called if there are
    /// any.
    nlohmann::ordered_json RepairLinksToJson() const;
    /// @return The ring, with each peer at its node.
    std::shared_ptr<DhtStoreRing> MakeRing() const;

    std::shared_ptr<const dht::PlacedDelays>
        m_delays;                                  //!< Delays between peers, and the peers' nodes.
    NodeContainer m_nodes;                         //!< All nodes.
    AccessNetworkHelper::Network m_network;        //!< The network between the nodes.
    std::shared_ptr<DhtStoreRing> m_ring;          //!< The ring.
    std::vector<Ptr<DhtStoreApplication>> m_peers; //!< Peers, by place.
};

} // namespace ns3

#endif // DHT_CC_PACKET_STORE_NETWORK_H
