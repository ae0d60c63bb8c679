/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_NETWORK_H
#define DHT_CC_STORE_NETWORK_H

#include "dht-block-key.h"
#include "dht-block-store.h"
#include "dht-peer-application.h"
#include "dht-random.h"
#include "dht-ready-ring.h"
#include "dht-ring-statistics.h"
#include "dht-rpc.h"
#include "dht-storage-events.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

class MessageLevelStore;
struct StoreOptions;

/// The traffic until some time.
struct StoreTraffic
{
    uint64_t messages{0}; //!< Messages sent.
    uint64_t bytes{0};    //!< Their bytes, with all headers.
};

/**
 * @ingroup dht-cc
 * The peers of a store, over any transport. They are numbered from 0.
 */
class StoreNetwork
{
  public:
    virtual ~StoreNetwork() = default;

    /// @param options The options of a run; must outlive the network. @return The peers.
    static std::unique_ptr<StoreNetwork> Make(const StoreOptions& options);

    /// @return Number of peers.
    virtual uint32_t Size() const = 0;

    /// @return One peer of each node.
    virtual std::vector<uint32_t> OneOfEachNode() const = 0;

    /// @param peer A peer. @param observer Watches it. It must not call peers from within; it must
    /// outlive this object.
    virtual void SetObserver(uint32_t peer, dht::StorageObserver* observer) = 0;

    /// @return The ring of the peers.
    virtual const dht::ReadyRing& GetRing() const = 0;

    /// @param peer A peer. @param counters What its place in the ring has counted. @return What it
    /// has to do, and has done.
    virtual dht::PeerState StateOf(uint32_t peer, const dht::StorageCounters& counters) = 0;

    /// @return The peers whose requests carry blocks from neighbour to neighbour, by number; none
    /// where blocks go by datagrams.
    virtual std::vector<Ptr<DhtPeerApplication>> Carriers() const
    {
        return {};
    }

    /// Prepare for gets and puts, for example by letting coordinates settle.
    /// @param onEnd Called at the end, maybe from within.
    virtual void Prepare(const std::function<void()>& onEnd) = 0;

    /// Fetch a block; the observer is told the outcome. @param peer The reader. @param key The
    /// block's key.
    virtual void Get(uint32_t peer, const dht::Key& key) = 0;

    /// Find out who holds a block; the observer is told the outcome. @param peer The reader. @param
    /// key The block's key. @throws std::logic_error Blocks do not go by datagrams.
    virtual void Locate(uint32_t peer, const dht::Key& key);

    /// Store a block; the observer is told the outcome. @param peer The writer. @param block The
    /// block.
    virtual void Put(uint32_t peer, dht::Bytes block) = 0;

    /// @param peer A peer. @param isUp Whether it sends and receives from now on.
    virtual void SetUp(uint32_t peer, bool isUp) = 0;

    /// @param peer A peer. @return Whether it sends and receives.
    virtual bool IsUp(uint32_t peer) const = 0;

    /// Not all peers are there, which everybody knows from now on. @param peers Those that are, in
    /// rising order. @throws std::logic_error Blocks do not go by datagrams.
    virtual void SetPresent(const std::vector<uint32_t>& peers);

    /// @param peer A peer. @return What it keeps for others. @throws std::logic_error Likewise.
    virtual const dht::BlockStore& KeptOf(uint32_t peer) const;

    /// @return The places of peers that can come and go; null where no peer can.
    virtual MessageLevelStore* Places()
    {
        return nullptr;
    }

    /// @param peer A peer. @return Its counters.
    virtual const dht::StorageCounters& CountersOf(uint32_t peer) = 0;

    /// @return What has become of all that peers asked each other by datagrams. @throws
    /// std::logic_error Blocks do not go by datagrams.
    virtual dht::RpcCounters Rpcs();

    /// @return Gets and puts of all peers that have not ended.
    virtual uint64_t UnderWay() = 0;

    /// @return The traffic until now.
    virtual StoreTraffic Sent() const = 0;

    /// @param random Draws pairs of peers. @return The relative error of the predicted round-trip
    /// time of each pair; empty without predictions.
    virtual std::vector<double> CoordinateErrors(dht::Random& random) = 0;

    /// @return The sums of all peers' counters. @throws std::runtime_error The counters contradict
    /// each other.
    virtual nlohmann::ordered_json CountersToJson() = 0;
};

} // namespace ns3

#endif // DHT_CC_STORE_NETWORK_H
