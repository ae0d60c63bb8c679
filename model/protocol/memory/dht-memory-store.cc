/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-store.h"

#include "dht-node.h"

namespace dht
{

namespace
{

/// The random numbers of stores are streams from here on, one for each life: what they draw changes
/// nothing of what their peers do.
constexpr std::uint64_t kStoreStreams = 2000000;

} // namespace

MemoryStore::MemoryStore(MemoryParts& parts,
                         const MemoryPath& path,
                         std::size_t place,
                         std::uint64_t life)
    : m_parts(parts),
      m_path(path),
      m_place(place),
      m_random(parts.options.seed, kStoreStreams + life)
{
    if (parts.ready)
    {
        m_ring.emplace(*parts.ready, place);
    }
}

void
MemoryStore::Equip(Node& node)
{
    const MemoryStoreOptions& options = *m_parts.options.store;
    auto& disk = m_parts.disks.at(m_place);
    if (!disk)
    {
        disk = std::make_unique<MemoryBlockStore>(options.limits);
    }
    node.Keep({options.storage,
               options.rpcs,
               {},
               *disk,
               m_random,
               options.knowsDelays ? this : nullptr,
               options.wantsTokens,
               options.links ? options.links(m_place) : nullptr,
               this,
               options.origin,
               m_ring ? &*m_ring : nullptr});
}

void
MemoryStore::OnFetched(Time /* now */, const FetchReport& report)
{
    m_parts.fetched[m_place] = report;
}

void
MemoryStore::OnPut(Time /* now */, const PutReport& report)
{
    m_parts.put[m_place] = report;
}

std::optional<Time>
MemoryStore::RoundTripTo(const Endpoint& peer) const
{
    return 2 * m_path.DelayTo(m_parts.PlaceOf(peer));
}

} // namespace dht
