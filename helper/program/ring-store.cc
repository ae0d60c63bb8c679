/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ring-store.h"

#include "dht-present-time.h"
#include "dht-put-goal.h"
#include "dht-repair-link-summary.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace ns3
{

namespace
{

/// The first random stream, the same whatever the scheme.
constexpr int64_t STORE_STREAM = 2000000;

} // namespace

RingStore::RingStore(const ApplicationContainer& peers, const StoreChoice& choice, const Puts& puts)
    : m_choice(choice),
      m_putTime(puts.time),
      m_monitor(nullptr, [] {})
{
    m_random.SetStream(STORE_STREAM);
    m_losses.SetStream(STORE_STREAM + 1);
    Simulator::Schedule(puts.first, &RingStore::Put, this);
    dht::StorageObserver& monitor = m_monitor;
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        m_peers.push_back(DynamicCast<DhtPeerApplication>(*peer));
        m_peers.back()->TraceConnectWithoutContext(
            "Fetched",
            Callback<void, const dht::FetchReport&>([&monitor](const dht::FetchReport& report) {
                monitor.OnFetched(DhtPresent(), report);
            }));
        m_peers.back()->TraceConnectWithoutContext(
            "Stored",
            Callback<void, const dht::PutReport&>(
                [&monitor](const dht::PutReport& report) { monitor.OnPut(DhtPresent(), report); }));
    }
}

Ptr<DhtPeerApplication>
RingStore::DrawMember()
{
    std::vector<Ptr<DhtPeerApplication>> members;
    std::copy_if(m_peers.begin(), m_peers.end(), std::back_inserter(members), [](const auto& peer) {
        return peer->IsMember();
    });
    return members.empty() ? nullptr : members[dht::DrawBelow(m_random, members.size())];
}

void
RingStore::Put()
{
    if (const auto peer = DrawMember())
    {
        dht::Bytes block(m_choice.blockSize);
        std::generate(block.begin(), block.end(), [this] {
            return static_cast<uint8_t>(dht::DrawBelow(m_random, 256));
        });
        peer->Put(std::move(block));
    }
    if (++m_begun < m_choice.blocks)
    {
        Simulator::Schedule(m_putTime / static_cast<int64_t>(m_choice.blocks),
                            &RingStore::Put,
                            this);
    }
}

void
RingStore::Begin()
{
    m_begin = Simulator::Now();
    m_before = Sum();
    m_remains = StoreRemains(m_monitor.GetBlocks());
    m_monitor.Begin();
    if (m_choice.getLoad > 0 && !m_remains.GetBlocks().empty())
    {
        ScheduleGet();
    }
    if (m_choice.diskLoss > Time(0))
    {
        ScheduleLoss();
    }
}

void
RingStore::ScheduleGet()
{
    Simulator::Schedule(Seconds(-std::log1p(-m_random.Uniform()) / m_choice.getLoad),
                        &RingStore::GetNext,
                        this);
}

void
RingStore::GetNext()
{
    if (m_isOver)
    {
        return;
    }
    const auto& blocks = m_remains.GetBlocks();
    const dht::Key& block = blocks[dht::DrawBelow(m_random, blocks.size())];
    if (const auto peer = DrawMember())
    {
        peer->Get(block);
    }
    ScheduleGet();
}

void
RingStore::ScheduleLoss()
{
    const double mean = m_choice.diskLoss.GetSeconds() / static_cast<double>(m_peers.size());
    Simulator::Schedule(Seconds(dht::DrawExponential(m_losses, mean)), &RingStore::LoseNext, this);
}

void
RingStore::LoseNext()
{
    if (m_isOver)
    {
        return;
    }
    m_peers[dht::DrawBelow(m_losses, m_peers.size())]->LoseDisk();
    ++m_lost;
    ScheduleLoss();
}

void
RingStore::End()
{
    m_isOver = true;
    m_end = Simulator::Now();
    m_after = Sum();
    for (const auto& peer : m_peers)
    {
        if (peer->IsUp())
        {
            m_remains.Count(peer->GetKept());
        }
    }
}

dht::StorageCounters
RingStore::Sum() const
{
    dht::StorageCounters sum;
    for (const auto& peer : m_peers)
    {
        sum += peer->GetTotals().storage;
    }
    return sum;
}

nlohmann::ordered_json
RingStore::ToJson() const
{
    const std::size_t holders = std::min<std::size_t>(m_peers.size(), m_choice.storage.fragments);
    const std::size_t needed =
        dht::PutGoal::Of(m_choice.storage, m_choice.blockSize, holders).needed;
    const double peerSeconds = (m_end - m_begin).GetSeconds() * static_cast<double>(m_peers.size());
    uint64_t abandoned = 0;
    uint64_t open = 0;
    dht::RepairLinkCounts links;
    for (const auto& peer : m_peers)
    {
        const DhtPeerTotals totals = peer->GetTotals();
        abandoned += totals.storeAbandoned;
        links += totals.repair;
        open += peer->GetStoreUnderWay();
    }
    nlohmann::ordered_json json = m_monitor.ResultsToJson();
    json["abandoned"] = abandoned;
    json["open"] = open;
    json["blocks"] = m_remains.GetBlocks().size();
    json["blocks_with_enough"] = m_remains.CountEnough(needed);
    json["fragments_needed"] = needed;
    json["fragments_mean"] = m_remains.Mean();
    json["fragments_least"] = m_remains.Least();
    json["repair_bytes_per_second_per_peer"] =
        StoreRemains::RepairBytes(m_before, m_after) / peerSeconds;
    if (m_choice.diskLoss > Time(0))
    {
        json["disks_lost"] = m_lost;
    }
    if (m_choice.RepairsOverLinks())
    {
        json["repair_links"] = dht::RepairLinksToJson(links, m_peers.size());
    }
    return json;
}

} // namespace ns3
