/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-finger-table.h"

#include <algorithm>
#include <stdexcept>

namespace dht
{

namespace
{

std::vector<Key>
IdsOf(const Ring& ring, const std::vector<std::size_t>& peers)
{
    std::vector<Key> ids;
    ids.reserve(peers.size());
    for (const std::size_t peer : peers)
    {
        ids.push_back(ring.Id(peer));
    }
    return ids;
}

} // namespace

FingerTable::FingerTable(const Key& self, const std::vector<Key>& fingers, FingerOrder order)
    : m_self(self),
      m_order(order)
{
    m_distances.reserve(fingers.size());
    for (const Key& finger : fingers)
    {
        m_distances.push_back(Distance(self, finger));
    }
    if (!std::is_sorted(m_distances.begin(), m_distances.end()) ||
        (!m_distances.empty() && m_distances.front() == Key(0)))
    {
        throw std::invalid_argument("fingers must be other peers, nearest first");
    }
}

FingerTable::FingerTable(const Ring& ring,
                         std::size_t peer,
                         const std::vector<std::size_t>& fingers,
                         FingerOrder order)
    : FingerTable(ring.Id(peer), IdsOf(ring, fingers), order)
{
}

std::optional<LinkIndex>
FingerTable::NextHop(const Key& key) const
{
    const auto beyond =
        std::upper_bound(m_distances.begin(), m_distances.end(), Distance(m_self, key));
    if (beyond == m_distances.begin())
    {
        return std::nullopt;
    }
    return static_cast<LinkIndex>(beyond - m_distances.begin() - 1);
}

std::optional<LinkIndex>
FingerTable::OtherHop(const Key& key, LinkIndex link) const
{
    if (m_order != FingerOrder::kAny)
    {
        return std::nullopt;
    }
    const Key distance = Distance(m_self, key);
    while (link > 0)
    {
        --link;
        // one of the powers of two that the distance is made of
        if (distance.Bit(m_distances[link].HighestBit()))
        {
            return link;
        }
    }
    return std::nullopt;
}

LinkIndex
FingerTable::LinkCount() const
{
    return static_cast<LinkIndex>(m_distances.size());
}

} // namespace dht
