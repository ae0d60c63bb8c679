/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PEER_STORE_H
#define DHT_CC_DHT_PEER_STORE_H

#include "dht-memory-block-store.h"
#include "dht-repair-link-options.h"
#include "dht-rpc-options.h"
#include "dht-storage-events.h"
#include "dht-storage-options.h"
#include "dht-stream-random.h"
#include "dht-vivaldi.h"
#include "dht-window.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What the store of a peer is like that also relays requests (DhtPeerApplication::SetStore()).
 */
struct DhtPeerStoreOptions
{
    dht::StorageOptions storage; //!< How blocks are found, fetched, stored and repaired.
    dht::StoreLimits limits;     //!< How much is kept for others, and how long.
    /// How much is asked at once, and how long answers may take.
    dht::RpcOptions rpcs{dht::RpcOptions::Patient()};
    dht::VivaldiOptions vivaldi;   //!< How coordinates are found.
    bool wantsTokens{false};       //!< Whether others show where they are before they store.
    dht::RepairLinkOptions repair; //!< What carries repair.
    Ptr<DhtWindow> polite; //!< Governs its links at priority 0, if it has some; null: plusplus.
};

/**
 * @ingroup dht-cc
 * What stays of such a store when the peer crashes and returns: its disk, and what it has counted.
 */
class DhtPeerStore
{
  public:
    /**
     * @param options What it is like.
     */
    explicit DhtPeerStore(const DhtPeerStoreOptions& options)
        : m_options(options),
          m_kept(options.limits)
    {
    }

    /**
     * @return What it is like.
     */
    const DhtPeerStoreOptions& GetOptions() const
    {
        return m_options;
    }

    /**
     * @return What it keeps for others.
     */
    dht::BlockStore& GetKept()
    {
        return m_kept;
    }

    /**
     * @return Its choices.
     */
    DhtStreamRandom& GetRandom()
    {
        return m_random;
    }

  private:
    const DhtPeerStoreOptions m_options; //!< What it is like.
    dht::MemoryBlockStore m_kept;        //!< What it keeps for others.
    DhtStreamRandom m_random;            //!< Its choices.
};

} // namespace ns3

#endif // DHT_CC_DHT_PEER_STORE_H
