/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-crowd.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace ns3
{

StoreCrowd::StoreCrowd(const std::vector<uint32_t>& peers,
                       uint64_t gets,
                       uint64_t concurrent,
                       StoreNetwork& network)
    : m_gets(gets),
      m_concurrent(concurrent),
      m_network(network)
{
    for (const uint32_t peer : peers)
    {
        m_clients.push_back({peer});
    }
}

bool
StoreCrowd::HasBegun() const
{
    return !m_blocks.empty();
}

void
StoreCrowd::Begin(std::vector<dht::Key> blocks, dht::Random& random)
{
    m_blocks = std::move(blocks);
    m_random = &random;
    m_begin = Simulator::Now();
    m_complete = Complete();
    for (Client& client : m_clients)
    {
        client.before = EndedOf(client);
    }
    Continue();
}

void
StoreCrowd::Continue()
{
    for (Client& client : m_clients)
    {
        const uint64_t ended = EndedOf(client);
        if (ended == m_gets && !m_end)
        {
            m_end = Simulator::Now();
            m_complete = Complete() - m_complete;
        }
        const uint64_t most = std::min(m_gets, ended + m_concurrent);
        for (; client.begun < most; ++client.begun)
        {
            m_network.Get(client.peer, m_blocks[dht::DrawBelow(*m_random, m_blocks.size())]);
        }
    }
}

uint64_t
StoreCrowd::EndedOf(const Client& client) const
{
    const auto& counters = m_network.CountersOf(client.peer);
    return counters.complete + counters.failed - client.before;
}

uint64_t
StoreCrowd::Complete() const
{
    uint64_t sum = 0;
    for (const Client& client : m_clients)
    {
        sum += m_network.CountersOf(client.peer).complete;
    }
    return sum;
}

nlohmann::ordered_json
StoreCrowd::ToJson(uint64_t blockSize) const
{
    const double seconds = (m_end.value() - m_begin).GetSeconds();
    return {{"clients", m_clients.size()},
            {"steady_s", seconds},
            {"throughput_bytes_s", static_cast<double>(m_complete * blockSize) / seconds}};
}

} // namespace ns3
