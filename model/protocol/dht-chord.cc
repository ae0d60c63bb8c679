/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord.h"

#include <algorithm>
#include <stdexcept>

namespace dht
{

Ring::Ring(std::vector<Key> ids)
    : m_ids(std::move(ids))
{
    if (m_ids.empty())
    {
        throw std::invalid_argument("a ring needs at least one peer");
    }
    std::sort(m_ids.begin(), m_ids.end());
    const auto twin = std::adjacent_find(m_ids.begin(), m_ids.end());
    if (twin != m_ids.end())
    {
        throw std::invalid_argument("two peers have the id " + KeyToHex(*twin));
    }
}

Ring
Ring::Even(std::size_t count)
{
    std::vector<Key> ids;
    ids.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        ids.push_back(EvenKey(i, count));
    }
    return Ring(std::move(ids));
}

Ring
Ring::Hashed(const std::vector<std::string>& names)
{
    std::vector<Key> ids;
    ids.reserve(names.size());
    std::transform(names.begin(), names.end(), std::back_inserter(ids), HashKey);
    return Ring(std::move(ids));
}

std::size_t
Ring::Size() const
{
    return m_ids.size();
}

const Key&
Ring::Id(std::size_t peer) const
{
    return m_ids.at(peer);
}

std::size_t
Ring::Responsible(const Key& key) const
{
    const auto after = std::upper_bound(m_ids.begin(), m_ids.end(), key);
    return (after == m_ids.begin() ? m_ids.end() : after) - m_ids.begin() - 1;
}

std::size_t
Ring::FirstFrom(const Key& key) const
{
    const auto first = std::lower_bound(m_ids.begin(), m_ids.end(), key);
    return first == m_ids.end() ? 0 : first - m_ids.begin();
}

std::vector<std::size_t>
Ring::Fingers(std::size_t peer) const
{
    std::vector<std::size_t> fingers;
    for (unsigned i = 0; i < kKeyBits; ++i)
    {
        const std::size_t finger = FirstFrom(Id(peer) + (Key(1) << i));
        if (finger != peer && (fingers.empty() || finger != fingers.back()))
        {
            fingers.push_back(finger);
        }
    }
    return fingers;
}

namespace
{

KeyBytes
DistanceBytes(const Key& from, const Key& to)
{
    KeyBytes bytes;
    KeyToBytes(Distance(from, to), bytes.data());
    return bytes;
}

std::vector<Key>
FingerIds(const Ring& ring, std::size_t peer)
{
    std::vector<Key> ids;
    for (const std::size_t finger : ring.Fingers(peer))
    {
        ids.push_back(ring.Id(finger));
    }
    return ids;
}

} // namespace

FingerTable::FingerTable(const Key& self, const std::vector<Key>& fingers)
    : m_self(self)
{
    m_distances.reserve(fingers.size());
    for (const Key& finger : fingers)
    {
        m_distances.push_back(DistanceBytes(self, finger));
    }
    if (!std::is_sorted(m_distances.begin(), m_distances.end()) ||
        (!m_distances.empty() && m_distances.front() == KeyBytes{}))
    {
        throw std::invalid_argument("fingers must be other peers, nearest first");
    }
}

FingerTable::FingerTable(const Ring& ring, std::size_t peer)
    : FingerTable(ring.Id(peer), FingerIds(ring, peer))
{
}

std::optional<LinkIndex>
FingerTable::NextHop(const Key& key) const
{
    // big-endian bytes compare like the numbers they are
    const auto beyond =
        std::upper_bound(m_distances.begin(), m_distances.end(), DistanceBytes(m_self, key));
    if (beyond == m_distances.begin())
    {
        return std::nullopt;
    }
    return static_cast<LinkIndex>(beyond - m_distances.begin() - 1);
}

LinkIndex
FingerTable::LinkCount() const
{
    return static_cast<LinkIndex>(m_distances.size());
}

} // namespace dht
