/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-relay.h"
#include "dht-wire-format.h"

#include <algorithm>
#include <utility>

/// What leaves a relay, and when.

namespace dht
{

void
Relay::OnWritable(Time now, LinkIndex link)
{
    if (m_health && link < Anywhere())
    {
        m_health->OnReady(now, link);
    }
    Advance(now, m_queues.QueueOf(link));
}

void
Relay::SetPaused(Time now, bool paused)
{
    m_paused = paused;
    if (m_health && !paused)
    {
        m_health->OnEndOfPause(now);
    }
    OnWake(now);
    if (!IsUnread())
    {
        WakeWaiters(Waiters::kEndOfPause);
    }
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        Advance(now, queue);
    }
}

void
Relay::OnWake(Time now)
{
    EndStandstills(now);
    PassStuckLinks(now);
    const auto queue = m_processor && !m_paused ? m_processor->TakeDone(now) : std::nullopt;
    if (!queue)
    {
        return;
    }
    const auto head = HeadOf(now, *queue);
    if (!head)
    {
        Serve(now); // what it worked on has got another next hop
        return;
    }
    const RelayQueues::Entry& first = m_queues.At(*queue, *head);
    const LinkState state = Look(now, first.link, first.request);
    // its way, or that of its overlay-ack, may have filled up meanwhile: it is worked on again
    if (state != LinkState::kBusy)
    {
        Dispatch(now, m_queues.Take(*queue, *head), state);
        TellLength(now, *queue);
        AfterLeaving(now, *queue);
    }
    Serve(now);
}

Time
Relay::NextWake() const
{
    const Time done = m_processor && !m_paused ? m_processor->DoneAt() : kNever;
    const Time standstill = m_standstill ? m_standstill->Next() : kNever;
    // a peer that pauses hands nothing on, stuck or not
    const Time stuck = m_health && !m_paused ? m_health->Next() : kNever;
    return std::min({done, standstill, stuck});
}

LinkState
Relay::StateOf(LinkIndex link, const Request& request) const
{
    if (link < Anywhere())
    {
        return m_context.host.StateOf(link, request);
    }
    if (link < Here())
    {
        return m_context.host.StateOfDatagrams(FrameSize(request));
    }
    // its overlay-ack needs room, which its own leaving may make
    const auto full = FullQueueForAckOf(request);
    return full && *full != m_queues.QueueOf(Here()) ? LinkState::kBusy : LinkState::kReady;
}

bool
Relay::HandOn(Time now, RelayQueues::Entry& entry)
{
    const QueueIndex queue = m_queues.QueueOf(entry.link);
    if (m_processor || m_paused || m_queues.Length(queue) > 0)
    {
        return false;
    }
    const LinkState state = Look(now, entry.link, entry.request);
    if (state == LinkState::kBusy)
    {
        return false;
    }
    Dispatch(now, std::move(entry), state);
    AfterLeaving(now, queue);
    return true;
}

void
Relay::Advance(Time now, QueueIndex queue)
{
    if (m_paused)
    {
        return;
    }
    if (m_processor)
    {
        Serve(now);
    }
    else
    {
        Drain(now, queue);
    }
}

void
Relay::Serve(Time now)
{
    const auto queue = m_processor->IsBusy() ? std::nullopt : NextToServe(now);
    if (queue)
    {
        m_processor->Begin(now, *queue);
    }
}

std::optional<QueueIndex>
Relay::NextToServe(Time now)
{
    // Where full queues hold neighbours up, what ends here goes first: it comes on all links and
    // has one queue, so that in turn with the others it would get too little, and hold up all.
    const QueueIndex here = m_queues.QueueOf(Here());
    if (m_policy.overflow == Overflow::kBlock &&
        m_context.options.processorTurns == ProcessorTurns::kEndingFirst && CanServe(now, here))
    {
        return here;
    }
    for (QueueIndex i = 1; i <= m_queues.Count(); ++i)
    {
        const QueueIndex queue = (m_processor->LastTurn() + i) % m_queues.Count();
        if (CanServe(now, queue))
        {
            m_processor->SetTurn(queue);
            return queue;
        }
    }
    return std::nullopt;
}

bool
Relay::CanServe(Time now, QueueIndex queue)
{
    const auto head = HeadOf(now, queue);
    if (!head)
    {
        return false;
    }
    const RelayQueues::Entry& first = m_queues.At(queue, *head);
    return Look(now, first.link, first.request) != LinkState::kBusy;
}

void
Relay::Drain(Time now, QueueIndex queue)
{
    bool drained = false;
    while (const auto head = HeadOf(now, queue))
    {
        const RelayQueues::Entry& first = m_queues.At(queue, *head);
        const LinkState state = Look(now, first.link, first.request);
        if (state == LinkState::kBusy)
        {
            break;
        }
        Dispatch(now, m_queues.Take(queue, *head), state);
        drained = true;
    }
    if (drained)
    {
        TellLength(now, queue);
        AfterLeaving(now, queue);
    }
}

void
Relay::Dispatch(Time now, RelayQueues::Entry entry, LinkState state)
{
    if (entry.link == Here())
    {
        m_destination.OnArrived(now, std::move(entry.request));
        return;
    }
    if (state == LinkState::kDown)
    {
        const QueueIndex queue = m_queues.QueueOf(entry.link);
        Drop(now, {entry.request, DropReason::kLinkDown, entry.link, queue});
        return;
    }
    if (m_policy.hearsLeaving)
    {
        TellOfLeaving(now, entry);
    }
    if (m_health && entry.link < Anywhere())
    {
        m_health->OnSent(now, entry.link, entry.request.id);
        if (entry.request.kind == MessageKind::kRequest &&
            entry.request.source == m_context.options.self)
        {
            m_health->OnOwnSent(now, entry.link);
        }
    }
    --entry.request.hopLimit;
    if (entry.link == Anywhere())
    {
        m_context.host.SendDatagram(entry.request.extras->to, entry.request);
    }
    else
    {
        m_context.host.Send(entry.link, entry.request);
    }
    ++m_context.counters.forwarded;
    m_context.observer->OnForwarded(m_context.At(now), entry.link, entry.request);
}

void
Relay::TellOfLeaving(Time now, const RelayQueues::Entry& entry)
{
    const QueueIndex queue = m_queues.QueueOf(entry.link);
    m_context.scheme->OnLeave({now,
                               queue,
                               entry.link,
                               m_queues.Length(queue),
                               entry.SojournAt(now),
                               m_context.host.UplinkIdleAt(),
                               m_context.options.Batch().Of(FrameSize(entry.request)),
                               Describe(entry.request)});
}

void
Relay::AfterLeaving(Time now, QueueIndex queue)
{
    if (m_standstill)
    {
        m_standstill->OnLeft(now, queue);
    }
    WakeWaiters(queue);
}

void
Relay::EndStandstills(Time now)
{
    while (const auto queue = m_standstill ? m_standstill->TakeDue(now) : std::nullopt)
    {
        if (m_paused)
        {
            m_standstill->OnWait(now, *queue);
        }
        else if (m_waiters.HasConnection(*queue))
        {
            // all of it, as one place is not enough: TCP tells of room by the segment
            while (m_queues.Length(*queue) > 0)
            {
                const RelayQueues::Entry entry = m_queues.Pop(*queue);
                Drop(now, {entry.request, DropReason::kStandstill, entry.link, queue});
            }
            TellLength(now, *queue);
            AfterLeaving(now, *queue);
        }
    }
}

} // namespace dht
