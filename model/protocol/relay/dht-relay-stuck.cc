/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-relay.h"

#include <algorithm>

/// What a relay does about links that take nothing any more.

namespace dht
{

namespace
{

/// Part of the relay queues that may wait for one stuck link.
constexpr std::size_t kOverdraft = 2;

} // namespace

LinkState
Relay::Look(Time now, const RelayQueues::Entry& entry)
{
    const LinkState state = StateOf(entry.link, entry.request);
    if (m_stuckLinks && entry.link < Anywhere())
    {
        state == LinkState::kBusy ? m_stuckLinks->OnBusy(now, entry.link)
                                  : m_stuckLinks->OnReady(entry.link);
    }
    return state;
}

bool
Relay::IsStuck(LinkIndex link) const
{
    return m_stuckLinks && m_stuckLinks->IsStuck(link);
}

std::optional<std::size_t>
Relay::HeadOf(QueueIndex queue) const
{
    for (std::size_t place = 0; place < m_queues.Length(queue); ++place)
    {
        if (!IsStuck(m_queues.At(queue, place).link))
        {
            return place;
        }
    }
    return std::nullopt;
}

bool
Relay::IsOverdrawn(LinkIndex link) const
{
    const QueueIndex queue = m_queues.QueueOf(link);
    std::size_t waiting = 0;
    for (std::size_t place = 0; place < m_queues.Length(queue); ++place)
    {
        waiting += m_queues.At(queue, place).link == link;
    }
    return waiting >= std::max<std::size_t>(m_context.options.queueCapacity / kOverdraft, 1);
}

void
Relay::PassStuckLinks(Time now)
{
    if (!m_stuckLinks || m_paused)
    {
        return;
    }
    for (const LinkIndex link : m_stuckLinks->Update(now))
    {
        const QueueIndex queue = m_queues.QueueOf(link);
        Advance(now, queue);
        WakeSome(queue, Waiters::kEverybody);
    }
}

void
Relay::OnLinkFailed(Time now, LinkIndex link)
{
    if (m_stuckLinks)
    {
        m_stuckLinks->OnFailed(now, link);
        Advance(now, m_queues.QueueOf(link));
        WakeSome(m_queues.QueueOf(link), Waiters::kEverybody);
    }
}

void
Relay::OnLinksRenewed(const std::vector<LinkIndex>& links)
{
    for (const LinkIndex link : links)
    {
        if (m_stuckLinks)
        {
            m_stuckLinks->Renew(link);
        }
    }
}

std::vector<LinkChange>
Relay::TakeLinkChanges()
{
    return m_stuckLinks ? m_stuckLinks->TakeChanges() : std::vector<LinkChange>();
}

} // namespace dht
