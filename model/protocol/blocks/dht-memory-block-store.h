/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_BLOCK_STORE_H
#define DHT_MEMORY_BLOCK_STORE_H

#include "dht-block-store.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * A store that ends with its peer.
 */

namespace dht
{

/// Keeps fragments in memory.
class MemoryBlockStore : public BlockStore
{
  public:
    /// @param limits How much it keeps.
    explicit MemoryBlockStore(const StoreLimits& limits);

    /// Something happens to a fragment that nobody has meant, as on a disk that decays. @param key
    /// The key of a fragment that is here. @param change What happens to it.
    void Decay(const Key& key, const std::function<void(Fragment&)>& change);

  private:
    /// An entry, and what it was charged when it came.
    struct Held : Entry
    {
        std::uint64_t cost; ///< Its Cost() then.
    };

    bool Insert(const Label& label, const Entry& entry) override;
    std::optional<Entry> Find(const Key& key) const override;
    std::optional<Label> Look(const Key& key) const override;
    bool SetExpiry(const Label& label, Time expires) override;
    bool Erase(const Label& label) override;
    std::optional<Label> First() const override;
    void AppendKeys(const Key& from,
                    const Key& last,
                    std::size_t most,
                    std::vector<Key>& keys) const override;

    std::map<Key, Held> m_entries;          ///< What is kept.
    std::set<std::pair<Time, Key>> m_order; ///< In the order in which it ends.
};

} // namespace dht

#endif // DHT_MEMORY_BLOCK_STORE_H
