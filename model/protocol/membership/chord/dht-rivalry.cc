/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rivalry.h"

namespace dht
{

namespace
{

/// For so many looks at the neighbours, who has the lower port waits for the other one to go, and
/// for the ring to notice.
constexpr int kRivalryPatience = 10;

} // namespace

Rivalry::Rivalry(MaintenanceContext& context, const RingView& view, Correspondence& correspondence)
    : m_context(context),
      m_view(view),
      m_correspondence(correspondence)
{
}

void
Rivalry::Look(Time now, const RingNode& from, const MaintenanceMessage& answer)
{
    std::optional<Endpoint> named;
    const RingNode* const next = m_view.successors.First();
    if (next && *next == from)
    {
        named = answer.predecessor;
    }
    if (!(named && m_view.IsRival(*named)) && m_view.predecessor == from && !answer.peers.empty())
    {
        named = answer.peers.front();
    }
    if (!named || !m_view.IsRival(*named))
    {
        return;
    }
    if (!m_since || Later(m_last, 3 * m_context.options.stabiliseInterval) < now)
    {
        m_since = now;
    }
    m_last = now;
    if (!m_correspondence.IsAsking(*named))
    {
        m_correspondence.Ask(now,
                             {*named, m_view.self.id},
                             m_view.self.id,
                             QueryPurpose::kRival,
                             m_context.options.queryAttempts);
    }
}

bool
Rivalry::IsLost(Time now, const Endpoint& rival, bool hasPlace) const
{
    const Time patience = kRivalryPatience * m_context.options.stabiliseInterval;
    return hasPlace && m_since &&
           (rival.port < m_context.self.port || Later(*m_since, patience) <= now);
}

} // namespace dht
