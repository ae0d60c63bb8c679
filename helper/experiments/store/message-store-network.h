/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_STORE_NETWORK_H
#define DHT_CC_MESSAGE_STORE_NETWORK_H

#include "datagram-store-network.h"
#include "message-level-store.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * A store at the message level: an event carries a message from peer to peer.
 */
class MessageStoreNetwork : public DatagramStoreNetwork
{
  public:
    /// @param options The options of the run; must outlive this object.
    explicit MessageStoreNetwork(const StoreOptions& options);

    uint32_t Size() const override;
    std::vector<uint32_t> OneOfEachNode() const override;
    void SetObserver(uint32_t peer, dht::StorageObserver* observer) override;
    const dht::ReadyRing& GetRing() const override;
    void SetUp(uint32_t peer, bool isUp) override;
    bool IsUp(uint32_t peer) const override;
    void SetPresent(const std::vector<uint32_t>& peers) override;
    const dht::BlockStore& KeptOf(uint32_t peer) const override;
    MessageLevelStore* Places() override;
    StoreTraffic Sent() const override;
    dht::Storage& StorageOf(uint32_t peer) override;
    const dht::PeerDelays& GetDelays() const override;

  protected:
    void Expect(uint32_t peer) const override;
    void SetOverlay(std::unique_ptr<const dht::Overlay> overlay) override;
    Totals Count() override;

  private:
    std::vector<uint32_t> m_oneOfEachNode; //!< One peer of each node.
    MessageLevelStore m_store;             //!< The stores.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_STORE_NETWORK_H
