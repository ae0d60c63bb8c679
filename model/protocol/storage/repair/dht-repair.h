/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REPAIR_H
#define DHT_REPAIR_H

#include "dht-block-repair.h"
#include "dht-fragment-mover.h"
#include "dht-hand-over.h"
#include "dht-sync-server.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Keeps what is stored whole while peers come and go.
 */

namespace dht
{

/// All of a peer's repair: when it does what, and who of it gets which answer.
class Repair
{
  public:
    /// @param context What all parts share. @param store What is held here. @param server Holds it.
    /// @param lookup Looks up. All must outlive this object.
    Repair(StorageContext& context, BlockStore& store, BlockServer& server, HolderLookup& lookup);

    /// Something happens here; from the first time on, the options' interval counts. @param now
    /// The present.
    void Begin(Time now);

    /// Somebody compares what it holds with what is held here. The parameters are those of
    /// SyncServer::OnSync().
    void OnSync(Time now,
                const Endpoint& from,
                const StorageMessage& message,
                const SyncBody& sync);

    /// An RPC was answered. @param now The present. @param from The sender's endpoint. @param
    /// message The answer. @param rpc What was answered, and how late. @return Whether it was one
    /// of repair.
    bool OnAnswer(Time now,
                  const Endpoint& from,
                  const StorageMessage& message,
                  const RpcAnswer& rpc);

    /// Hand what is held to others, and repair nothing more. @param now The present. @param end
    /// When that ends at the latest.
    void HandOver(Time now, Time end);
    /// @return Whether that has begun, and not ended.
    bool IsHandingOver() const;

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When to call OnWake(); kNever if nothing waits.
    Time NextWake() const;

    /// @return Whether the identities of its counters hold.
    bool IdentitiesHold() const;

  private:
    /// Work at what there is to do. @param now The present.
    void Go(Time now);
    /// Read some of what is held. @param now The present.
    void Scrub(Time now);
    /// @param pause A mean. @return How long to wait, so that peers do not do things together.
    Time Drawn(Time pause);

    StorageContext& m_context;    ///< What all parts share.
    BlockStore& m_store;          ///< What is held here.
    Time m_nextScrub{kNever};     ///< When to read some of it.
    Time m_nextTurn{kNever};      ///< When to compare with another holder.
    Time m_nextSweep{kNever};     ///< When to look for what is in the wrong place.
    SyncServer m_server;          ///< Tells others what is held here.
    BlockGets m_gets;             ///< Fetch for repair.
    BlockPuts m_puts;             ///< Store for repair.
    KeyComparisons m_comparisons; ///< What others hold.
    RepairShare m_share;          ///< How much at once.
    BlockRepair m_local;          ///< Of the own arc.
    FragmentMover m_global;       ///< Of what is in the wrong place.
    dht::HandOver m_handOver;     ///< Of all, before the peer leaves.
};

} // namespace dht

#endif // DHT_REPAIR_H
