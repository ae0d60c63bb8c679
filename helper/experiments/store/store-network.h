/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_NETWORK_H
#define DHT_CC_STORE_NETWORK_H

#include "dht-block-key.h"
#include "dht-random.h"
#include "dht-storage-events.h"

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

class MessageLevelStore;

/// What was sent until some time.
struct StoreTraffic
{
    uint64_t messages{0}; //!< Messages sent.
    uint64_t bytes{0};    //!< Theirs, with all headers.
};

/**
 * @ingroup dht-cc
 * The peers of a store, whatever carries what they say. They are numbered from 0.
 */
class StoreNetwork
{
  public:
    virtual ~StoreNetwork() = default;

    /// @return How many peers there are.
    virtual uint32_t Size() const = 0;

    /// @return A peer of each node.
    virtual std::vector<uint32_t> OneOfEachNode() const = 0;

    /// @param observer Watches all peers. It must not call them from within; it must outlive this
    /// object.
    virtual void SetObserver(dht::StorageObserver* observer) = 0;

    /// Do what there is to do before anything is put or got, such as to let coordinates settle.
    /// @param onEnd Called at the end, maybe from within.
    virtual void Prepare(const std::function<void()>& onEnd) = 0;

    /// Fetch a block; the observer is told what came of it. @param peer Who. @param key The
    /// block's key.
    virtual void Get(uint32_t peer, const dht::Key& key) = 0;

    /// Store a block; the observer is told what came of it. @param peer Who. @param block The
    /// block.
    virtual void Put(uint32_t peer, dht::Bytes block) = 0;

    /// @param peer Which. @param isUp Whether it sends and receives from now on.
    virtual void SetUp(uint32_t peer, bool isUp) = 0;

    /// @param peer Which. @return Whether it sends and receives.
    virtual bool IsUp(uint32_t peer) const = 0;

    /// @return The places of peers that can come and go; null where nobody can.
    virtual MessageLevelStore* Places()
    {
        return nullptr;
    }

    /// @param peer Which. @return What it has counted.
    virtual const dht::StorageCounters& CountersOf(uint32_t peer) = 0;

    /// @return Gets and puts of all peers that have not ended.
    virtual uint64_t UnderWay() = 0;

    /// @return What was sent until now.
    virtual StoreTraffic Sent() const = 0;

    /// @param random Draws pairs of peers. @return How wrong predictions of round-trip times are,
    /// relative to the truth, in each pair; none where nobody predicts any.
    virtual std::vector<double> CoordinateErrors(dht::Random& random) = 0;

    /// @return What all peers have counted. @throws std::runtime_error They contradict themselves.
    virtual nlohmann::ordered_json CountersToJson() = 0;
};

} // namespace ns3

#endif // DHT_CC_STORE_NETWORK_H
