/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-overlay.h"

#include "dht-even-table.h"

#include <utility>

namespace dht
{

EvenChord::EvenChord(LinkIndex links)
    : m_links(links)
{
}

std::uint32_t
EvenChord::Size() const
{
    return std::uint32_t{1} << m_links;
}

Key
EvenChord::IdOf(std::uint32_t peer) const
{
    return Key(peer) << (kKeyBits - m_links);
}

LinkIndex
EvenChord::LinkCount(std::uint32_t /* peer */) const
{
    return m_links;
}

std::unique_ptr<Membership>
EvenChord::MakeTable(std::uint32_t peer) const
{
    return std::make_unique<EvenTable>(peer, m_links);
}

std::uint32_t
EvenChord::Neighbour(std::uint32_t peer, LinkIndex link) const
{
    return EvenTable::Neighbour(peer, link, m_links);
}

StoredOverlay::StoredOverlay(std::unique_ptr<Overlay> overlay)
    : m_overlay(std::move(overlay))
{
    m_neighbours.reserve(Size());
    for (std::uint32_t peer = 0; peer < Size(); ++peer)
    {
        const std::vector<std::size_t> neighbours = m_overlay->Neighbours(peer);
        m_neighbours.emplace_back(neighbours.begin(), neighbours.end());
    }
}

std::uint32_t
StoredOverlay::Size() const
{
    return static_cast<std::uint32_t>(m_overlay->Peers().Size());
}

Key
StoredOverlay::IdOf(std::uint32_t peer) const
{
    return m_overlay->Peers().Id(peer);
}

LinkIndex
StoredOverlay::LinkCount(std::uint32_t peer) const
{
    return static_cast<LinkIndex>(m_neighbours[peer].size());
}

std::unique_ptr<Membership>
StoredOverlay::MakeTable(std::uint32_t peer) const
{
    return m_overlay->MakeTable(peer);
}

std::uint32_t
StoredOverlay::Neighbour(std::uint32_t peer, LinkIndex link) const
{
    return m_neighbours[peer][link];
}

} // namespace dht
