/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-even-table.h"

#include <boost/multiprecision/integer.hpp>

namespace dht
{

namespace
{

/// @param links Fingers of each peer. @return What the numbers of peers consist of.
std::uint32_t
MaskOf(LinkIndex links)
{
    return (std::uint32_t{1} << links) - 1;
}

} // namespace

EvenTable::EvenTable(std::uint32_t peer, LinkIndex links)
    : m_peer(peer),
      m_links(links)
{
}

std::optional<LinkIndex>
EvenTable::NextHop(const Key& key) const
{
    const std::uint32_t distance = DistanceTo(key);
    if (distance == 0)
    {
        return std::nullopt;
    }
    return static_cast<LinkIndex>(boost::multiprecision::msb(distance));
}

std::optional<LinkIndex>
EvenTable::OtherHop(const Key& key, LinkIndex link) const
{
    const std::uint32_t nearer = DistanceTo(key) & MaskOf(link);
    if (nearer == 0)
    {
        return std::nullopt;
    }
    return static_cast<LinkIndex>(boost::multiprecision::msb(nearer));
}

LinkIndex
EvenTable::LinkCount() const
{
    return m_links;
}

std::uint32_t
EvenTable::DistanceTo(const Key& key) const
{
    const auto responsible = static_cast<std::uint32_t>((key >> (kKeyBits - m_links)).Low());
    return (responsible - m_peer) & MaskOf(m_links);
}

std::uint32_t
EvenTable::Neighbour(std::uint32_t peer, LinkIndex link, LinkIndex links)
{
    return (peer + (std::uint32_t{1} << link)) & MaskOf(links);
}

} // namespace dht
