/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_OVERLAY_STORE_NETWORK_H
#define DHT_CC_OVERLAY_STORE_NETWORK_H

#include "access-network-helper.h"
#include "dht-ready-ring.h"
#include "dht-two-way-overlay.h"
#include "placed-delays.h"
#include "store-network.h"

#include <memory>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

struct StoreOptions;

/**
 * @ingroup dht-cc
 * A store at the packet level whose messages are requests of the overlay: they go over TCP, or the
 * overlay's own transport, between neighbours, under a congestion control scheme.
 */
class OverlayStoreNetwork : public StoreNetwork
{
  public:
    /// @param options The options of the run; must outlive this object.
    explicit OverlayStoreNetwork(const StoreOptions& options);
    ~OverlayStoreNetwork() override;

    uint32_t Size() const override;
    std::vector<uint32_t> OneOfEachNode() const override;
    void SetObserver(uint32_t peer, dht::StorageObserver* observer) override;
    const dht::ReadyRing& GetRing() const override;
    void Prepare(const std::function<void()>& onEnd) override;
    void Get(uint32_t peer, const dht::Key& key) override;
    void Put(uint32_t peer, dht::Bytes block) override;
    void SetUp(uint32_t peer, bool isUp) override;
    bool IsUp(uint32_t peer) const override;
    dht::PeerState StateOf(uint32_t peer, const dht::StorageCounters& counters) override;
    std::vector<Ptr<DhtPeerApplication>> Carriers() const override;
    const dht::StorageCounters& CountersOf(uint32_t peer) override;
    uint64_t UnderWay() override;
    StoreTraffic Sent() const override;
    std::vector<double> CoordinateErrors(dht::Random& random) override;
    nlohmann::ordered_json CountersToJson() override;

  private:
    class Node;

    /// @param options The options of the run. @param delays Delays between peers. @return The
    /// overlay.
    static dht::TwoWayOverlay MakeOverlay(const StoreOptions& options,
                                          const dht::PeerDelays& delays);
    /// Let nodes count what they send, and send to themselves.
    void PrepareNodes();
    /// Install the peers.
    void Install();
    /// @param place A place in the ring. @return The peer there, whose requests carry blocks.
    Ptr<DhtPeerApplication> MakeCarrier(uint32_t place) const;

    const StoreOptions& m_options; //!< The options of the run.
    std::shared_ptr<const dht::PlacedDelays>
        m_delays;                               //!< Delays between peers, and the peers' nodes.
    dht::TwoWayOverlay m_overlay;               //!< The overlay.
    NodeContainer m_nodes;                      //!< All nodes.
    AccessNetworkHelper::Network m_network;     //!< The network between the nodes.
    std::vector<dht::Endpoint> m_endpoints;     //!< Endpoints of peers, by place.
    dht::ReadyRing m_ring;                      //!< The ring.
    StoreTraffic m_sent;                        //!< Packets sent, and their bytes.
    std::vector<std::unique_ptr<Node>> m_peers; //!< Peers, by place.
};

} // namespace ns3

#endif // DHT_CC_OVERLAY_STORE_NETWORK_H
