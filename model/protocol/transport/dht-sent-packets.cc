/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-sent-packets.h"

#include <algorithm>

namespace dht
{

namespace
{

/// No path reorders more packets than this: time tells what was lost (Linux, tcp_max_reordering).
constexpr std::uint32_t kMostReordering = 300;

} // namespace

SentPackets::SentPackets(std::uint32_t first)
    : m_first(first),
      m_next(first)
{
}

void
SentPackets::OnSent(SentPacket packet)
{
    packet.number = m_next++;
    packet.ordinal = m_ordinal++;
    m_packets.Push(packet);
    ++m_inFlight;
}

void
SentPackets::Skip(Time now)
{
    SentPacket packet;
    packet.sent = now;
    packet.number = m_next++;
    packet.isSkipped = true;
    m_packets.Push(packet);
}

bool
SentPackets::IsLie(const AckPacket& ack) const
{
    if (ack.ranges[0].last >= m_next || ack.ranges[ack.rangeCount - 1].first < m_first)
    {
        return true;
    }
    for (std::size_t i = 0; i < ack.rangeCount; ++i)
    {
        if (HasSkipped(m_packets, ack.ranges[i]) || HasSkipped(m_lost, ack.ranges[i]))
        {
            return true;
        }
    }
    return false;
}

bool
SentPackets::HasSkipped(const Fifo<SentPacket>& list, const PacketRange& range)
{
    for (std::size_t at = Search(list, range.first);
         at < list.Size() && list[at].number <= range.last;
         ++at)
    {
        if (list[at].isSkipped)
        {
            return true;
        }
    }
    return false;
}

const SentPacket*
SentPackets::Find(std::uint32_t number) const
{
    const std::size_t at = Search(m_packets, number);
    const bool isThere = at < m_packets.Size() && m_packets[at].number == number;
    return isThere && !m_packets[at].isSettled && !m_packets[at].isSkipped ? &m_packets[at]
                                                                           : nullptr;
}

bool
SentPackets::IsOpen(std::uint32_t number) const
{
    const std::size_t at = Search(m_lost, number);
    return Find(number) || (at < m_lost.Size() && m_lost[at].number == number &&
                            !m_lost[at].isSettled && !m_lost[at].isSkipped);
}

void
SentPackets::ForgetLost(Time before)
{
    while (!m_lost.IsEmpty() && (m_lost.Front().isSettled || m_lost.Front().sent < before))
    {
        m_lost.Pop();
    }
}

void
SentPackets::Shrink()
{
    m_packets.Shrink();
    m_lost.Shrink();
}

std::size_t
SentPackets::Search(const Fifo<SentPacket>& list, std::uint32_t number)
{
    std::size_t from = 0;
    std::size_t to = list.Size();
    while (from < to)
    {
        const std::size_t middle = from + (to - from) / 2;
        if (list[middle].number < number)
        {
            from = middle + 1;
        }
        else
        {
            to = middle;
        }
    }
    return from;
}

void
SentPackets::Tolerate(const SentPacket& packet)
{
    const std::uint32_t overtaken = m_newestOrdinal - packet.ordinal;
    m_threshold = std::max(m_threshold, std::min(overtaken + 1, kMostReordering));
}

void
SentPackets::Trim()
{
    while (!m_packets.IsEmpty() && m_packets.Front().isSettled)
    {
        m_packets.Pop();
    }
}

} // namespace dht
