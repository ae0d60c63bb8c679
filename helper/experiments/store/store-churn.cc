/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-churn.h"

#include "dht-present-time.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace ns3
{

namespace
{

/// How often it is looked whether a peer has handed over what it holds.
const Time HAND_OVER_POLL = MilliSeconds(100);

} // namespace

StoreChurn::StoreChurn(MessageLevelStore& store, Plan plan, dht::SplitMixRandom& random)
    : m_store(store),
      m_plan(std::move(plan)),
      m_random(random),
      m_isTaken(store.Size())
{
    for (std::size_t left = store.Size() / 2; left > 0;)
    {
        const auto place = dht::DrawBelow(m_random, store.Size());
        left -= m_isTaken[place] ? 0 : 1;
        m_isTaken[place] = true;
    }
    Tell();
}

void
StoreChurn::Tell()
{
    std::vector<uint32_t> present;
    for (uint32_t place = 0; place < m_store.Size(); ++place)
    {
        m_store.SetUp(place, m_isTaken[place]);
        if (m_isTaken[place])
        {
            present.push_back(place);
        }
    }
    m_store.SetPresent(std::move(present));
}

void
StoreChurn::Begin(std::vector<dht::Key> blocks, std::size_t fragments)
{
    m_remains = StoreRemains(std::move(blocks));
    m_fragments = fragments;
    m_before = m_store.GetCounters();
    for (uint32_t place = 0; place < m_store.Size(); ++place)
    {
        if (m_isTaken[place] && m_plan.down > 0 && m_random.Uniform() < m_plan.down / 100)
        {
            m_isTaken[place] = false;
            Vacate(place);
        }
        else if (m_isTaken[place])
        {
            Stay(place);
        }
    }
    Tell();
    Simulator::Schedule(m_plan.duration, [this] {
        m_isOver = true;
        m_after = m_store.GetCounters();
        Count();
        m_plan.onEnd();
    });
}

void
StoreChurn::Stay(uint32_t place)
{
    // what repairs by the clock begins when something happens
    m_store.Get(place).OnWake(DhtPresent());
    if (m_plan.session > Time(0))
    {
        const double stay = -std::log1p(-m_random.Uniform()) * m_plan.session.GetSeconds();
        Simulator::Schedule(Seconds(stay), [this, place] { EndStay(place); });
    }
}

void
StoreChurn::EndStay(uint32_t place)
{
    if (!m_isOver && m_plan.handOver > Time(0))
    {
        const dht::Time now = DhtPresent();
        const uint64_t moved = m_store.Get(place).Counters().moved;
        m_store.Get(place).HandOver(now, now + ToDhtTime(m_plan.handOver));
        AwaitHandOver(place, moved);
        return;
    }
    Leave(place);
}

void
StoreChurn::AwaitHandOver(uint32_t place, uint64_t moved)
{
    if (m_store.Get(place).IsHandingOver())
    {
        Simulator::Schedule(HAND_OVER_POLL, [this, place, moved] { AwaitHandOver(place, moved); });
        return;
    }
    if (!m_isOver)
    {
        m_handedOver += m_store.Get(place).Counters().moved - moved;
        m_takenAlong += m_store.GetKept(place).Count();
    }
    Leave(place);
}

void
StoreChurn::Leave(uint32_t place)
{
    if (m_isOver)
    {
        return;
    }
    uint32_t other = 0;
    do
    {
        other = static_cast<uint32_t>(dht::DrawBelow(m_random, m_store.Size()));
    } while (m_isTaken[other]);
    m_isTaken[place] = false;
    m_isTaken[other] = true;
    Vacate(place);
    Tell();
    Stay(other);
}

void
StoreChurn::Vacate(uint32_t place)
{
    ++m_crashes;
    m_plan.onGoes(place);
    m_store.Replace(place);
    m_plan.onNew(place);
}

void
StoreChurn::Count()
{
    for (uint32_t place = 0; place < m_store.Size(); ++place)
    {
        if (m_isTaken[place])
        {
            m_remains.Count(m_store.GetKept(place));
        }
    }
}

double
StoreChurn::ExpectedShare(std::size_t needed) const
{
    const double gone = m_plan.down / 100;
    const double stays = m_plan.session > Time(0)
                             ? std::exp(-m_plan.duration.GetSeconds() / m_plan.session.GetSeconds())
                             : 1;
    const double p = (1 - gone) * stays;
    double share = 0;
    double ways = 1; // to choose i of all
    for (std::size_t i = 0; i <= m_fragments; ++i)
    {
        const auto left = static_cast<double>(m_fragments - i);
        share +=
            i < needed ? 0 : ways * std::pow(p, static_cast<double>(i)) * std::pow(1 - p, left);
        ways *= left / static_cast<double>(i + 1);
    }
    return share;
}

nlohmann::ordered_json
StoreChurn::ResultsToJson(std::size_t needed) const
{
    const std::size_t blocks = m_remains.GetBlocks().size();
    const std::size_t enough = m_remains.CountEnough(needed);
    const double bytes = StoreRemains::RepairBytes(m_before, m_after);
    const double perPeer = m_plan.duration.GetSeconds() * static_cast<double>(m_store.Size()) / 2;
    nlohmann::ordered_json json{
        {"crashes", m_crashes},
        {"blocks", blocks},
        {"blocks_with_enough", enough},
        {"enough_percent",
         100 * static_cast<double>(enough) / static_cast<double>(std::max<std::size_t>(blocks, 1))},
        {"expected_without_repair_percent", 100 * ExpectedShare(needed)},
        {"fragments_mean", m_remains.Mean()},
        {"fragments_least", m_remains.Least()},
        {"repair_bytes_per_second_per_peer", bytes / perPeer}};
    if (m_plan.handOver > Time(0))
    {
        json["fragments_handed_over"] = m_handedOver;
        json["fragments_taken_along"] = m_takenAlong;
    }
    return json;
}

} // namespace ns3
