/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-vanish.h"

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

/// How often it is looked what is left.
const Time VANISH_LOOK = MilliSeconds(500);

} // namespace

StoreVanish::StoreVanish(StoreNetwork& network, const Plan& plan)
    : m_network(network),
      m_plan(plan),
      m_present(network.Size())
{
    std::iota(m_present.begin(), m_present.end(), 0);
}

void
StoreVanish::Begin(std::vector<dht::Key> blocks, dht::Random& random)
{
    m_blocks = std::move(blocks);
    m_left = Left();
    m_least = *std::min_element(m_left.begin(), m_left.end());
    std::vector<uint32_t> order = m_present;
    const auto count = static_cast<std::size_t>(
        std::llround(m_plan.percent / 100 * static_cast<double>(order.size())));
    for (std::size_t i = 0; i < count; ++i)
    {
        std::swap(order[i], order[i + dht::DrawBelow(random, order.size() - i)]);
        Simulator::Schedule(m_plan.within * static_cast<int64_t>(i) / static_cast<int64_t>(count),
                            &StoreVanish::Vanish,
                            this);
    }
    order.resize(count);
    m_next.assign(order.rbegin(), order.rend());
    Simulator::ScheduleNow(&StoreVanish::Watch, this);
}

void
StoreVanish::Vanish()
{
    const uint32_t peer = m_next.back();
    m_next.pop_back();
    m_vanished.push_back(peer);
    m_present.erase(std::find(m_present.begin(), m_present.end(), peer));
    m_network.SetUp(peer, false);
    m_network.SetPresent(m_present);
    m_last = Simulator::Now();
    m_whole.reset();
}

void
StoreVanish::Watch()
{
    Look();
    Simulator::Schedule(VANISH_LOOK, &StoreVanish::Watch, this);
}

void
StoreVanish::Look()
{
    m_left = Left();
    m_least = std::min(m_least, *std::min_element(m_left.begin(), m_left.end()));
    m_seen += std::accumulate(m_left.begin(), m_left.end(), uint64_t{0});
    ++m_looks;
    const std::size_t enough = std::min(m_plan.enough, m_present.size());
    const bool isWhole = std::all_of(m_left.begin(), m_left.end(), [&](uint32_t left) {
        return left >= enough || left < m_plan.needed;
    });
    if (!isWhole)
    {
        m_whole.reset();
    }
    else if (!m_whole)
    {
        m_whole = Simulator::Now();
    }
}

std::vector<uint32_t>
StoreVanish::Left() const
{
    std::vector<uint32_t> left(m_blocks.size());
    for (const uint32_t peer : m_present)
    {
        const dht::BlockStore& kept = m_network.KeptOf(peer);
        for (std::size_t i = 0; i < m_blocks.size(); ++i)
        {
            const dht::Key& key = m_blocks[i];
            left[i] += kept.Keys(key, key + dht::Key(1), 1).empty() ? 0 : 1;
        }
    }
    return left;
}

nlohmann::ordered_json
StoreVanish::ToJson()
{
    Look();
    const auto lost = std::count_if(m_left.begin(), m_left.end(), [&](uint32_t left) {
        return left < m_plan.needed;
    });
    const auto blocks = static_cast<double>(m_blocks.size());
    const auto end = std::accumulate(m_left.begin(), m_left.end(), uint64_t{0});
    nlohmann::ordered_json json{
        {"peers", m_vanished.size()},
        {"blocks", m_blocks.size()},
        {"blocks_lost", lost},
        {"fragments",
         {{"mean", static_cast<double>(m_seen) / static_cast<double>(m_looks) / blocks},
          {"least", m_least},
          {"end", static_cast<double>(end) / blocks}}}};
    json["whole_after_s"] = m_whole ? nlohmann::ordered_json((*m_whole - m_last).GetSeconds())
                                    : nlohmann::ordered_json(nullptr);
    return json;
}

} // namespace ns3
