/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DATAGRAM_STORE_NETWORK_H
#define DHT_CC_DATAGRAM_STORE_NETWORK_H

#include "dht-overlay.h"
#include "dht-peer-delays.h"
#include "dht-storage.h"
#include "store-network.h"

#include <memory>

/**
 * @file
 * @internal
 */

namespace ns3
{

struct StoreOptions;

/**
 * @ingroup dht-cc
 * A store whose peers communicate by datagrams (STP): each has a dht::Storage.
 */
class DatagramStoreNetwork : public StoreNetwork
{
  public:
    /// @param options The options of the run; must outlive this object.
    explicit DatagramStoreNetwork(const StoreOptions& options);

    /// @param peer A peer. @return Its storage.
    virtual dht::Storage& StorageOf(uint32_t peer) = 0;

    /// @return The delays between peers.
    virtual const dht::PeerDelays& GetDelays() const = 0;

    void Prepare(const std::function<void()>& onEnd) override;
    void Get(uint32_t peer, const dht::Key& key) override;
    void Locate(uint32_t peer, const dht::Key& key) override;
    void Put(uint32_t peer, dht::Bytes block) override;
    dht::PeerState StateOf(uint32_t peer, const dht::StorageCounters& counters) override;
    const dht::StorageCounters& CountersOf(uint32_t peer) override;
    dht::RpcCounters Rpcs() override;
    uint64_t UnderWay() override;
    std::vector<double> CoordinateErrors(dht::Random& random) override;
    nlohmann::ordered_json CountersToJson() override;

  protected:
    /// A peer is going to do something of its own: have it brought into the cache, if that is worth
    /// the while. @param peer A peer.
    virtual void Expect(uint32_t /* peer */) const
    {
    }

    /// The overlay has changed. @param overlay The new overlay of the same peers.
    virtual void SetOverlay(std::unique_ptr<const dht::Overlay> overlay) = 0;

    /// Sums of the storages' counters, including those of peers that are gone.
    struct Totals
    {
        dht::StorageCounters storage; //!< Counters of all storages.
        dht::RpcCounters rpcs;        //!< RPC counters of all storages.
        bool hold{true};              //!< Whether the identities hold in each storage.
    };

    /// @return The sums of all storages' counters.
    virtual Totals Count();

    const StoreOptions& m_options; //!< The options of the run.
};

} // namespace ns3

#endif // DHT_CC_DATAGRAM_STORE_NETWORK_H
