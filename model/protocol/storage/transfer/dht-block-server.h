/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BLOCK_SERVER_H
#define DHT_BLOCK_SERVER_H

#include "dht-block-store.h"
#include "dht-storage-context.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What a peer holds for others.
 */

namespace dht
{

/// @param answer Of a store. @return How a holder says it.
StoredStatus StatusOf(StoreAnswer answer);

/// Answers those who fetch and store fragments, at once: its own window holds no answer back.
class BlockServer
{
  public:
    /// @param context What all parts share; must outlive this object. @param store What is held;
    /// likewise.
    BlockServer(StorageContext& context, BlockStore& store);

    /// Somebody wants a fragment. @param now The present. @param from The asking peer's endpoint.
    /// @param message The message. @param fetch What it says. @param carrier What it came by.
    void OnFetch(Time now,
                 const Endpoint& from,
                 const StorageMessage& message,
                 const FetchBody& fetch,
                 StorageCarrier carrier);

    /// Somebody wants a fragment to be held. @param now The present. @param from The asking peer's
    /// endpoint. @param message The message. @param store What it says. @param carrier What it came
    /// by.
    void OnStore(Time now,
                 const Endpoint& from,
                 const StorageMessage& message,
                 const StoreBody& store,
                 StorageCarrier carrier);

    /**
     * Hold or renew something. A whole block proves itself: who sends one where there is a fragment
     * of something else already has it replaced, by one of that block.
     *
     * @param now The present.
     * @param store What is to be held, or renewed.
     * @return What comes of it, with a mark of what is here if something was here before.
     */
    StoredBody Hold(Time now, const StoreBody& store);

    /// @param now The present. @param key A block's key. @return What is held of it.
    Fragment Find(Time now, const Key& key) const;

    /// @return What somebody has who has nothing.
    static Fragment None();

  private:
    /// @param now The present. @param key A block's key. @return That there is a fragment of it.
    StoredBody Had(Time now, const Key& key);
    /// @param now The present. @param store A whole block. @return What is to be held instead: if a
    /// fragment of something else made way, one of the block; else the block.
    Fragment InPlaceOf(Time now, const StoreBody& store);

    StorageContext& m_context; ///< What all parts share.
    BlockStore& m_store;       ///< What is held.
};

} // namespace dht

#endif // DHT_BLOCK_SERVER_H
