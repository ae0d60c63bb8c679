/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-relay.h"

#include <algorithm>
#include <utility>

namespace dht
{

Relay::Relay(PeerContext& context)
    : m_context(context),
      m_overflow(context.scheme->Relay().overflow),
      // a blocked neighbour must not take the others' room, or the ring could lock up
      m_queues(context.options.discipline.value_or(context.scheme->Relay().discipline),
               m_overflow == Overflow::kBlock ? BufferSharing::kSplit : BufferSharing::kCommon,
               context.options.queueCapacity,
               context.routing->LinkCount())
{
}

bool
Relay::MustWait(LinkIndex link) const
{
    return m_overflow == Overflow::kBlock && m_queues.IsFull(m_queues.QueueOf(link));
}

void
Relay::Wait(LinkIndex link, Waiter waiter)
{
    ++m_context.counters.blocked;
    m_waiters.resize(m_queues.Count());
    m_waiters[m_queues.QueueOf(link)].push_back(waiter);
}

bool
Relay::HasOwnWake() const
{
    return m_ownWake;
}

bool
Relay::TakeOwnWake()
{
    return std::exchange(m_ownWake, false);
}

void
Relay::Forget(Waiter waiter)
{
    m_ownWake = m_ownWake && waiter;
    for (QueueIndex queue = 0; queue < m_waiters.size(); ++queue)
    {
        auto& waiters = m_waiters[queue];
        waiters.erase(std::remove(waiters.begin(), waiters.end(), waiter), waiters.end());
        // it may have been woken and will not use the room: that is somebody else's now
        WakeWaiters(queue);
    }
}

void
Relay::Accept(Time now, LinkIndex link, Request request)
{
    if (request.hopLimit == 0)
    {
        Drop(now, request, DropReason::kHopLimit);
        return;
    }
    const QueueIndex queue = m_queues.QueueOf(link);
    const double probability = m_context.scheme->MarkProbability(queue,
                                                                 m_queues.Length(queue),
                                                                 request.milliRate / 1000.0);
    // h is never unset on the way (COMSNETS09, section IV-1)
    if (!request.marked && probability > 0 && m_context.random->Uniform() < probability)
    {
        request.marked = true;
        ++m_context.counters.marked;
        m_context.observer->OnMarked(now, request);
    }
    if (m_queues.IsFull(queue))
    {
        Drop(now, request, DropReason::kQueueFull);
        return;
    }
    m_queues.Push({link, std::move(request)});
    m_context.observer->OnQueueLength(now, Queued());
    Drain(now, queue);
}

void
Relay::Drop(Time now, const Request& request, DropReason reason)
{
    ++m_context.counters.dropped[static_cast<std::size_t>(reason)];
    m_context.observer->OnDropped(now, request, reason);
}

void
Relay::OnWritable(Time now, LinkIndex link)
{
    Drain(now, m_queues.QueueOf(link));
}

std::size_t
Relay::Queued() const
{
    return m_queues.TotalLength();
}

void
Relay::Drain(Time now, QueueIndex queue)
{
    bool drained = false;
    while (m_queues.Length(queue) > 0)
    {
        const RelayQueues::Entry& front = m_queues.Front(queue);
        const LinkState state = m_context.host->StateOf(front.link, front.request);
        if (state == LinkState::kBusy)
        {
            break;
        }
        Dispatch(now, m_queues.Pop(queue), state);
        drained = true;
    }
    if (drained)
    {
        m_context.observer->OnQueueLength(now, Queued());
        if (!m_waiters.empty())
        {
            WakeWaiters(queue);
        }
    }
}

void
Relay::Dispatch(Time now, RelayQueues::Entry entry, LinkState state)
{
    if (state == LinkState::kDown)
    {
        Drop(now, entry.request, DropReason::kLinkDown);
        return;
    }
    --entry.request.hopLimit;
    m_context.host->Send(entry.link, entry.request);
    ++m_context.counters.forwarded;
    m_context.observer->OnForwarded(now, entry.link, entry.request);
}

void
Relay::WakeWaiters(QueueIndex queue)
{
    // Every waiter holds a request for this queue, so whoever is woken uses a place or finds that
    // somebody else did, and draining that place wakes the next: nobody is forgotten.
    auto& waiters = m_waiters[queue];
    const std::size_t count = std::min(m_queues.Room(queue), waiters.size());
    for (std::size_t i = 0; i < count; ++i)
    {
        if (waiters[i])
        {
            m_context.host->Resume(*waiters[i]);
        }
        else
        {
            m_ownWake = true;
        }
    }
    waiters.erase(waiters.begin(), waiters.begin() + static_cast<std::ptrdiff_t>(count));
}

} // namespace dht
