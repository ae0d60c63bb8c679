/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-store.h"

#include <algorithm>

namespace dht
{

namespace
{

/// What a fragment costs beside its bytes: key, row, times, and indices of them.
constexpr std::uint64_t kCostOfLabel = 256;

} // namespace

std::uint64_t
BlockStore::Cost(const Fragment& fragment)
{
    return kCostOfLabel + fragment.bytes.size();
}

BlockStore::BlockStore(const StoreLimits& limits)
    : m_limits(limits)
{
}

void
BlockStore::Found(std::uint64_t count, std::uint64_t bytes)
{
    m_counters.found += count;
    m_count += count;
    m_bytes += bytes;
    m_nextExpiry.reset();
}

StoreAnswer
BlockStore::Put(Time now, const Key& key, const Fragment& fragment)
{
    if (!IsWellFormed(fragment) || fragment.left <= Time(0))
    {
        ++m_counters.refused;
        return StoreAnswer::kRefused;
    }
    const auto present = Look(key);
    if (present && present->expires > now)
    {
        Prolong(now, *present, fragment.left);
        return StoreAnswer::kHad;
    }
    const Label label{key, EndOf(now, fragment.left), Cost(fragment)};
    if ((present && !Drop(*present, m_counters.expired)) || !MakeRoom(now, label.cost) ||
        !Insert(label, fragment))
    {
        ++m_counters.full;
        return StoreAnswer::kFull;
    }
    ++m_counters.accepted;
    ++m_count;
    m_bytes += label.cost;
    m_nextExpiry.reset();
    return StoreAnswer::kStored;
}

bool
BlockStore::Renew(Time now, const Key& key, Time left)
{
    const auto label = Look(key);
    if (!label || label->expires <= now)
    {
        return false;
    }
    Prolong(now, *label, left);
    return true;
}

std::optional<Fragment>
BlockStore::Get(Time now, const Key& key) const
{
    auto entry = Find(key);
    if (!entry || entry->expires <= now)
    {
        return std::nullopt;
    }
    entry->fragment.left = entry->expires - now;
    return std::move(entry->fragment);
}

bool
BlockStore::Remove(const Key& key)
{
    const auto label = Look(key);
    return label && Drop(*label, m_counters.removed);
}

bool
BlockStore::HandOver(const Key& key)
{
    const auto label = Look(key);
    return label && Drop(*label, m_counters.moved);
}

std::size_t
BlockStore::Expire(Time now, std::size_t most)
{
    std::size_t gone = 0;
    for (; gone < most && NextExpiry() <= now; ++gone)
    {
        const auto label = First();
        if (!label || label->expires > now || !Drop(*label, m_counters.expired))
        {
            break;
        }
    }
    return gone;
}

Time
BlockStore::NextExpiry() const
{
    if (!m_nextExpiry)
    {
        const auto label = First();
        m_nextExpiry = label ? label->expires : kNever;
    }
    return *m_nextExpiry;
}

std::vector<Key>
BlockStore::Keys(const Key& from, const Key& to, std::size_t most) const
{
    std::vector<Key> keys;
    const Key last = to - Key(1);
    if (from <= last)
    {
        AppendKeys(from, last, most, keys);
        return keys;
    }
    AppendKeys(from, Key(0) - Key(1), most, keys);
    AppendKeys(Key(0), last, most - keys.size(), keys);
    return keys;
}

std::uint64_t
BlockStore::Count() const
{
    return m_count;
}

std::uint64_t
BlockStore::Bytes() const
{
    return m_bytes;
}

const StoreCounters&
BlockStore::Counters() const
{
    return m_counters;
}

void
BlockStore::Prolong(Time now, const Label& label, Time left)
{
    const Time expires = EndOf(now, left);
    // if it cannot be written, the fragment ends when it would have: it is there all the same
    if (expires > label.expires && SetExpiry(label, expires))
    {
        ++m_counters.renewed;
        m_nextExpiry.reset();
    }
}

Time
BlockStore::EndOf(Time now, Time left) const
{
    return Later(now, std::clamp(left, Time(0), m_limits.longest));
}

bool
BlockStore::MakeRoom(Time now, std::uint64_t cost)
{
    while (m_bytes + cost > m_limits.bytes)
    {
        if (Expire(now, 1) == 0)
        {
            return false;
        }
    }
    return true;
}

bool
BlockStore::Drop(const Label& label, std::uint64_t& counter)
{
    if (!Erase(label))
    {
        return false;
    }
    ++counter;
    --m_count;
    m_bytes -= label.cost;
    m_nextExpiry.reset();
    return true;
}

} // namespace dht
