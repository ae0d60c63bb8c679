/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-clients.h"

#include "dht-delay-sample.h"

#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

namespace ns3
{

StoreClients::StoreClients(std::vector<uint32_t> peers, uint64_t gets)
    : m_peers(std::move(peers)),
      m_gets(gets)
{
}

uint64_t
StoreClients::Count() const
{
    return m_peers.size();
}

void
StoreClients::Begin(std::vector<dht::Key> blocks, dht::Random& random)
{
    // in the order of keys, one holder after the other would be asked for all it has
    m_blocks = std::move(blocks);
    for (std::size_t i = m_blocks.size(); i > 1; --i)
    {
        std::swap(m_blocks[i - 1], m_blocks[dht::DrawBelow(random, i)]);
    }
}

uint32_t
StoreClients::PeerOf(uint64_t get) const
{
    return m_peers[get / m_gets];
}

const dht::Key&
StoreClients::KeyOf(uint64_t get) const
{
    return m_blocks[get % m_gets % m_blocks.size()];
}

void
StoreClients::OnBegun(Time now, uint64_t bytes)
{
    m_begun = now;
    m_before = bytes;
}

void
StoreClients::OnEnded(Time now, uint64_t bytes)
{
    m_rates.push_back(static_cast<double>(bytes - m_before) / (now - m_begun).GetSeconds());
}

nlohmann::ordered_json
StoreClients::ThroughputToJson() const
{
    auto rates = m_rates;
    const double sum = std::accumulate(rates.begin(), rates.end(), 0.0);
    return {{"clients", rates.size()},
            {"mean", sum / static_cast<double>(rates.size())},
            {"least", dht::Quantile(rates, 0)},
            {"p5", dht::Quantile(rates, 0.05)},
            {"p50", dht::Quantile(rates, 0.5)},
            {"p95", dht::Quantile(rates, 0.95)},
            {"most", dht::Quantile(rates, 1)}};
}

} // namespace ns3
