/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-merger.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// Between two looks whether a peer is back that was given up, at the most, and at the least unless
/// all are gone.
constexpr Time kLostInterval = FromSeconds(10);
constexpr Time kShortestLostInterval = FromSeconds(0.5);
/// Between two questions to those by which this peer joined: they may have a ring of their own.
constexpr Time kBootstrapInterval = FromSeconds(60);
/// And before the first one, where answers are doubted: a liar among those that join at once may
/// have kept others apart.
constexpr Time kFirstBootstrap = FromSeconds(5);

} // namespace

RingMerger::RingMerger(MaintenanceContext& context,
                       const RingView& view,
                       Correspondence& correspondence,
                       Finder& finder,
                       Neighbours& neighbours)
    : m_context(context),
      m_view(view),
      m_correspondence(correspondence),
      m_finder(finder),
      m_neighbours(neighbours)
{
}

void
RingMerger::Begin(Time now, const RingNodes& bootstrap, const RingNodes& met)
{
    m_bootstrap = bootstrap;
    m_met = met;
    const bool isWary = m_context.options.vouching != Vouching::kOff;
    m_bootstrapAt = Later(now, isWary ? kFirstBootstrap : kBootstrapInterval);
    // peers that begin at the same time need not go on at the same times
    m_lostAt = Later(now, FromSeconds(ToSeconds(kLostInterval) * m_context.random.Uniform()));
}

void
RingMerger::Rest()
{
    m_lostAt = kNever;
}

void
RingMerger::TryLost(Time now)
{
    const bool alone = !m_view.successors.First();
    m_lostAt = Later(now, m_context.options.stabiliseInterval);
    if (m_correspondence.Count(QueryPurpose::kLost) > 1)
    {
        return;
    }
    m_neighbours.Remember(now, std::exchange(m_met, {}));
    if (const auto node = m_neighbours.TakeLost(now))
    {
        if (!m_correspondence.IsAsking(node->endpoint))
        {
            m_correspondence.Ask(now, *node, node->id, QueryPurpose::kLost, 1);
        }
    }
    if ((alone || m_bootstrapAt <= now) && !m_bootstrap.empty())
    {
        m_bootstrapAt = Later(now, kBootstrapInterval);
        const RingNode& node = m_bootstrap[m_nextBootstrap++ % m_bootstrap.size()];
        m_correspondence.Ask(now, node, node.id, QueryPurpose::kLost, 1);
    }
    if (!alone)
    {
        m_lostAt = std::clamp(m_view.lost.NextDue(),
                              Later(now, kShortestLostInterval),
                              Later(now, kLostInterval));
    }
}

void
RingMerger::Merge(Time now, const RingNode& node)
{
    if (!m_finder.IsBusy())
    {
        m_finder.Find(now, *this, m_view.self.id, {node}, {Finder::kAttempts, false, false});
    }
}

void
RingMerger::OnGone(Time now, bool wasLast)
{
    if (!m_view.successors.First())
    {
        m_lostAt = now;
    }
    else if (wasLast)
    {
        Merge(now, m_view.successors.All().back()); // its true successor
    }
}

void
RingMerger::OnFound(Time now, const RingNode& responsible, const RingNodes& next)
{
    m_neighbours.Introduce(now, responsible.endpoint);
    if (!next.empty())
    {
        m_neighbours.Introduce(now, next.front().endpoint);
    }
}

void
RingMerger::OnRefuted(Time now, const RingNode& claimant, const RingNodes& next)
{
    // who refutes it may be of another ring, or lie
    OnFound(now, claimant, next);
}

void
RingMerger::OnNotFound(Time /* now */, bool /* answered */)
{
}

void
RingMerger::OnWake(Time now)
{
    if (m_lostAt <= now)
    {
        TryLost(now);
    }
}

Time
RingMerger::NextWake() const
{
    return m_lostAt;
}

} // namespace dht
