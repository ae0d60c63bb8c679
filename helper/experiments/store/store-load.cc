/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-load.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

namespace ns3
{

StoreLoad::StoreLoad(double load, StoreNetwork& network)
    : m_load(load),
      m_network(network)
{
}

Time
StoreLoad::DrawGap()
{
    return Seconds(-std::log(1 - m_random->Uniform()) / m_load);
}

void
StoreLoad::Begin(std::vector<dht::Key> blocks, dht::Random& random)
{
    m_blocks = std::move(blocks);
    m_random = &random;
    for (uint32_t peer = 0; peer < m_network.Size(); ++peer)
    {
        Simulator::Schedule(DrawGap(), &StoreLoad::Get, this, peer);
    }
}

void
StoreLoad::Get(uint32_t peer)
{
    const dht::Key key = m_blocks[dht::DrawBelow(*m_random, m_blocks.size())];
    Simulator::Schedule(DrawGap(), &StoreLoad::Get, this, peer);
    if (m_network.IsUp(peer))
    {
        ++m_begun;
        m_network.Get(peer, key);
    }
}

std::vector<uint64_t>
StoreLoad::Complete() const
{
    std::vector<uint64_t> complete(m_network.Size());
    for (uint32_t peer = 0; peer < m_network.Size(); ++peer)
    {
        complete[peer] = m_network.CountersOf(peer).complete;
    }
    return complete;
}

void
StoreLoad::BeginWindow()
{
    m_windowBegin = Simulator::Now();
    m_offered = m_begun;
    m_complete = Complete();
    m_sent = m_network.Sent();
}

void
StoreLoad::EndWindow()
{
    m_windowEnd = Simulator::Now();
    m_offered = m_begun - m_offered;
    const std::vector<uint64_t> complete = Complete();
    for (uint32_t peer = 0; peer < m_network.Size(); ++peer)
    {
        m_complete[peer] = complete[peer] - m_complete[peer];
    }
    const StoreTraffic sent = m_network.Sent();
    m_sent = {sent.messages - m_sent.messages, sent.bytes - m_sent.bytes};
}

nlohmann::ordered_json
StoreLoad::ToJson() const
{
    const double seconds = (m_windowEnd - m_windowBegin).GetSeconds();
    const double peers = m_network.Size();
    const auto all = std::accumulate(m_complete.begin(), m_complete.end(), uint64_t{0});
    // those that are down begin none
    uint64_t least = all;
    for (uint32_t peer = 0; peer < m_network.Size(); ++peer)
    {
        least = m_network.IsUp(peer) ? std::min(least, m_complete[peer]) : least;
    }
    return {
        {"window_s", seconds},
        {"offered", static_cast<double>(m_offered) / seconds / peers},
        {"achieved", static_cast<double>(all) / seconds / peers},
        {"achieved_percent_of_offered",
         100 * static_cast<double>(all) / static_cast<double>(std::max<uint64_t>(m_offered, 1))},
        {"achieved_lowest", static_cast<double>(least) / seconds},
        {"bytes_per_get",
         static_cast<double>(m_sent.bytes) / static_cast<double>(std::max<uint64_t>(all, 1))}};
}

} // namespace ns3
