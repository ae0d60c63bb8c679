/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-relay.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

/// Which links requests take, and what a relay does when its routing table changes.

namespace dht
{

std::optional<LinkIndex>
Relay::HopTo(const Key& key) const
{
    const auto next = m_context.routing->NextHop(key);
    if (!next || !m_policy.choosesHop)
    {
        return next;
    }
    Request request;
    request.key = key;
    // what goes to a neighbour that is gone, or that loses requests, is lost, however free the link
    // is; what is on its way crosses first, and behind it what waits here because there is no room
    const auto load = [&](LinkIndex link) {
        return std::tuple(StateOf(link, request) == LinkState::kDown,
                          m_trust && !m_trust->Trusts(link),
                          m_queues.Length(m_queues.QueueOf(link)),
                          m_context.host.Backlog(link));
    };
    LinkIndex best = *next;
    auto least = load(best);
    for (auto other = next; (other = m_context.routing->OtherHop(key, *other));)
    {
        const auto found = load(*other);
        if (found < least)
        {
            best = *other;
            least = found;
        }
    }
    return best;
}

HopTrust*
Relay::Trust()
{
    return m_trust.get();
}

void
Relay::OnRoutesChanged(Time now)
{
    m_queues.Share(QueuesInUse());
    std::vector<Request> arrived;
    std::vector<std::size_t> before;
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        before.push_back(m_queues.Length(queue));
    }
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        if (HasStrays(queue))
        {
            Reroute(now, queue, arrived);
        }
    }
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        if (m_queues.Length(queue) != before[queue])
        {
            TellLength(now, queue);
        }
    }
    for (Request& request : arrived)
    {
        m_destination.OnArrived(now, std::move(request));
    }
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        Advance(now, queue);
    }
    WakeEverybody();
}

bool
Relay::HasStrays(QueueIndex queue) const
{
    for (std::size_t place = 0; place < m_queues.Length(queue); ++place)
    {
        const RelayQueues::Entry& entry = m_queues.At(queue, place);
        if (entry.link < Anywhere() &&
            m_context.routing->NextHop(entry.request.key).value_or(Here()) != entry.link)
        {
            return true;
        }
    }
    return false;
}

void
Relay::Reroute(Time now, QueueIndex queue, std::vector<Request>& arrived)
{
    std::vector<RelayQueues::Entry> entries;
    while (m_queues.Length(queue) > 0)
    {
        entries.push_back(m_queues.Pop(queue));
    }
    for (RelayQueues::Entry& entry : entries)
    {
        if (entry.link < Anywhere())
        {
            const LinkIndex old = entry.link;
            entry.link = m_context.routing->NextHop(entry.request.key).value_or(Here());
            m_context.counters.rerouted += entry.link != old;
        }
        if (entry.link == Here() && !m_processor)
        {
            arrived.push_back(std::move(entry.request));
            continue;
        }
        Requeue(now, std::move(entry));
    }
}

void
Relay::Requeue(Time now, RelayQueues::Entry entry)
{
    // it was accepted, so nobody else can keep it: queues may grow beyond their parts, up to a
    // bound
    const std::size_t most =
        std::max<std::size_t>(m_context.options.queueCapacity, m_queues.Count());
    if (m_queues.TotalLength() >= 2 * most)
    {
        Drop(now,
             {entry.request, DropReason::kQueueFull, entry.link, m_queues.QueueOf(entry.link)});
        return;
    }
    if (IsSurplus(entry.link))
    {
        Drop(now,
             {entry.request, DropReason::kStandstill, entry.link, m_queues.QueueOf(entry.link)});
        return;
    }
    const std::size_t place = PlaceOf(entry);
    Push(now, std::move(entry), place);
}

} // namespace dht
