/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-received-packets.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Acks that list a range.
constexpr std::uint32_t kMostLists = 8;

} // namespace

bool
ReceivedPackets::Add(std::uint32_t number)
{
    const bool isNext = m_count == 0 || number == m_ranges[0].range.last + 1;
    std::size_t at = 0;
    while (at < m_count && number < m_ranges[at].range.first)
    {
        ++at;
    }
    // the range at this place is the newest one that begins at the number or before
    if (at < m_count && number <= m_ranges[at].range.last)
    {
        m_ranges[at].lists = 0; // the other end does not seem to know
        return isNext;
    }
    const bool endsBelow = at < m_count && m_ranges[at].range.last + 1 == number;
    const bool beginsAbove = at > 0 && m_ranges[at - 1].range.first == number + 1;
    if (endsBelow && beginsAbove)
    {
        m_ranges[at - 1] = {{m_ranges[at].range.first, m_ranges[at - 1].range.last}, 0};
        Erase(at);
    }
    else if (endsBelow)
    {
        m_ranges[at] = {{m_ranges[at].range.first, number}, 0};
    }
    else if (beginsAbove)
    {
        m_ranges[at - 1] = {{number, m_ranges[at - 1].range.last}, 0};
    }
    else
    {
        Insert(at, number);
    }
    return isNext;
}

void
ReceivedPackets::List(AckPacket& ack)
{
    ack.rangeCount = static_cast<std::uint16_t>(m_count);
    for (std::size_t i = 0; i < m_count; ++i)
    {
        ack.ranges[i] = m_ranges[i].range;
        ++m_ranges[i].lists;
    }
    const auto isKnown = [](const Entry& entry) { return entry.lists >= kMostLists; };
    if (m_count > 0)
    {
        const auto end = m_ranges.begin() + static_cast<std::ptrdiff_t>(m_count);
        const auto rest = std::remove_if(m_ranges.begin() + 1, end, isKnown);
        m_count = static_cast<std::size_t>(rest - m_ranges.begin());
    }
}

void
ReceivedPackets::Insert(std::size_t at, std::uint32_t number)
{
    if (at == kMostRanges)
    {
        return; // older than all that acks have room for
    }
    m_count = std::min(m_count + 1, kMostRanges);
    const auto from = m_ranges.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = m_ranges.begin() + static_cast<std::ptrdiff_t>(m_count);
    std::move_backward(from, end - 1, end);
    *from = {{number, number}, 0};
}

void
ReceivedPackets::Erase(std::size_t at)
{
    const auto from = m_ranges.begin() + static_cast<std::ptrdiff_t>(at);
    std::move(from + 1, m_ranges.begin() + static_cast<std::ptrdiff_t>(m_count), from);
    --m_count;
}

} // namespace dht
