/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-parts.h"
#include "dht-node.h"
#include "dht-storage.h"

#include <stdexcept>
#include <string>
#include <utility>

/// Stores of a net in memory.

namespace dht
{

namespace
{

/// @tparam Report What comes of a get or a put. @param net A net. @param reports By place, the last
/// one. @param place Where it was asked for. @param id Its id. @return The report.
/// @throws std::runtime_error There is none within an hour.
template <typename Report>
Report
WaitFor(MemoryNet& net, std::map<std::size_t, Report>& reports, std::size_t place, std::uint64_t id)
{
    const auto hasCome = [&] { return reports.count(place) > 0 && reports[place].id == id; };
    for (const Time end = net.Now() + std::chrono::hours(1); !hasCome() && net.Now() < end;)
    {
        net.RunUntil(net.Now() + FromSeconds(0.001));
    }
    if (!hasCome())
    {
        throw std::runtime_error("nothing comes of what a store was asked for");
    }
    return reports[place];
}

} // namespace

Storage&
MemoryNet::StorageAt(std::size_t place)
{
    Storage* const storage = At(place).m_node->GetStorage();
    if (!storage)
    {
        throw std::logic_error("there are no stores in this net");
    }
    return *storage;
}

MemoryBlockStore&
MemoryNet::DiskAt(std::size_t place)
{
    auto& disk = m_parts->disks.at(place);
    if (!disk)
    {
        throw std::out_of_range("there is no disk at place " + std::to_string(place));
    }
    return *disk;
}

FetchReport
MemoryNet::Get(std::size_t place, const Key& key)
{
    m_parts->fetched.erase(place);
    return WaitFor(*this, m_parts->fetched, place, At(place).m_node->Get(Now(), key));
}

FetchReport
MemoryNet::Check(std::size_t place, const Key& key)
{
    m_parts->fetched.erase(place);
    return WaitFor(*this, m_parts->fetched, place, At(place).m_node->Check(Now(), key));
}

FetchReport
MemoryNet::Check(std::size_t place, const Key& key, const std::vector<Endpoint>& holders)
{
    m_parts->fetched.erase(place);
    return WaitFor(*this, m_parts->fetched, place, At(place).m_node->Check(Now(), key, holders));
}

PutReport
MemoryNet::Put(std::size_t place, Bytes block)
{
    m_parts->put.erase(place);
    return WaitFor(*this, m_parts->put, place, At(place).m_node->Put(Now(), std::move(block)));
}

PutReport
MemoryNet::Renew(std::size_t place, Bytes block)
{
    m_parts->put.erase(place);
    return WaitFor(*this, m_parts->put, place, At(place).m_node->Renew(Now(), std::move(block)));
}

StorageCounters
MemoryNet::StorageTotals() const
{
    StorageCounters totals;
    for (const auto& host : m_parts->hosts)
    {
        const Storage* const storage = host ? host->m_node->GetStorage() : nullptr;
        totals += storage ? storage->Counters() : StorageCounters();
    }
    return totals;
}

void
MemoryNet::SetPresent(std::vector<std::uint32_t> places)
{
    if (!m_parts->ready)
    {
        throw std::logic_error("only stores of a ready-made ring have to be told who is there");
    }
    m_parts->ready->SetPresent(std::move(places));
}

} // namespace dht
