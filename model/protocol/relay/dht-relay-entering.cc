/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-relay.h"

#include <algorithm>
#include <utility>

/// What enters a relay, and where in its queue.

namespace dht
{

void
Relay::Accept(Time now, LinkIndex link, Request request, BufferShares::Source from)
{
    ++m_context.counters.accepted;
    if (link == Here() && !m_processor)
    {
        if (m_policy.hearsArriving && request.kind != MessageKind::kRoutedAck)
        {
            m_context.scheme->OnArrive(Describe(request));
        }
        m_destination.OnArrived(now, std::move(request));
        return;
    }
    if (link != Here() && request.hopLimit == 0)
    {
        Drop(now, {request, DropReason::kHopLimit, link, std::nullopt});
        return;
    }
    if ((IsStuck(link) && Overdraft() > 0) || IsSurplus(link))
    {
        Drop(now, {request, DropReason::kStandstill, link, m_queues.QueueOf(link)});
        return;
    }
    RelayQueues::Entry entry(link, now, std::move(request));
    if (!m_queues.Admit(now, entry, from))
    {
        Drop(now, {entry.request, DropReason::kQueueFull, link, m_queues.QueueOf(link)});
        return;
    }
    Treat(now, link, entry.request);
    // where others have taken the room, even what could leave at once has to find a place
    if (m_queues.IsFull(m_queues.QueueOf(link)) || !HandOn(now, entry))
    {
        Enqueue(now, std::move(entry));
    }
}

void
Relay::Refuse(Time now, const Request& request)
{
    ++m_context.counters.accepted;
    Discard(now, request);
}

void
Relay::Discard(Time now, const Request& request)
{
    Drop(now, {request, DropReason::kNoPlace, Here(), std::nullopt});
}

QueuedRequest
Relay::Describe(const Request& request) const
{
    const std::uint8_t limit = m_context.options.hopLimit;
    return {request.milliRate / 1000.0,
            request.hopLimit,
            static_cast<std::uint8_t>(limit - std::min(request.hopLimit, limit)),
            FeedbackIn(request.extras->extensions),
            request.marked};
}

void
Relay::Treat(Time now, LinkIndex link, Request& request)
{
    const QueueIndex queue = m_queues.QueueOf(link);
    const EnterContext context{now, queue, link, m_queues.Length(queue), Describe(request)};
    const double probability = m_context.scheme->MarkProbability(context);
    // h is never unset on the way (COMSNETS09, section IV-1)
    if (!request.marked && probability > 0 && m_context.random.Uniform() < probability)
    {
        request.marked = true;
        ++m_context.counters.marked;
        m_context.observer->OnMarked(m_context.At(now), queue, request);
    }
    const std::uint8_t feedback =
        m_policy.givesFeedback ? m_context.scheme->FeedbackOn(context) : context.request.feedback;
    if (feedback != context.request.feedback)
    {
        SetFeedback(request.extras.Write().extensions, feedback);
    }
}

void
Relay::Enqueue(Time now, RelayQueues::Entry entry)
{
    const QueueIndex queue = m_queues.QueueOf(entry.link);
    if (m_queues.IsFull(queue) && !MakeRoom(now, entry, PlaceOf(entry)))
    {
        Drop(now, {entry.request, DropReason::kQueueFull, entry.link, queue});
        return;
    }
    const std::size_t place = PlaceOf(entry);
    Push(now, std::move(entry), place);
    TellLength(now, queue);
    Advance(now, queue);
}

bool
Relay::MakeRoom(Time now, const RelayQueues::Entry& entry, std::size_t place)
{
    const QueueIndex queue = m_queues.QueueOf(entry.link);
    if (m_policy.overflow == Overflow::kEvict)
    {
        const bool isLast = place == m_queues.Length(queue);
        if (!isLast)
        {
            DropQueued(now, DropReason::kQueueFull, {queue, m_queues.Length(queue) - 1});
        }
        return !isLast;
    }
    const auto surplus = m_queues.Surplus(now, entry);
    if (!surplus || surplus->place < Fixed(surplus->queue))
    {
        return false;
    }
    DropQueued(now, DropReason::kQueueFull, *surplus);
    if (surplus->queue != queue)
    {
        TellLength(now, surplus->queue);
    }
    return true;
}

std::size_t
Relay::PlaceOf(const RelayQueues::Entry& entry) const
{
    const QueueIndex queue = m_queues.QueueOf(entry.link);
    std::size_t place = m_queues.Length(queue);
    if (m_policy.order == QueueOrder::kArrival)
    {
        return place;
    }
    const std::size_t first = Fixed(queue);
    const QueuedRequest newcomer = Describe(entry.request);
    while (place > first &&
           m_context.scheme->GoesBefore(newcomer, Describe(m_queues.At(queue, place - 1).request)))
    {
        --place;
    }
    return place;
}

std::size_t
Relay::Fixed(QueueIndex queue) const
{
    const bool isWorkedOn =
        m_processor && m_processor->IsBusy() && m_processor->LastQueue() == queue;
    return isWorkedOn ? 1 : 0;
}

void
Relay::Push(Time now, RelayQueues::Entry entry, std::size_t place)
{
    const QueueIndex queue = m_queues.QueueOf(entry.link);
    if (m_standstill && m_queues.Length(queue) == 0)
    {
        // what stands still are messages, and there were none
        m_standstill->OnLeft(now, queue);
    }
    m_queues.Push(std::move(entry), place);
}

void
Relay::Drop(Time now, const DropEvent& drop)
{
    ++m_context.counters.dropped[static_cast<std::size_t>(drop.reason)];
    m_context.observer->OnDropped(m_context.At(now), drop);
}

void
Relay::DropQueued(Time now, DropReason reason, const RelayQueues::Place& at)
{
    const RelayQueues::Entry entry = m_queues.Take(at.queue, at.place);
    Drop(now, {entry.request, reason, entry.link, at.queue});
}

void
Relay::TellLength(Time now, QueueIndex queue)
{
    m_context.observer->OnQueueLength(m_context.At(now), {queue, m_queues.Length(queue), Queued()});
}

} // namespace dht
