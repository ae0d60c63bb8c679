/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-block-store.h"

namespace dht
{

MemoryBlockStore::MemoryBlockStore(const StoreLimits& limits)
    : BlockStore(limits)
{
}

void
MemoryBlockStore::Decay(const Key& key, const std::function<void(Fragment&)>& change)
{
    change(m_entries.at(key).fragment);
}

bool
MemoryBlockStore::Insert(const Label& label, const Entry& entry)
{
    m_entries.emplace(label.key, Held{entry, label.cost});
    m_order.emplace(label.expires, label.key);
    return true;
}

std::optional<BlockStore::Entry>
MemoryBlockStore::Find(const Key& key) const
{
    const auto found = m_entries.find(key);
    return found == m_entries.end() ? std::nullopt : std::optional<Entry>(found->second);
}

std::optional<BlockStore::Label>
MemoryBlockStore::Look(const Key& key) const
{
    const auto found = m_entries.find(key);
    if (found == m_entries.end())
    {
        return std::nullopt;
    }
    return Label{key, found->second.expires, found->second.cost};
}

bool
MemoryBlockStore::SetExpiry(const Label& label, Time expires)
{
    m_order.erase({label.expires, label.key});
    m_order.emplace(expires, label.key);
    m_entries.at(label.key).expires = expires;
    return true;
}

bool
MemoryBlockStore::Erase(const Label& label)
{
    m_order.erase({label.expires, label.key});
    m_entries.erase(label.key);
    return true;
}

std::optional<BlockStore::Label>
MemoryBlockStore::First() const
{
    return m_order.empty() ? std::nullopt : Look(m_order.begin()->second);
}

void
MemoryBlockStore::AppendKeys(const Key& from,
                             const Key& last,
                             std::size_t most,
                             std::vector<Key>& keys) const
{
    for (auto entry = m_entries.lower_bound(from);
         most > 0 && entry != m_entries.end() && entry->first <= last;
         ++entry, --most)
    {
        keys.push_back(entry->first);
    }
}

} // namespace dht
