/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OVERLAY_STORE_CONTEXT_H
#define DHT_OVERLAY_STORE_CONTEXT_H

#include "dht-block-store.h"
#include "dht-holder-spread.h"
#include "dht-overlay-store-host.h"
#include "dht-overlay-store-options.h"
#include "dht-random.h"
#include "dht-ring-info.h"
#include "dht-storage-events.h"
#include "dht-storage-host.h"
#include "dht-store-questions.h"

#include <deque>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What the parts of a store on top of the overlay share.
 */

namespace dht
{

/// What a store on top of the overlay is made of.
struct OverlayStoreParts
{
    OverlayStoreOptions options; ///< How blocks are fetched and stored.
    RingInfo& ring;              ///< The ring; must outlive the store.
    OverlayStoreHost& host;      ///< The peer; likewise.
    BlockStore& store;           ///< What this peer holds; likewise.
    Random& random;              ///< For choices; likewise.
    /// Who is near; null where nobody knows. Likewise.
    const Nearness* nearness{nullptr};
};

/// What the parts share.
class OverlayStoreContext
{
  public:
    /// An answer that is to be sent.
    struct Ready
    {
        Request request; ///< The request to answer.
        Payload payload; ///< The answer.
    };

    /// @param parts What the store is made of.
    explicit OverlayStoreContext(const OverlayStoreParts& parts);

    /// @param endpoint Of a peer. @return Whether it is this one.
    bool IsHere(const Endpoint& endpoint) const;

    /// @return Who holds the blocks that this peer is responsible for.
    dht::Holders<RingNode> Holders() const;

    /// @param nodes Peers. @return The same peers, in the order in which they are to be asked for
    /// fragments.
    RingNodes InOrder(RingNodes nodes) const;

    /// @param now The present. @param key A block's key. @return What is held of it here.
    Fragment Find(Time now, const Key& key) const;

    /// @param now The present. @param body What is to be held here. @return What comes of it.
    StoredStatus Hold(Time now, const StoreBody& body);

    /// Answer, as soon as there is room. @param request The request to answer. @param body The
    /// answer.
    void Answer(const Request& request, const OverlayStoreBody& body);

    const OverlayStoreOptions options;  ///< How blocks are fetched and stored.
    RingInfo& ring;                     ///< The ring.
    OverlayStoreHost& host;             ///< The peer.
    StoreQuestions questions;           ///< What is asked.
    std::deque<Ready> ready;            ///< Answers that are to be sent.
    StorageCounters counters;           ///< What was counted.
    StorageObserver* observer{nullptr}; ///< Who watches; or null.

  private:
    BlockStore& m_store;        ///< What this peer holds.
    Random& m_random;           ///< For choices.
    const Nearness* m_nearness; ///< Who is near; or null.
};

} // namespace dht

#endif // DHT_OVERLAY_STORE_CONTEXT_H
