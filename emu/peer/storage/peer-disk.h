/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_DISK_H
#define DHT_EMU_PEER_DISK_H

#include "dht-node.h"
#include "peer-clock.h"
#include "sqlite-block-store.h"

#include <boost/asio/io_context.hpp>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Where a real peer keeps what it stores for others.
 */

namespace dht
{

/// What a real peer stores, and where; of who only asks, how.
struct PeerStoreOptions
{
    std::string directory;          ///< Where blocks are kept; empty: it stores nothing.
    StoreLimits limits{};           ///< How much, and for how long.
    StorageOptions storage{};       ///< How blocks are found, fetched and stored.
    RpcOptions rpcs{};              ///< Timers and the window.
    VivaldiOptions vivaldi{};       ///< How coordinates are found.
    Time handOver{FromSeconds(30)}; ///< How long a peer that leaves hands over what it keeps.
};

/// What a peer keeps for others: in a file, which has a time of its own that goes on while the peer
/// runs.
class PeerDisk
{
  public:
    /// @param context Runs it; must outlive it, as the clock. @param clock The clock. @param options
    /// What it is like. @throws PeerError The directory cannot be used.
    PeerDisk(boost::asio::io_context& context,
             const PeerClock& clock,
             const PeerStoreOptions& options);

    /// @param random For ids and secrets; must outlive the store. @param links Carry what repair
    /// moves, and must outlive it; null: datagrams do. @return What a store is made of that keeps
    /// its fragments here.
    NodeStore MakeStore(Random& random, RepairLinks* links);

    /// See to the file, now and later.
    void Mend();
    /// Do nothing more.
    void Stop();

    /// @return What is kept.
    const BlockStore& Kept() const;
    /// @return How much may be.
    const StoreLimits& Limits() const;
    /// @return What a user should know of what is kept, in lines.
    const std::vector<std::string>& News() const;

  private:
    /// @return The time of what is kept, which goes as evenly as the clock.
    Time Now() const;

    const PeerClock& m_clock;   ///< The clock.
    PeerStoreOptions m_options; ///< What it is like.
    SqliteBlockStore m_store;   ///< What is kept.
    Time m_origin;              ///< The clock's origin, in its time.
    WakeTimer m_mend;           ///< For the file.
};

} // namespace dht

#endif // DHT_EMU_PEER_DISK_H
