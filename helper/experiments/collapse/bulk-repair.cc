/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bulk-repair.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// The random stream of losses.
constexpr int64_t LOSS_STREAM = 300;
/// How often it is looked what has arrived: a few times per round trip.
const Time REPAIR_LOOK = MilliSeconds(50);

} // namespace

BulkRepair::BulkRepair(const CollapseOptions& options,
                       BulkStreams& streams,
                       uint32_t peers,
                       Time start)
    : m_streams(streams),
      m_peers(peers),
      m_interval(options.bulkLoss.GetSeconds() / peers),
      m_least(options.bulkPriority),
      m_most(options.bulkRaise),
      m_repairs(streams.GetN(), Repair{RepairOrders(options.bulkBlocks), options.bulkPriority})
{
    m_random.SetStream(LOSS_STREAM);
    for (std::size_t i = 0; i < m_repairs.size(); ++i)
    {
        m_streams.Offer(i, 0);
    }
    Simulator::Schedule(start, &BulkRepair::ScheduleLoss, this);
    Simulator::Schedule(start, &BulkRepair::Look, this);
}

BulkRepair::Results
BulkRepair::GetResults() const
{
    RepairOrders::Counts counts;
    for (const Repair& repair : m_repairs)
    {
        counts += repair.orders.GetCounts();
    }
    const auto samples = static_cast<double>(std::max<uint64_t>(m_samples, 1));
    const double blocks =
        static_cast<double>(counts.blocks) / static_cast<double>(m_repairs.size());
    return {m_losses,
            counts,
            static_cast<double>(m_fragments) / (samples * blocks),
            m_poorest,
            static_cast<double>(m_raised) / samples};
}

bool
BulkRepair::IdentitiesHold() const
{
    return std::all_of(m_repairs.begin(), m_repairs.end(), [](const Repair& repair) {
        return repair.orders.IdentitiesHold();
    });
}

void
BulkRepair::ScheduleLoss()
{
    Simulator::Schedule(Seconds(dht::DrawExponential(m_random, m_interval)),
                        &BulkRepair::LoseDisk,
                        this);
}

void
BulkRepair::LoseDisk()
{
    const auto peer = static_cast<uint32_t>(dht::DrawBelow(m_random, m_peers));
    ++m_losses;
    for (std::size_t i = 0; i < m_repairs.size(); ++i)
    {
        // the peers that follow a sender are its holders
        const uint32_t holder = (peer + m_peers - m_streams.GetSender(i) - 1) % m_peers;
        if (holder < RepairOrders::HOLDERS)
        {
            m_repairs[i].orders.Lose(holder);
        }
    }
    ScheduleLoss();
}

void
BulkRepair::Look()
{
    Simulator::Schedule(REPAIR_LOOK, &BulkRepair::Look, this);
    for (std::size_t i = 0; i < m_repairs.size(); ++i)
    {
        Serve(i);
    }
    Sample();
}

void
BulkRepair::Serve(std::size_t stream)
{
    Repair& repair = m_repairs[stream];
    repair.orders.Deliver(m_streams.GetReceived(stream));
    const double priority = repair.orders.Priority(m_least, m_most);
    if (priority != repair.priority)
    {
        repair.priority = priority;
        m_streams.SetPriority(stream, priority);
    }
    m_streams.Offer(stream, repair.orders.Order());
}

void
BulkRepair::Sample()
{
    for (const Repair& repair : m_repairs)
    {
        ++m_samples;
        m_raised += repair.priority > m_least;
        m_fragments += repair.orders.GetCounts().fragments;
        m_poorest = std::min(m_poorest, repair.orders.Poorest());
    }
}

} // namespace ns3
