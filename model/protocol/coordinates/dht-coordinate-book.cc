/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-coordinate-book.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace dht
{

namespace
{

/// Slots at first.
constexpr std::size_t kFewestSlots = 16;

/// A hash by two multiplications: each message and each peer that it names is looked up. @param
/// endpoint An endpoint. @return The endpoint's hash.
std::uint64_t
HashOf(const Endpoint& endpoint)
{
    constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
    std::uint64_t halves[2];
    std::memcpy(halves, endpoint.address.data(), sizeof(halves));
    const std::uint64_t hash = ((halves[0] ^ endpoint.port) * factor ^ halves[1]) * factor;
    return hash ^ hash >> 32;
}

} // namespace

static_assert(CoordinateBook::kMost < std::numeric_limits<std::uint16_t>::max());

void
CoordinateBook::Learn(const Endpoint& peer, const WireCoordinate& told)
{
    EntryOf(peer) = told;
}

void
CoordinateBook::Hear(const Endpoint& peer, const WireCoordinate& told)
{
    auto& known = EntryOf(peer);
    const bool saysNothing = told.error >= WireCoordinate{}.error;
    if (!saysNothing && (!known || told.error <= known->error))
    {
        known = told;
    }
}

std::size_t
CoordinateBook::SlotOf(const Endpoint& peer) const
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = HashOf(peer) & mask;
    while (m_slots[slot] != 0 && !(m_entries[m_slots[slot] - 1U].first == peer))
    {
        slot = (slot + 1) & mask;
    }
    return slot;
}

std::size_t
CoordinateBook::HomeOf(std::size_t place) const
{
    return HashOf(m_entries[place].first) & (m_slots.size() - 1);
}

void
CoordinateBook::GrowSlots()
{
    if (2 * (m_entries.size() + 1) <= m_slots.size())
    {
        return;
    }
    m_slots.assign(std::max(kFewestSlots, 2 * m_slots.size()), 0);
    for (std::size_t place = 0; place < m_entries.size(); ++place)
    {
        m_slots[SlotOf(m_entries[place].first)] = static_cast<std::uint16_t>(place + 1);
    }
}

void
CoordinateBook::Empty(std::size_t slot)
{
    const std::size_t mask = m_slots.size() - 1;
    m_slots[slot] = 0;
    // those behind it that are not where their search begins move up, as far as it
    for (std::size_t next = (slot + 1) & mask; m_slots[next] != 0; next = (next + 1) & mask)
    {
        const std::size_t home = HomeOf(m_slots[next] - 1U);
        if (((next - home) & mask) >= ((next - slot) & mask))
        {
            std::swap(m_slots[slot], m_slots[next]);
            slot = next;
        }
    }
}

std::size_t
CoordinateBook::NumberOf(const Endpoint& peer) const
{
    return m_slots.empty() ? 0 : m_slots[SlotOf(peer)];
}

std::optional<WireCoordinate>&
CoordinateBook::EntryOf(const Endpoint& peer)
{
    const std::size_t known = NumberOf(peer);
    if (known != 0)
    {
        return m_entries[known - 1].second;
    }
    std::size_t place = m_entries.size();
    if (place < kMost)
    {
        GrowSlots();
        m_entries.emplace_back(peer, std::nullopt);
    }
    else
    {
        place = std::exchange(m_oldest, (m_oldest + 1) % kMost);
        Empty(SlotOf(m_entries[place].first));
        m_entries[place] = {peer, std::nullopt};
    }
    m_slots[SlotOf(peer)] = static_cast<std::uint16_t>(place + 1);
    return m_entries[place].second;
}

std::optional<WireCoordinate>
CoordinateBook::Find(const Endpoint& peer) const
{
    const std::size_t known = NumberOf(peer);
    return known == 0 ? std::nullopt : m_entries[known - 1].second;
}

std::optional<Endpoint>
CoordinateBook::Draw(Random& random) const
{
    if (m_entries.empty())
    {
        return std::nullopt;
    }
    return m_entries[DrawBelow(random, m_entries.size())].first;
}

} // namespace dht
