/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-connections.h"
#include "dht-memory-net.h"

#include <stdexcept>
#include <string>

/// What there is to see of a net in memory.

namespace dht
{

MemoryTraffic
MemoryNet::SentToNobodyAt(std::size_t place) const
{
    const auto found = m_parts->toNobody.find(place);
    return found == m_parts->toNobody.end() ? MemoryTraffic() : found->second;
}

const MemoryNetOptions&
MemoryNet::Options() const
{
    return m_parts->options;
}

std::size_t
MemoryNet::Size() const
{
    return m_parts->hosts.size();
}

std::set<std::size_t>
MemoryNet::Alive() const
{
    std::set<std::size_t> alive;
    for (const auto& host : m_parts->hosts)
    {
        if (host && !host->HasLeft())
        {
            alive.insert(host->Place());
        }
    }
    return alive;
}

std::size_t
MemoryNet::PlaceOf(const Endpoint& endpoint) const
{
    return m_parts->PlaceOf(endpoint);
}

bool
MemoryNet::IsThere(std::size_t place) const
{
    return m_parts->Find(place) != nullptr;
}

MemoryHost&
MemoryNet::At(std::size_t place)
{
    MemoryHost* const host = m_parts->Find(place);
    if (!host)
    {
        throw std::out_of_range("nobody is at place " + std::to_string(place));
    }
    return *host;
}

const MemoryHost&
MemoryNet::At(std::size_t place) const
{
    return const_cast<MemoryNet*>(this)->At(place);
}

template <typename Value>
std::size_t
MemoryNet::Sum(Value value) const
{
    std::size_t sum = 0;
    for (const auto& host : m_parts->hosts)
    {
        sum += host ? value(*host) : 0;
    }
    return sum;
}

std::size_t
MemoryNet::Queued() const
{
    return Sum([](const MemoryHost& host) { return host.m_peer.Queued(); });
}

std::size_t
MemoryNet::Outstanding() const
{
    return Sum([](const MemoryHost& host) { return host.m_peer.Outstanding(); });
}

std::size_t
MemoryNet::OnTheWay() const
{
    const auto waiting = [](const MemoryHost& host) { return host.m_connections->Waiting(); };
    return m_parts->flying + Sum(waiting);
}

std::size_t
MemoryNet::Violations() const
{
    return m_parts->violations;
}

Counters
MemoryNet::Totals() const
{
    Counters totals;
    for (const auto& host : m_parts->hosts)
    {
        totals += host ? host->m_peer.GetCounters() : Counters();
    }
    return totals;
}

MaintenanceCounters
MemoryNet::MaintenanceTotals() const
{
    MaintenanceCounters totals;
    for (const auto& host : m_parts->hosts)
    {
        totals += host ? host->GetMembership().GetCounters() : MaintenanceCounters();
    }
    return totals;
}

} // namespace dht
