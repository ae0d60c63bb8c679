/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring.h"

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
Ring::LastUpTo(const Key& key) const
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

double
Ring::Arc(std::size_t peer) const
{
    if (Size() == 1)
    {
        return 1;
    }
    return Distance(Id(peer), Id((peer + 1) % Size())).Fraction();
}

} // namespace dht
