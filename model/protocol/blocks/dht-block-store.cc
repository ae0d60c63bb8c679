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
/// How long to wait if what has expired cannot be taken away, as when a disk is full.
constexpr Time kRetry = std::chrono::seconds(1);

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

void
BlockStore::LoseAll()
{
    m_counters.damaged += m_count;
    m_count = 0;
    m_bytes = 0;
    m_nextExpiry.reset();
}

StoreAnswer
BlockStore::Put(Time now, const Key& key, const Fragment& fragment)
{
    const bool isWhole = fragment.needed == 1;
    if (!IsWellFormed(fragment) || fragment.left <= Time(0) ||
        (isWhole && !IsBlockOf(key, fragment.bytes)))
    {
        ++m_counters.refused;
        return StoreAnswer::kRefused;
    }
    if (Renew(now, key, fragment.left))
    {
        return StoreAnswer::kHad;
    }
    const auto present = Look(key); // it has expired, or cannot be taken away though it is damaged
    const Label label{key, EndOf(now, fragment.left), Cost(fragment)};
    const Entry entry{fragment, label.expires, Checksum(key, fragment)};
    if ((present && (present->expires > now || !Drop(*present, m_counters.expired))) ||
        !MakeRoom(now, label.cost) || !Insert(label, entry))
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
    const auto label = LookAlive(now, key);
    if (!label || !TakeSound(*label))
    {
        return false;
    }
    Prolong(now, *label, left);
    return true;
}

std::optional<Fragment>
BlockStore::Get(Time now, const Key& key)
{
    auto entry = Find(key);
    if (!entry || entry->expires <= now)
    {
        return std::nullopt;
    }
    if (!IsSound(key, *entry))
    {
        if (const auto label = Look(key))
        {
            Drop(*label, m_counters.damaged);
        }
        return std::nullopt;
    }
    entry->fragment.left = std::min(entry->expires - now, m_limits.longest);
    return std::move(entry->fragment);
}

bool
BlockStore::DropIfNotOf(Time now, const Key& key, const dht::Bytes& block)
{
    const auto label = LookAlive(now, key);
    const auto entry = label ? TakeSound(*label) : std::nullopt;
    return entry && !IsFragmentOf(entry->fragment, block) && IsBlockOf(key, block) &&
           Drop(*label, m_counters.damaged);
}

void
BlockStore::Scrub(Time now, std::size_t most)
{
    const std::vector<Key> keys = Keys(m_scrubbed, m_scrubbed, most);
    for (const Key& key : keys)
    {
        ++m_counters.scrubbed;
        const auto label = Look(key);
        const auto entry = label ? TakeSound(*label) : std::nullopt;
        if (entry && label->cost != Cost(entry->fragment))
        {
            Drop(*label, m_counters.damaged);
        }
        else if (entry && label->expires > Later(now, m_limits.longest))
        {
            SetExpiry(*label, Later(now, m_limits.longest));
            m_nextExpiry.reset();
        }
    }
    m_scrubbed = keys.empty() ? Key(0) : keys.back() + Key(1);
}

bool
BlockStore::IsSound(const Key& key, const Entry& entry)
{
    return IsWellFormed(entry.fragment) && entry.checksum == Checksum(key, entry.fragment);
}

bool
BlockStore::Holds(Time now, const Key& key) const
{
    return LookAlive(now, key).has_value();
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
        if (!label || label->expires > now)
        {
            break;
        }
        if (!Drop(*label, m_counters.expired))
        {
            m_nextExpiry = Later(now, kRetry);
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

std::optional<BlockStore::Entry>
BlockStore::TakeSound(const Label& label)
{
    auto entry = Find(label.key);
    if (!entry || IsSound(label.key, *entry))
    {
        return entry;
    }
    Drop(label, m_counters.damaged);
    return std::nullopt;
}

std::optional<BlockStore::Label>
BlockStore::LookAlive(Time now, const Key& key) const
{
    auto label = Look(key);
    return label && label->expires > now ? label : std::nullopt;
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
    m_bytes -= std::min(m_bytes, label.cost);
    m_nextExpiry.reset();
    return true;
}

} // namespace dht
