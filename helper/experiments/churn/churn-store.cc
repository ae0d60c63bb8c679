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
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/// Bytes of UDP's and IPv4's headers.
constexpr double CHURN_UDP_AND_IP = 28;

} // namespace

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
    if (m_plan.blocks > 0)
    {
        PutNext();
    }
}

void
ChurnStore::PutNext()
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
                            &ChurnStore::PutNext,
                            this);
    }
}

void
ChurnStore::Begin()
{
    m_begin = Simulator::Now();
    m_before = Sum();
    m_blocks = m_monitor.GetBlocks();
    m_monitor.Begin();
    if (m_plan.load > 0 && !m_blocks.empty())
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
    const dht::Key& block = m_blocks[dht::DrawBelow(m_random, m_blocks.size())];
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
    m_left = CountFragments();
}

dht::StorageCounters
ChurnStore::Sum() const
{
    dht::StorageCounters sum;
    for (const auto& peer : m_peers)
    {
        sum += peer->GetStorageCounters();
    }
    return sum;
}

std::vector<uint32_t>
ChurnStore::CountFragments() const
{
    std::vector<uint32_t> left(m_blocks.size());
    for (const auto& peer : m_peers)
    {
        for (std::size_t i = 0; peer->IsUp() && i < m_blocks.size(); ++i)
        {
            left[i] += peer->GetKept().Holds(DhtPresent(), m_blocks[i]) ? 1 : 0;
        }
    }
    return left;
}

nlohmann::ordered_json
ChurnStore::ToJson() const
{
    const std::size_t holders = std::min<std::size_t>(m_peers.size(), m_plan.storage.fragments);
    const std::size_t needed = dht::PutGoal::Of(m_plan.storage, m_plan.blockSize, holders).needed;
    const auto enough =
        std::count_if(m_left.begin(), m_left.end(), [&](uint32_t left) { return left >= needed; });
    const auto all = std::accumulate(m_left.begin(), m_left.end(), uint64_t{0});
    const double bytes =
        static_cast<double>(m_after.repairBytes - m_before.repairBytes) +
        CHURN_UDP_AND_IP * static_cast<double>(m_after.repairMessages - m_before.repairMessages);
    const double peerSeconds = (m_end - m_begin).GetSeconds() * static_cast<double>(m_peers.size());
    uint64_t abandoned = 0;
    uint64_t open = 0;
    for (const auto& peer : m_peers)
    {
        abandoned += peer->GetStoreAbandoned();
        open += peer->GetStoreUnderWay();
    }
    nlohmann::ordered_json json = m_monitor.ResultsToJson();
    json["abandoned"] = abandoned;
    json["open"] = open;
    json["blocks"] = m_left.size();
    json["blocks_with_enough"] = enough;
    json["fragments_needed"] = needed;
    json["fragments_mean"] =
        static_cast<double>(all) / static_cast<double>(std::max<std::size_t>(m_left.size(), 1));
    json["fragments_least"] = m_left.empty() ? 0 : *std::min_element(m_left.begin(), m_left.end());
    json["repair_bytes_per_second_per_peer"] = bytes / peerSeconds;
    return json;
}

} // namespace ns3
