/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-link.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

AccessLink::AccessLink(DataRate rate, QueueSize limit)
{
    SetRate(rate);
    SetLimit(limit);
}

void
AccessLink::SetRate(DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0, "The rate of an access link must be above zero");
    m_rate = rate;
    m_transmissions.fill({});
}

void
AccessLink::SetTrace(const TracedTransmitter& transmitter)
{
    m_traced = transmitter;
}

DataRate
AccessLink::GetRate() const
{
    return m_rate;
}

void
AccessLink::SetLimit(QueueSize limit)
{
    m_limit = limit;
}

QueueSize
AccessLink::GetLimit() const
{
    return m_limit;
}

std::optional<Time>
AccessLink::Enqueue(Time now, uint32_t bytes)
{
    Advance(now);
    if (!HasRoom(bytes))
    {
        m_counters.droppedPackets++;
        m_counters.droppedBytes += bytes;
        return std::nullopt;
    }
    m_counters.acceptedPackets++;
    m_counters.acceptedBytes += bytes;

    const Time start = std::max(now, m_busyUntil);
    if (start > now)
    {
        m_waiting.push_back({start, bytes});
        m_waitingBytes += bytes;
    }
    m_busyUntil = m_traced ? m_traced->Send(now, bytes) : start + TransmissionTime(bytes);
    return m_busyUntil;
}

Time
AccessLink::TransmissionTime(uint32_t bytes)
{
    Transmission& known = m_transmissions[bytes % m_transmissions.size()];
    if (known.bytes != bytes)
    {
        known = {bytes, m_rate.CalculateBytesTxTime(bytes)};
    }
    return known.time;
}

uint32_t
AccessLink::GetWaitingPackets(Time now) const
{
    return std::count_if(m_waiting.begin(), m_waiting.end(), [now](const Waiting& packet) {
        return packet.start > now;
    });
}

uint32_t
AccessLink::GetWaitingBytes(Time now) const
{
    uint32_t bytes = 0;
    for (const auto& packet : m_waiting)
    {
        bytes += packet.start > now ? packet.bytes : 0;
    }
    return bytes;
}

Time
AccessLink::GetBusyUntil() const
{
    return m_busyUntil;
}

const AccessLink::Counters&
AccessLink::GetCounters() const
{
    return m_counters;
}

void
AccessLink::Advance(Time now)
{
    while (!m_waiting.empty() && m_waiting.front().start <= now)
    {
        m_waitingBytes -= m_waiting.front().bytes;
        m_waiting.pop_front();
    }
}

bool
AccessLink::HasRoom(uint32_t bytes) const
{
    if (m_limit.GetUnit() == QueueSizeUnit::PACKETS)
    {
        return m_waiting.size() < m_limit.GetValue();
    }
    return m_waitingBytes + bytes <= m_limit.GetValue();
}

} // namespace ns3
