/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "churn-store.h"

#include "dht-present-time.h"
#include "dht-put-goal.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace ns3
{

ChurnStore::ChurnStore(const ApplicationContainer& peers, const Plan& plan, int64_t stream)
    : m_plan(plan),
      m_monitor(nullptr, [] {})
{
    m_random.SetStream(stream);
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
ChurnStore::DrawMember()
{
    std::vector<Ptr<DhtPeerApplication>> members;
    std::copy_if(m_peers.begin(), m_peers.end(), std::back_inserter(members), [](const auto& peer) {
        return peer->IsMember();
    });
    return members.empty() ? nullptr : members[dht::DrawBelow(m_random, members.size())];
}

void
ChurnStore::Put()
{
    if (const auto peer = DrawMember())
    {
        dht::Bytes block(m_plan.blockSize);
        std::generate(block.begin(), block.end(), [this] {
            return static_cast<uint8_t>(dht::DrawBelow(m_random, 256));
        });
        peer->Put(std::move(block));
    }
    if (++m_begun < m_plan.blocks)
    {
        Simulator::Schedule(m_plan.putTime / static_cast<int64_t>(m_plan.blocks),
                            &ChurnStore::Put,
                            this);
    }
}

void
ChurnStore::Begin()
{
    m_begin = Simulator::Now();
    m_before = Sum();
    m_remains = StoreRemains(m_monitor.GetBlocks());
    m_monitor.Begin();
    if (m_plan.load > 0 && !m_remains.GetBlocks().empty())
    {
        ScheduleGet();
    }
}

void
ChurnStore::ScheduleGet()
{
    Simulator::Schedule(Seconds(-std::log1p(-m_random.Uniform()) / m_plan.load),
                        &ChurnStore::GetNext,
                        this);
}

void
ChurnStore::GetNext()
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
ChurnStore::End()
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
ChurnStore::Sum() const
{
    dht::StorageCounters sum;
    for (const auto& peer : m_peers)
    {
        sum += peer->GetTotals().storage;
    }
    return sum;
}

nlohmann::ordered_json
ChurnStore::ToJson() const
{
    const std::size_t holders = std::min<std::size_t>(m_peers.size(), m_plan.storage.fragments);
    const std::size_t needed = dht::PutGoal::Of(m_plan.storage, m_plan.blockSize, holders).needed;
    const double peerSeconds = (m_end - m_begin).GetSeconds() * static_cast<double>(m_peers.size());
    uint64_t abandoned = 0;
    uint64_t open = 0;
    for (const auto& peer : m_peers)
    {
        abandoned += peer->GetTotals().storeAbandoned;
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
    return json;
}

} // namespace ns3
