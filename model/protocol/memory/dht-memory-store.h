/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_STORE_H
#define DHT_MEMORY_STORE_H

#include "dht-memory-path.h"
#include "dht-ready-ring.h"
#include "dht-storage-host.h"

#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What the store of a node in memory needs of its host.
 */

namespace dht
{

/// What the store of a node in memory needs: a disk, random numbers, and somebody who writes down
/// what it reports.
class MemoryStore : private StorageObserver, private Nearness
{
  public:
    /// @param parts What all hosts share. @param path The way of the host's packets. @param place
    /// Where the host is. @param life Which of all lives it is.
    MemoryStore(MemoryParts& parts, const MemoryPath& path, std::size_t place, std::uint64_t life);

    /// @param node A node of this host, which has a store from now on; must not outlive this
    /// object.
    void Equip(Node& node);

  private:
    void OnFetched(Time now, const FetchReport& report) override;
    void OnPut(Time now, const PutReport& report) override;
    std::optional<Time> RoundTripTo(const Endpoint& peer) const override;

    MemoryParts& m_parts;     ///< What all hosts share.
    const MemoryPath& m_path; ///< The way of the host's packets.
    std::size_t m_place;      ///< Where the host is.
    MersenneRandom m_random;  ///< For ids, choices and directions.
    /// What it knows of a ready-made ring; nothing in one that hosts join.
    std::optional<ReadyRingInfo> m_ring;
};

} // namespace dht

#endif // DHT_MEMORY_STORE_H
