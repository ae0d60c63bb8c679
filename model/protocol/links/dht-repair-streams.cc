/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-repair-streams.h"

#include <utility>

namespace dht
{

RepairStreams::RepairStreams(const RepairLinkOptions& options,
                             TransportEndpoint::WindowMaker makeWindow,
                             Random& random,
                             Listeners listeners)
    : MessageStreams({options.priority, options.MostPriority(), options.MostTogether()},
                     std::move(makeWindow),
                     random,
                     std::move(listeners)),
      m_links(options)
{
}

bool
RepairStreams::SetFewest(Time now, std::optional<std::size_t> fewest)
{
    m_fewest = fewest;
    const double priority = m_links.PriorityAt(fewest);
    if (priority == Priority())
    {
        return false;
    }
    m_raised = Raised(now);
    m_since = now;
    SetPriority(now, priority);
    return true;
}

std::size_t
RepairStreams::MostAtOnce() const
{
    return m_links.MostAtOnce(m_fewest);
}

Time
RepairStreams::Raised(Time now) const
{
    const bool isRaised = Priority() > m_links.priority;
    return m_raised + (isRaised ? now - m_since : Time(0));
}

} // namespace dht
